internal import TextKit

/// The text that an option prints for each of many things, with fields in
/// braces.
///
///     {name} stands in {room}\t{next:date}
package struct TextTemplate<Field> {
  private enum Piece {
    case text(String)
    case field(Field)
  }

  private let pieces: [Piece]
  /// The fields, in order.
  package var fields: [Field] {
    pieces.compactMap { piece in
      guard case .field(let field) = piece else { return nil }
      return field
    }
  }

  /// Reads a template: `{name}` is a field, `\n` a line break, `\t` a
  /// tabulator; `\\`, `\{` and `\}` are the signs themselves.
  ///
  /// - Parameters:
  ///   - text: The typed text.
  ///   - option: The option that errors name: `--format`.
  ///   - field: Reads the text in braces.
  /// - Throws: `UsageError` if the template is invalid, and the errors of
  ///   `field`.
  package init(
    _ text: String, option: String,
    field: (String) throws(UsageError) -> Field
  ) throws(UsageError) {
    var pieces: [Piece] = []
    var plain = ""
    var rest = text[...]
    while let character = rest.popFirst() {
      switch character {
      case "\\": plain.append(try Self.escaped(rest.popFirst(), option))
      case "{":
        guard let end = rest.firstIndex(of: "}") else {
          throw UsageError(
            "a field of '\(option)' is not closed: '{\(rest)'",
            hint: "write {name}, or \\{ for a brace")
        }
        if !plain.isEmpty { pieces.append(.text(plain)) }
        plain = ""
        pieces.append(.field(try field(String(rest[..<end]))))
        rest = rest[rest.index(after: end)...]
      case "}":
        throw UsageError(
          "'}' closes no field of '\(option)'", hint: "write \\} for a brace")
      default: plain.append(try Self.literal(character, option))
      }
    }
    if !plain.isEmpty { pieces.append(.text(plain)) }
    self.pieces = pieces
  }

  /// Returns the character if it is safe: line breaks and tabulators are, but
  /// other control characters would control the terminal.
  private static func literal(
    _ character: Character, _ option: String
  ) throws(UsageError) -> Character {
    let controls = character.unicodeScalars.filter {
      $0.properties.generalCategory == .control && $0 != "\n" && $0 != "\t"
    }
    guard controls.isEmpty else {
      throw UsageError(
        "'\(option)' holds the control character "
          + "'\(SafeText.shown(String(character)))'",
        hint: "there are only line breaks (\\n) and tabulators (\\t)")
    }
    return character
  }

  private static func escaped(
    _ character: Character?, _ option: String
  ) throws(UsageError) -> Character {
    switch character {
    case "n": return "\n"
    case "t": return "\t"
    case "\\", "{", "}": return character ?? "\\"
    default:
      throw UsageError(
        "'\\\(character.map { "\($0)" } ?? "")' means nothing in '\(option)'",
        hint: "there are \\n, \\t, \\\\, \\{ and \\}")
    }
  }

  /// Returns the template with its fields replaced by their texts.
  package func text(_ text: (Field) -> String) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let plain): plain
      case .field(let field): text(field)
      }
    }.joined()
  }
}
