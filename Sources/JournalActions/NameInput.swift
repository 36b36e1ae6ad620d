public import ErrorKit
internal import JournalEvents

/// An error of a name or a note.
public struct NameInputError: DescribedError, Hashable {
  public let facts: ErrorFacts

  fileprivate init(_ message: String, _ remedy: Remedy? = nil) {
    facts = .init(.invalidInput, message, remedy)
  }
}

/// The checks of typed names.
public enum NameInput {
  /// Returns `text` without white space around it, if it can be a name.
  ///
  /// - Parameters:
  ///   - text: The typed text.
  ///   - what: The subject of errors: "the room's name".
  /// - Returns: The name.
  /// - Throws: ``NameInputError``.
  public static func name(
    _ text: String, _ what: String
  ) throws(NameInputError) -> String {
    let name = NewName.trimmed(text)
    if let fault = NewName.fault(of: name) {
      let isOfNotes = NewName.fault(ofNote: name) != nil
      throw NameInputError(
        "\(what) holds \(fault)",
        isOfNotes ? "take it out" : "write it on one line, with blanks")
    }
    return try checked(name, what, limit: FieldForm.nameLimit)
  }

  /// Returns `text`, if it can be a note.
  ///
  /// - Throws: ``NameInputError``.
  public static func note(_ text: String) throws(NameInputError) -> String {
    if let fault = NewName.fault(ofNote: text) {
      throw NameInputError("the note holds \(fault)", "take it out")
    }
    return try checked(text, "the note", limit: FieldForm.noteLimit)
  }

  private static func checked(
    _ text: String, _ what: String, limit: Int
  ) throws(NameInputError) -> String {
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw NameInputError("\(what) must not be empty")
    }
    // NUL ends texts for other programs, and no terminal can show it.
    guard !text.utf8.contains(0) else {
      throw NameInputError("\(what) holds a NUL character")
    }
    guard text.utf8.count <= limit else {
      let unit = text.utf8.allSatisfy { $0 < 0x80 } ? "characters" : "bytes"
      throw NameInputError(
        "\(what) is \(text.utf8.count) \(unit) long; at most \(limit) are kept")
    }
    return text
  }

  /// Returns the first word of a scientific name.
  public static func genus(of name: String) -> String {
    String(name.split(separator: " ").first ?? "")
  }
}
