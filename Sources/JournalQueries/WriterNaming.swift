public import ErrorKit
public import JournalEvents
internal import JournalLog
public import JournalProjections

/// An error in the name of a writer.
public enum WriterNameError: DescribedError {
  /// No writer has this name, or an id that starts with it.
  case notFound(String)
  /// Several writers have this name, or ids that start with it.
  case ambiguous(String, [WriterID])

  public var facts: ErrorFacts {
    switch self {
    case .notFound(let text):
      ErrorFacts(
        .nothingMatched,
        "no device or person is called '\(text)', and no writer's id begins so",
        .listWriters, outcome: .nothingWritten)
    case .ambiguous(let text, let writers):
      ErrorFacts(
        .invalidInput,
        "'\(text)' is the name, or begins the ids, of \(writers.count) writers",
        .text(
          "write one's id, such as "
            + writers.map(\.description).joined(separator: " or ")))
    }
  }
}

extension Snapshot {
  /// Returns the writer that a user named.
  ///
  /// - Parameter text: The name of a device, alone or with its person; or the
  ///   start of an id.
  /// - Returns: The writer.
  /// - Throws: ``WriterNameError``, or an error of the store.
  public func writer(named text: String) throws -> WriterID {
    let found = try writers(named: text)
    guard let writer = found.first else {
      throw WriterNameError.notFound(text)
    }
    guard found.count == 1 else {
      throw WriterNameError.ambiguous(text, found)
    }
    return writer
  }

  /// Returns the writers of a device or person with this name, in any case; if
  /// there are none, the writers whose ids start with it.
  func writers(named text: String) throws -> [WriterID] {
    let wanted = text.lowercased()
    guard !wanted.isEmpty else { return [] }
    let writers = try log.vector(in: transaction).map(\.writer)
    let named = try writers.filter { writer in
      guard let name = try name(of: writer) else { return false }
      return [name.device, name.person, name.text]
        .contains { $0?.lowercased() == wanted }
    }
    return named.isEmpty
      ? writers.filter { $0.description.hasPrefix(wanted) } : named
  }
}
