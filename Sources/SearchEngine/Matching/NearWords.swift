/// Finds the words of a table that are a few slips away from one.
struct NearWords {
  /// The words one slip away.
  private(set) var oneSlip: [UInt32] = []
  /// The words with a beginning one slip away.
  private(set) var oneSlipInPrefix: [UInt32] = []
  /// The words two slips away.
  private(set) var twoSlips: [UInt32] = []
  private var counter = SlipCounter()

  /// Fills the lists.
  ///
  /// - Parameters:
  ///   - word: What to be near to, itself not included.
  ///   - table: Where to look.
  ///   - allowedSlips: 1 or 2.
  ///   - allowedInPrefix: As many as beginnings may have, up to 1.
  /// - Throws: `damaged`.
  /// - Complexity: O(*n*) for *n* words of lengths that are near enough: four
  ///   bytes are read of each, and the few that pass are compared.
  mutating func find(
    _ word: QueryWord, in table: borrowing WordTable, allowedSlips: Int,
    allowedInPrefix: Int
  ) throws(ImageError) {
    oneSlip.removeAll(keepingCapacity: true)
    oneSlipInPrefix.removeAll(keepingCapacity: true)
    twoSlips.removeAll(keepingCapacity: true)
    counter.setPattern(word.bytes)
    let length = word.bytes.count
    let near = try table.places(
      ofLengths: (length - allowedSlips)...(length + allowedSlips))
    for place in near {
      let mask = try table.masks.value(at: place)
      // What the word lacks has slipped, in a beginning, too.
      let missing = word.mask & ~mask
      guard missing.hasAtMost(allowedSlips) else { continue }
      guard
        (mask & ~word.mask).hasAtMost(allowedSlips) || allowedInPrefix > 0
      else { continue }
      try compare(place, in: table, allowedSlips, allowedInPrefix)
    }
    guard allowedInPrefix > 0 else { return }
    let longer = try table.places(
      ofLengths: (length + allowedSlips + 1)...WordTable.longestWord)
    for place in longer {
      let missing = word.mask & ~(try table.masks.value(at: place))
      guard missing.hasAtMost(allowedInPrefix) else { continue }
      try compare(place, in: table, allowedSlips, allowedInPrefix)
    }
  }

  /// Counts the slips to a word, and notes it if they are few.
  private mutating func compare(
    _ place: Int, in table: borrowing WordTable, _ allowedSlips: Int,
    _ allowedInPrefix: Int
  ) throws(ImageError) {
    let index = try table.byLength.place(at: place)
    note(
      index, counter.slips(to: try table.word(at: index)),
      allowedSlips: allowedSlips, allowedInPrefix: allowedInPrefix)
  }

  private mutating func note(
    _ index: Int, _ slips: (whole: Int, prefix: Int), allowedSlips: Int,
    allowedInPrefix: Int
  ) {
    let place = UInt32(truncatingIfNeeded: index)
    if slips.whole == 1 {
      oneSlip.append(place)
    } else if slips.prefix == 1, allowedInPrefix > 0 {
      oneSlipInPrefix.append(place)
    } else if slips.whole == 2, allowedSlips > 1 {
      twoSlips.append(place)
    }
  }
}

extension UInt32 {
  /// Whether no more than `count` bits are set, 1 or 2. Processors that count
  /// bits in one instruction cannot be assumed, and this takes four at most.
  @inline(__always)
  fileprivate func hasAtMost(_ count: Int) -> Bool {
    let withoutFirst = self & (self &- 1)
    return count == 1
      ? withoutFirst == 0 : withoutFirst & (withoutFirst &- 1) == 0
  }
}
