/// Writes iCalendar content lines (RFC 5545, section 3.1): ended by CRLF and
/// folded after 75 octets, never within a character.
public struct ICalendarWriter: Sendable {
  /// The output so far.
  public private(set) var bytes: [UInt8] = []

  /// The octets of a line without its end.
  private static let lineLimit = 75

  /// Creates an empty writer.
  public init() {}

  /// Writes a component: `BEGIN`, the output of `body`, `END`.
  public mutating func component(
    _ name: StaticString,
    _ body: (inout ICalendarWriter) throws -> Void
  ) rethrows {
    line("BEGIN", "\(name)")
    try body(&self)
    line("END", "\(name)")
  }

  /// Writes a property whose value is in the standard's form: a date, a number,
  /// a word. `name` may contain parameters.
  public mutating func line(_ name: String, _ value: String) {
    var used = 0
    for scalar in "\(name):\(value)".unicodeScalars {
      let octets = Array(String(scalar).utf8)
      if used + octets.count > Self.lineLimit {
        // A folded line begins with a space, which counts.
        bytes += [0x0d, 0x0a, 0x20]
        used = 1
      }
      bytes += octets
      used += octets.count
    }
    bytes += [0x0d, 0x0a]
  }

  /// Writes a property whose value is free text, escaped; control characters
  /// other than line breaks, which no value may contain, are omitted.
  public mutating func text(_ name: String, _ value: String) {
    line(name, Self.escaped(value))
  }

  private static func escaped(_ value: String) -> String {
    var result = ""
    // A carriage return and a line feed are one character.
    for character in value {
      switch character {
      case "\\": result += "\\\\"
      case ";": result += "\\;"
      case ",": result += "\\,"
      case _ where character.isNewline: result += "\\n"
      default:
        result.unicodeScalars += character.unicodeScalars.filter {
          $0.properties.generalCategory != .control || $0 == "\t"
        }
      }
    }
    return result
  }
}
