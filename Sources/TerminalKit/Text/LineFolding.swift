internal import Encodings
internal import TextKit

/// Breaks lines that are too long for a terminal between words, so that the
/// terminal does not break them within a word.
///
/// Styles take no columns. Continued lines are indented a little further than
/// the first, and words wider than a line are cut.
struct LineFolding {
  /// The columns of a line.
  let width: Int

  /// Returns `text` with all its lines folded.
  ///
  /// - Complexity: O(*n*); lines that fit are only counted.
  func fold(_ text: String) -> String {
    guard hasLongLine(text) else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { fold(line: $0) }
      .joined(by: "\n")
  }

  /// Returns whether any line has more bytes than columns; others surely fit.
  private func hasLongLine(_ text: String) -> Bool {
    var length = 0
    for byte in text.utf8 {
      length = byte == UInt8(ascii: "\n") ? 0 : length + 1
      if length > width { return true }
    }
    return false
  }

  private func fold(line: Substring) -> String {
    guard line.utf8.count > width else { return String(line) }
    let pieces = Self.pieces(of: line)
    guard pieces.reduce(0, { $0 + $1.columns }) > width else {
      return String(line)
    }
    let indent: Int
    if case .blanks(let count)? = pieces.first {
      indent = count
    } else {
      indent = 0
    }
    var folded = FoldedLine(width: width, hanging: min(indent + 2, width / 2))
    for piece in Self.joiningCommands(pieces) { folded.append(piece) }
    return folded.text
  }

  /// Joins each command of the program in single quotes or after a colon into
  /// one piece, as people paste commands and folding must not break them.
  private static func joiningCommands(_ pieces: [Piece]) -> [Piece] {
    var joined: [Piece] = []
    var rest = pieces[...]
    var isAfterColon = false
    while let piece = rest.first {
      let command = rest.prefix(
        isAfterColon && piece.text == CommandLineParser.program
          ? rest.count : lengthOfCommand(rest))
      if case .word(let word, _) = piece {
        // A usage line is only read, not pasted.
        isAfterColon = word.hasSuffix(":") && word != "usage:"
      }
      if command.count > 1 {
        joined.append(
          .command(
            command.map(\.text).joined(),
            columns: command.reduce(0) { $0 + $1.columns }))
      } else {
        joined.append(piece)
      }
      rest = rest.dropFirst(max(command.count, 1))
    }
    return joined
  }

  /// Returns the number of pieces of a command in quotes; 0 if none begins.
  private static func lengthOfCommand(_ pieces: ArraySlice<Piece>) -> Int {
    var depth = 0
    for (count, piece) in pieces.enumerated() {
      if case .word(let word, _) = piece {
        let core = word.drop { "([".contains($0) }
        // Words for the shell may be quoted inside.
        let opening = depth == 0 ? "'\(CommandLineParser.program)" : "'"
        if core.hasPrefix(opening) { depth += 1 }
        let bare = word.reversed().drop { ".,;:!?)]".contains($0) }
        if depth > 0, bare.count > 1, bare.first == "'" { depth -= 1 }
      }
      if depth == 0 { return count == 0 ? 0 : count + 1 }
    }
    return 0
  }

  /// A part of a line that stays in one piece.
  enum Piece {
    case style(String)
    case blanks(Int)
    case word(String, columns: Int)
    /// A command, which stays in one line at any length.
    case command(String, columns: Int)

    var columns: Int {
      switch self {
      case .style: 0
      case .blanks(let count): count
      case .word(_, let columns), .command(_, let columns): columns
      }
    }

    var text: String {
      switch self {
      case .style(let text), .word(let text, _), .command(let text, _): text
      case .blanks(let count): String(repeating: " ", count: count)
      }
    }
  }

