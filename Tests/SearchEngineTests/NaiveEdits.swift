extension [UInt8] {
  /// The letters of this UTF-8.
  var letters: [Unicode.Scalar] {
    [Unicode.Scalar](String(decoding: self, as: UTF8.self).unicodeScalars)
  }
}

/// The distance by its definition: a matrix, cell by cell.
func naiveEdits<Letter: Equatable>(
  _ left: [Letter], _ right: [Letter]
) -> Int {
  naiveEditsToBeginnings(of: right, from: left)[right.count]
}

/// The distances from a word to each beginning of another, the empty one
/// first.
func naiveEditsToBeginnings<Letter: Equatable>(
  of right: [Letter], from left: [Letter]
) -> [Int] {
  var rows = [Array(0...right.count)]
  for i in 1...max(left.count, 1) where i <= left.count {
    var row = [i]
    for j in 1...max(right.count, 1) where j <= right.count {
      let change = left[i - 1] == right[j - 1] ? 0 : 1
      var least = min(
        rows[i - 1][j] + 1, row[j - 1] + 1, rows[i - 1][j - 1] + change)
      if i > 1, j > 1, left[i - 1] == right[j - 2],
        left[i - 2] == right[j - 1]
      {
        least = min(least, rows[i - 2][j - 2] + 1)
      }
      row.append(least)
    }
    rows.append(row)
  }
  return rows[left.count]
}
