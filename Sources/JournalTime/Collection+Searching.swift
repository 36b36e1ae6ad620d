extension RandomAccessCollection {
  /// The index of the first element that does not come before the wanted one,
  /// in a sorted collection; the end index if all come before it.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  package func sortedIndex(
    after isBefore: (Element) throws -> Bool
  ) rethrows -> Index {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = index(low, offsetBy: distance(from: low, to: high) / 2)
      if try isBefore(self[middle]) {
        low = index(after: middle)
      } else {
        high = middle
      }
    }
    return low
  }
}
