/// The letters that occur in a folded word, as bits: the cheapest proof that
/// two words are far apart.
///
/// An edit changes at most one letter into another, so of two words within *k*
/// edits, each has at most *k* one-byte letters that the other lacks.
public enum LetterMask {
  /// The bits of letters and digits of one byte. The bytes of other letters
  /// share the rest, and an edit may change several of them.
  static let ofOneByte: UInt32 = 1 << 29 - 1

  /// The mask of some folded bytes.
  public static func mask(of bytes: some Sequence<UInt8>) -> UInt32 {
    var mask: UInt32 = 0
    for byte in bytes { mask |= 1 << bit(of: byte) }
    return mask
  }

  // The letters have a bit each; digits share three, all else three more.
  private static func bit(of byte: UInt8) -> UInt32 {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"):
      UInt32(byte - UInt8(ascii: "a"))
    case UInt8(ascii: "0")...UInt8(ascii: "9"): 26 + UInt32(byte % 3)
    default: 29 + UInt32(byte % 3)
    }
  }
}
