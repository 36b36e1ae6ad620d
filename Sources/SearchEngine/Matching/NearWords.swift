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
    let length = word.bytes.count
    for index in 0..<table.count {
      let mask = try table.masks.value(at: index)
      // What the word lacks has slipped, in a whole word and in a beginning.
      let missing = (word.mask & ~mask).nonzeroBitCount
      guard missing <= allowedSlips else { continue }
      let otherLength = Int(try table.lengths.value(at: index))
      guard otherLength + allowedSlips >= length else { continue }
      let mayBeWhole =
        otherLength <= length + allowedSlips
        && (mask & ~word.mask).nonzeroBitCount <= allowedSlips
      guard mayBeWhole || missing <= allowedInPrefix && allowedInPrefix > 0
      else { continue }
      let slips = counter.slips(to: try table.word(at: index))
      switch slips.whole {
      case 1: oneSlip.append(UInt32(truncatingIfNeeded: index))
      case 2 where allowedSlips > 1 && slips.prefix > allowedInPrefix:
        twoSlips.append(UInt32(truncatingIfNeeded: index))
      default:
        guard slips.prefix == 1, allowedInPrefix > 0 else { continue }
        oneSlipInPrefix.append(UInt32(truncatingIfNeeded: index))
      }
    }
  }
}
