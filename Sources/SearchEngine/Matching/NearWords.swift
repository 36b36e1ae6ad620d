/// Finds the words of a table that are a few edits away from a word.
struct NearWords {
  /// The words one edit away.
  private(set) var oneEdit: [UInt32] = []
  /// The words with a beginning one edit away.
  private(set) var oneEditInPrefix: [UInt32] = []
  /// The words two edits away.
  private(set) var twoEdits: [UInt32] = []
  private var counter = EditDistance()

  /// Fills the lists.
  ///
  /// - Parameters:
  ///   - word: The word to be near to, which is excluded.
  ///   - table: The table to search.
  ///   - allowedEdits: 1 or 2.
  ///   - allowedInPrefix: The edits allowed in beginnings, up to 1.
  /// - Throws: `damaged`.
  /// - Complexity: O(*n*) for *n* words of near enough lengths: four bytes of
  ///   each are read, and the few that pass are compared.
  mutating func find(
    _ word: QueryWord, in table: borrowing WordTable, allowedEdits: Int,
    allowedInPrefix: Int
  ) throws(ImageError) {
    oneEdit.removeAll(keepingCapacity: true)
    oneEditInPrefix.removeAll(keepingCapacity: true)
    twoEdits.removeAll(keepingCapacity: true)
    counter.setWord(word.bytes.span.bytes)
    let length = word.bytes.count
    let near = try table.places(
      ofLengths: (length - word.widestLetter * allowedEdits)...(length
        + allowedEdits))
    let wide = try table.places(
      ofLengths: (length + allowedEdits + 1)...(length + 4 * allowedEdits))
    for places in [near, wide] {
      for place in places {
        let mask = try table.masks.value(at: place)
        // A longer word has letters of several bytes, or is no nearer.
        guard places == near || mask & ~LetterMask.ofOneByte != 0 else {
          continue
        }
        let missing = word.mask & ~mask
        let surplus = mask & LetterMask.ofOneByte & ~word.mask
        let mayBeWhole =
          missing.hasAtMost(allowedEdits) && surplus.hasAtMost(allowedEdits)
        // Letters that the word lacks are extra in a beginning, too.
        guard mayBeWhole || missing.hasAtMost(allowedInPrefix) else {
          continue
        }
        let index = try table.byLength.place(at: place)
        note(
          index,
          counter.edits(to: try table.word(at: index), atMost: allowedEdits),
          allowedEdits: allowedEdits, allowedInPrefix: allowedInPrefix)
      }
    }
    guard allowedInPrefix > 0 else { return }
    try findLonger(
      word, in: table, longerThan: length + allowedEdits, except: wide)
  }

  /// Finds the words that are too long to be near, but have a beginning one
  /// edit away.
  private mutating func findLonger(
    _ word: QueryWord, in table: borrowing WordTable, longerThan length: Int,
    except wide: Range<Int>
  ) throws(ImageError) {
    let longer = try table.places(
      ofLengths: (length + 1)...WordTable.longestWord)
    for place in longer {
      let mask = try table.masks.value(at: place)
      guard (word.mask & ~mask).hasAtMost(1),
        !wide.contains(place) || mask & ~LetterMask.ofOneByte == 0
      else { continue }
      let index = try table.byLength.place(at: place)
      // A beginning longer by more than an edit is not an edit away.
      let beginning = try table.word(at: index)
        .extracting(first: word.bytes.count + 4)
      guard word.mayBeOneEdit(from: beginning),
        counter.edits(to: beginning, atMost: 1).prefix == 1
      else { continue }
      oneEditInPrefix.append(UInt32(truncatingIfNeeded: index))
    }
  }

  private mutating func note(
    _ index: Int, _ edits: (whole: Int, prefix: Int), allowedEdits: Int,
    allowedInPrefix: Int
  ) {
    let place = UInt32(truncatingIfNeeded: index)
    if edits.whole == 1 {
      oneEdit.append(place)
    } else if edits.prefix == 1, allowedInPrefix > 0 {
      oneEditInPrefix.append(place)
    } else if edits.whole == 2, allowedEdits > 1 {
      twoEdits.append(place)
    }
  }
}

extension UInt32 {
  /// Returns whether at most `count` bits are set, up to 2. Not every processor
  /// counts bits in one instruction; this takes four at most.
  @inline(__always)
  fileprivate func hasAtMost(_ count: Int) -> Bool {
    let withoutFirst = self & (self &- 1)
    return switch count {
    case 0: self == 0
    case 1: withoutFirst == 0
    default: withoutFirst & (withoutFirst &- 1) == 0
    }
  }
}

extension QueryWord {
  /// Returns whether one edit may separate the word and a beginning of the
  /// other: then one of its first two letters is among the other's.
  fileprivate func mayBeOneEdit(from other: RawSpan) -> Bool {
    guard bytes.count > 1, other.byteCount > 1, widestLetter == 1 else {
      return true
    }
    let first = other.unsafeLoad(fromByteOffset: 0, as: UInt8.self)
    let second = other.unsafeLoad(fromByteOffset: 1, as: UInt8.self)
    return first >= 0x80 || second >= 0x80 || first == bytes[0]
      || first == bytes[1] || second == bytes[0]
      || second == bytes[1]
  }
}
