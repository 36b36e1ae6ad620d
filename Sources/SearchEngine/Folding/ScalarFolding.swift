/// What becomes of one scalar when a text is folded.
enum ScalarFolding {
  /// It ends a word.
  case separator
  /// It does not count, and the word goes on.
  case nothing
  /// It counts as one byte.
  case byte(UInt8)
  /// It counts as several bytes.
  case bytes([UInt8])

  init(_ scalar: Unicode.Scalar) {
    self = scalar.isASCII ? Self.ascii(scalar) : Self.other(scalar)
  }

  private static func ascii(_ scalar: Unicode.Scalar) -> ScalarFolding {
    let byte = UInt8(truncatingIfNeeded: scalar.value)
    return switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      .byte(byte)
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): .byte(byte | 0x20)
    // "Mother-in-law's" is often typed without.
    case UInt8(ascii: "'"), UInt8(ascii: "`"): .nothing
    default: .separator
    }
  }

  private static func other(_ scalar: Unicode.Scalar) -> ScalarFolding {
    if let letters = LatinFolding.letters(for: scalar) {
      return letters.count == 1 ? .byte(letters[0]) : .bytes(letters)
    }
    switch scalar.value {
    case 0x2018, 0x2019, 0x02bc, 0x00b4: return .nothing
    // The sign of hybrids is a symbol, too, but belongs to no word.
    case 0x00d7: return .separator
    default: break
    }
    return switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: .nothing
    case .uppercaseLetter, .titlecaseLetter:
      .bytes(Array(scalar.properties.lowercaseMapping.utf8))
    case .lowercaseLetter, .modifierLetter, .otherLetter, .spacingMark,
      .decimalNumber, .letterNumber, .otherNumber, .otherSymbol,
      .modifierSymbol:
      .bytes(Array(String(scalar).utf8))
    default: .separator
    }
  }
}
