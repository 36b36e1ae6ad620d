internal import JournalQueries
internal import TerminalKit
internal import TextKit

/// What `list --format` prints of each plant: text with fields in braces.
///
///     {name} stands in {room}\t{next:date}
struct ListTemplate {
  private enum Piece {
    case text(String)
    case field(ListField)
  }

  private let pieces: [Piece]

  /// Reads a template: `{name}` is a field, `\n` a line break, `\t` a
  /// tabulator, and `\\`, `\{` and `\}` are the signs themselves.
  init(_ text: String) throws(UsageError) {
    var pieces: [Piece] = []
    var plain = ""
    var rest = text[...]
    while let character = rest.popFirst() {
      switch character {
      case "\\": plain.append(try Self.escaped(rest.popFirst()))
      case "{":
        guard let end = rest.firstIndex(of: "}") else {
          throw UsageError(
            "a field of '--format' is not closed: '{\(rest)'",
            hint: "write {name}, or \\{ for a brace")
        }
        if !plain.isEmpty { pieces.append(.text(plain)) }
        plain = ""
        pieces.append(.field(try ListField(String(rest[..<end]))))
        rest = rest[rest.index(after: end)...]
      case "}":
        throw UsageError(
          "'}' closes no field of '--format'", hint: "write \\} for a brace")
      default: plain.append(try Self.literal(character))
      }
    }
    if !plain.isEmpty { pieces.append(.text(plain)) }
    self.pieces = pieces
  }

  /// Line breaks and tabulators lay texts out; other control characters
  /// would drive the terminal.
  private static func literal(
    _ character: Character
  ) throws(UsageError) -> Character {
    let controls = character.unicodeScalars.filter {
      $0.properties.generalCategory == .control && $0 != "\n" && $0 != "\t"
    }
    guard controls.isEmpty else {
      throw UsageError(
        "'--format' holds the control character "
          + "'\(SafeText.shown(String(character)))'",
        hint: "there are only line breaks (\\n) and tabulators (\\t)")
    }
    return character
  }

  private static func escaped(
    _ character: Character?
  ) throws(UsageError) -> Character {
    switch character {
    case "n": return "\n"
    case "t": return "\t"
    case "\\", "{", "}": return character ?? "\\"
    default:
      throw UsageError(
        "'\\\(character.map { "\($0)" } ?? "")' means nothing in '--format'",
        hint: "there are \\n, \\t, \\\\, \\{ and \\}")
    }
  }

  /// The template with a plant's texts, each through `shown`.
  func text(
    for row: ListRow, shown: (String) -> String = { SafeText.shown($0) }
  ) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .field(let field): shown(row.shown(field))
      }
    }.joined()
  }
}
