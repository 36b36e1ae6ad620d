/// Base64 with padding (RFC 4648 §4), as web pages and terminals use it.
public enum Base64 {
  /// The text of `bytes`, as ASCII.
  public static func encode(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    Base64URL.append(bytes.span.bytes, to: &text)
    for index in text.indices {
      switch text[index] {
      case UInt8(ascii: "-"): text[index] = UInt8(ascii: "+")
      case UInt8(ascii: "_"): text[index] = UInt8(ascii: "/")
      default: break
      }
    }
    let padding = (4 - text.count % 4) % 4
    return text + repeatElement(UInt8(ascii: "="), count: padding)
  }
}
