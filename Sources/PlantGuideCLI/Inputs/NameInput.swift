internal import JournalEvents
internal import TerminalKit

/// Checks of names that people type.
enum NameInput {
  /// `text` without the blanks around it, if it can be a name.
  static func name(_ text: String, _ what: String) throws -> String {
    let name = NewName.trimmed(text)
    guard !NewName.isBroken(name) else {
      throw UsageError(
        "\(what) holds a line break or a tab",
        hint: "write it on one line, with blanks")
    }
    return try checked(name, what, limit: FieldForm.nameLimit)
  }

  /// `text`, if it can be what a plant is called: every name but `-`, which
  /// stands for those on standard input.
  static func nickname(_ text: String) throws -> String {
    guard NewName.trimmed(text) != "-" else {
      throw UsageError(
        "a plant cannot be called '-', which stands for names on standard input"
      )
    }
    return try name(text, "the nickname")
  }

  /// `text`, if it can be a note.
  static func note(_ text: String) throws -> String {
    try checked(text, "the note", limit: FieldForm.noteLimit)
  }

  private static func checked(
    _ text: String, _ what: String, limit: Int
  ) throws -> String {
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw UsageError("\(what) must not be empty")
    }
    // It ends texts for other programs, and no terminal can show it.
    guard !text.utf8.contains(0) else {
      throw UsageError("\(what) holds a NUL character")
    }
    guard text.utf8.count <= limit else {
      throw UsageError(
        "\(what) is \(text.utf8.count) bytes long; at most \(limit) are kept")
    }
    return text
  }

  /// The first word of a scientific name.
  static func genus(of name: String) -> String {
    String(name.split(separator: " ").first ?? "")
  }
}
