internal import Encodings

/// The id of an element, which other elements and links refer to.
public struct HTMLID: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The id, of letters, digits, `-`, `_` and `.`.
  let text: String

  /// Creates an id from a literal.
  public init(stringLiteral word: String) { text = Self.encoded(word) }

  /// Creates an id of one of many elements, such as `plant-ID`. Different texts
  /// give different ids.
  public init(_ word: StaticString, _ text: String) {
    self.text = Self.encoded("\(word)-\(text)")
  }

  private static func encoded(_ text: String) -> String {
    guard !text.utf8.allSatisfy(\.isPlainInID) else { return text }
    var bytes: [UInt8] = []
    for unit in text.utf8 {
      if unit.isPlainInID {
        bytes.append(unit)
      } else {
        bytes.append(UInt8(ascii: "."))
        Hexadecimal.append(unit, to: &bytes)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension UInt8 {
  fileprivate var isPlainInID: Bool {
    isUnreserved && self != UInt8(ascii: ".") && self != UInt8(ascii: "~")
  }

  /// A Boolean value that indicates whether it stands for itself in an address
  /// (RFC 3986 §2.3).
  var isUnreserved: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
