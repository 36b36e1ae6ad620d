extension RandomAccessCollection {
  /// The place of the first element that does not come before what is looked
  /// for, where all that do stand at the beginning; the end where all do.
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