  /// Splits scalar by scalar, since a mark after a style would hide its end.
  private static func pieces(of line: Substring) -> [Piece] {
    var pieces: [Piece] = []
    var rest = line.unicodeScalars
    while let scalar = rest.first {
      if scalar == "\u{1B}" {
        let end = rest.firstIndex(of: "m").map(rest.index(after:))
        let style = rest[..<(end ?? rest.endIndex)]
        pieces.append(.style(String(style)))
        rest = rest[style.endIndex...]
      } else if scalar == " " {
        let blanks = rest.prefix { $0 == " " }
        pieces.append(.blanks(blanks.count))
        rest = rest[blanks.endIndex...]
      } else {
        let word = rest.prefix { $0 != " " && $0 != "\u{1B}" }
        let text = String(word)
        pieces.append(.word(text, columns: TextWidth.mostColumns(of: text)))
        rest = rest[word.endIndex...]
      }
    }
    return pieces
  }
}

/// The rows of a long line, under construction.
private struct FoldedLine {
  let width: Int
  let hanging: Int
  private var rows: [String] = []
  private var row: String
  private var columns: Int
  private var hasWord = false
  /// Spaces and styles wait for the next word, as a line break replaces spaces.
  private var waiting = ""
  private var waitingStyles = ""
  private var waitingColumns = 0

  init(width: Int, indent: Int = 0, hanging: Int) {
    self.width = width
    self.hanging = hanging
    row = String(repeating: " ", count: indent)
    columns = indent
  }

  var text: String {
    (rows + [row + waitingStyles]).joined(by: "\n")
  }

  mutating func append(_ piece: LineFolding.Piece) {
    switch piece {
    case .style(let style):
      waiting += style
      waitingStyles += style
    case .blanks(let count):
      waiting += String(repeating: " ", count: count)
      waitingColumns += count
    case .word(let word, let size): append(word, size)
    case .command(let command, let size):
      append(command, size, isCut: false)
    }
  }

  private mutating func append(_ word: String, _ size: Int, isCut: Bool = true)
  {
    if columns + waitingColumns + size <= width {
      place(waiting + word, waitingColumns + size)
    } else {
      if hasWord { startRow() }
      if columns + size <= width || !isCut {
        place(waitingStyles + word, size)
      } else {
        cut(waitingStyles + word)
      }
    }
    (waiting, waitingStyles, waitingColumns) = ("", "", 0)
  }

  private mutating func place(_ text: String, _ size: Int) {
    row += text
    columns += size
    hasWord = true
  }

  private mutating func startRow() {
    rows.append(row)
    row = String(repeating: " ", count: hanging)
    columns = hanging
    hasWord = false
  }

  private mutating func cut(_ word: String) {
    for character in word {
      let size = TextWidth.mostColumns(of: character)
      if columns + size > width { startRow() }
      place(String(character), size)
    }
  }
}

/// Breaks text into lines between words.
enum TextWrapping {
  /// Returns the words of `text` in lines of at most `width` columns. The first
  /// line begins with `indent` spaces, the others with `hanging`.
  static func wrap(
    _ text: String, width: Int, indent: Int = 0, hanging: Int = 0
  ) -> String {
    var line = FoldedLine(width: width, indent: indent, hanging: hanging)
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      line.append(
        .word(String(word), columns: TextWidth.columns(of: String(word))))
      line.append(.blanks(1))
    }
    return line.text
  }
}

/// Fits text to a terminal, and keeps it from controlling the terminal. Text for
/// pipes and files keeps its lines.
struct TextLayout: Sendable {
  private let charset: Charset
  private let folding: LineFolding

  /// Creates the layout for a terminal; `nil` for pipes and files.
  init?(for terminal: Terminal) {
    guard terminal.isTerminal else { return nil }
    charset = terminal.charset
    folding = LineFolding(width: terminal.width)
  }

  /// Returns `text` in the terminal's characters and within its width; only a
  /// command alone in its line may be longer.
  func laidOut(_ text: String) -> String {
    folding.fold(encoded(text))
  }

  /// Returns `text` in the terminal's characters, its lines unchanged.
  func encoded(_ text: String) -> String {
    charset.encoded(SafeText.onTerminal(text, .styled))
  }
}
