/// Latin letters with accents, strokes and ligatures, as plain ones.
///
/// Swift's library can change a letter's case but not remove its accent.
/// Letters that Unicode decomposes are in the table as their base letters, so
/// that a text folds alike in every normal form; others (ø, ł, ß …) as people
/// type them.
enum LatinFolding {
  /// The plain letters for a scalar; `nil` if it is no Latin letter of these
  /// blocks, or has no plain form.
  static func letters(for scalar: Unicode.Scalar) -> [UInt8]? {
    let cell: Int
    switch scalar.value {
    case 0xc0..<0x250: cell = Int(scalar.value - 0xc0)
    case 0x1e00..<0x1f00: cell = Int(scalar.value - 0x1e00) + 0x190
    default: return nil
    }
    return table.withUTF8Buffer { cells in
      // A cell is two letters wide, followed by a space or the end of a line.
      let letters = cells[(cell * 3)..<(cell * 3 + 2)]
        .filter { $0 != UInt8(ascii: ".") }
      return letters.isEmpty ? nil : letters
    }
  }

  /// U+00C0 to U+024F, then U+1E00 to U+1EFF, sixteen in a line.
  private static let table: StaticString = """
    a. a. a. a. a. a. ae c. e. e. e. e. i. i. i. i.
    d. n. o. o. o. o. o. .. o. u. u. u. u. y. th ss
    a. a. a. a. a. a. ae c. e. e. e. e. i. i. i. i.
    d. n. o. o. o. o. o. .. o. u. u. u. u. y. th y.
    a. a. a. a. a. a. c. c. c. c. c. c. c. c. d. d.
    d. d. e. e. e. e. e. e. e. e. e. e. g. g. g. g.
    g. g. g. g. h. h. h. h. i. i. i. i. i. i. i. i.
    i. i. ij ij j. j. k. k. k. l. l. l. l. l. l. l.
    l. l. l. n. n. n. n. n. n. n. n. n. o. o. o. o.
    o. o. oe oe r. r. r. r. r. r. s. s. s. s. s. s.
    s. s. t. t. t. t. t. t. u. u. u. u. u. u. u. u.
    u. u. u. u. w. w. y. y. y. z. z. z. z. z. z. s.
    b. b. b. b. .. .. .. c. c. .. d. d. d. .. e. ..
    .. f. f. g. .. .. .. i. k. k. l. .. .. n. n. o.
    o. o. .. .. p. p. .. .. .. .. .. t. t. t. t. u.
    u. .. v. y. y. z. z. .. .. .. .. .. .. .. .. ..
    .. .. .. .. dz dz dz lj lj lj nj nj nj a. a. i.
    i. o. o. u. u. u. u. u. u. u. u. u. u. e. a. a.
    a. a. ae ae g. g. g. g. k. k. o. o. o. o. .. ..
    j. dz dz dz g. g. .. .. n. n. a. a. ae ae o. o.
    a. a. a. a. e. e. e. e. i. i. i. i. o. o. o. o.
    r. r. r. r. u. u. u. u. s. s. t. t. .. .. h. h.
    n. d. .. .. z. z. a. a. e. e. o. o. o. o. o. o.
    o. o. y. y. l. n. t. .. .. .. a. c. c. l. t. s.
    z. .. .. b. .. .. e. e. j. j. .. q. r. r. y. y.
    a. a. b. b. b. b. b. b. c. c. d. d. d. d. d. d.
    d. d. d. d. e. e. e. e. e. e. e. e. e. e. f. f.
    g. g. h. h. h. h. h. h. h. h. h. h. i. i. i. i.
    k. k. k. k. k. k. l. l. l. l. l. l. l. l. m. m.
    m. m. m. m. n. n. n. n. n. n. n. n. o. o. o. o.
    o. o. o. o. p. p. p. p. r. r. r. r. r. r. r. r.
    s. s. s. s. s. s. s. s. s. s. t. t. t. t. t. t.
    t. t. u. u. u. u. u. u. u. u. u. u. v. v. v. v.
    w. w. w. w. w. w. w. w. w. w. x. x. x. x. y. y.
    z. z. z. z. z. z. h. t. w. y. a. s. .. .. ss ..
    a. a. a. a. a. a. a. a. a. a. a. a. a. a. a. a.
    a. a. a. a. a. a. a. a. e. e. e. e. e. e. e. e.
    e. e. e. e. e. e. e. e. i. i. i. i. o. o. o. o.
    o. o. o. o. o. o. o. o. o. o. o. o. o. o. o. o.
    o. o. o. o. u. u. u. u. u. u. u. u. u. u. u. u.
    u. u. y. y. y. y. y. y. y. y. .. .. .. .. y. y.
    """
}

extension String {
  /// This text with plain, small letters in place of accented Latin letters,
  /// letters with strokes and ligatures: "Cœur" becomes "Coeur", with a capital
  /// only where it had a plain one.
  public var plainLetters: String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return self }
    var plain = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if let letters = LatinFolding.letters(for: scalar) {
        plain.append(contentsOf: letters.map(Unicode.Scalar.init))
      } else if scalar.properties.generalCategory != .nonspacingMark {
        plain.append(scalar)
      }
    }
    return String(plain)
  }

  /// This text with "a" for "ae" and so on, as people type German umlauts; `nil`
  /// if it has none of them.
  public var joiningUmlauts: String? {
    var joined = String.UnicodeScalarView()
    var wasJoined = false
    for scalar in unicodeScalars {
      let isSecond = scalar == "e" || scalar == "E"
      if isSecond, let last = joined.last,
        "aouAOU".unicodeScalars.contains(last)
      {
        wasJoined = true
      } else {
        joined.append(scalar)
      }
    }
    return wasJoined ? String(joined) : nil
  }

  /// This text with "ae" for "ä" and so on, as people type German without
  /// umlauts; `nil` if it has none.
  public var spellingOutUmlauts: String? {
    if utf8.allSatisfy({ $0 < 0x80 }) { return nil }
    var spelled = String.UnicodeScalarView()
    var hasUmlaut = false
    for scalar in unicodeScalars {
      let letters: [Unicode.Scalar]
      switch scalar {
      case "ä": letters = ["a", "e"]
      case "ö": letters = ["o", "e"]
      case "ü": letters = ["u", "e"]
      case "Ä": letters = ["A", "e"]
      case "Ö": letters = ["O", "e"]
      case "Ü": letters = ["U", "e"]
      // The mark above a letter that precedes it.
      case "\u{308}" where spelled.last.map(Self.hasUmlaut) ?? false:
        letters = ["e"]
      default:
        spelled.append(scalar)
        continue
      }
      spelled.append(contentsOf: letters)
      hasUmlaut = true
    }
    return hasUmlaut ? String(spelled) : nil
  }

  private static func hasUmlaut(_ letter: Unicode.Scalar) -> Bool {
    switch letter {
    case "a", "o", "u", "A", "O", "U": true
    default: false
    }
  }
}
