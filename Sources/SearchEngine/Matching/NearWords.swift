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
  /// - Complexity: O(*n*) for a table of *n* words: five bytes are read of
  ///   each, and the few that pass are compared.
  mutating func find(
    _ word: QueryWord, in table: borrowing WordTable, allowedSlips: Int,
    allowedInPrefix: Int
  ) throws(ImageError) {
    oneSlip.removeAll(keepingCapacity: true)
    oneSlipInPrefix.removeAll(keepingCapacity: true)
    twoSlips.removeAll(keepingCapacity: true)
    counter.setPattern(word.bytes)
    let shortest = word.bytes.count - allowedSlips
    let longestWhole = word.bytes.count + allowedSlips
    let longest = allowedInPrefix > 0 ? Int(UInt8.max) : longestWhole
    for index in 0..<table.count {
      // The length is the cheaper proof, and most words end here.
      let length = Int(try table.lengths.value(at: index))
      guard length >= shortest, length <= longest else { continue }
      let mask = try table.masks.value(at: index)
      let mayBeWhole =
        length <= longestWhole
        && (word.mask & ~mask).hasAtMost(allowedSlips)
        && (mask & ~word.mask).hasAtMost(allowedSlips)
      // What the word lacks has slipped in a beginning, too.
      guard
        mayBeWhole
          || allowedInPrefix > 0
            && (word.mask & ~mask).hasAtMost(allowedInPrefix)
      else { continue }
      note(
        index, counter.slips(to: try table.word(at: index)),
        allowedSlips: allowedSlips, allowedInPrefix: allowedInPrefix)
    }
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
