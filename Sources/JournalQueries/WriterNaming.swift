public import ErrorKit
public import JournalEvents
internal import JournalLog
public import JournalProjections

/// A text that does not name one writer.
public enum WriterNameError: DescribedError {
  /// No writer is called so, and no writer's id begins so.
  case notFound(String)
  /// So many writers are called so, or have ids that begin so.
  case ambiguous(String, count: Int)

  public var facts: ErrorFacts {
    switch self {
    case .notFound(let text):
      ErrorFacts(
        .nothingMatched,
        "no device or person is called '\(text)', and no writer's id begins so",
        .listWriters, outcome: .nothingWritten)
    case .ambiguous(let text, let count):
      ErrorFacts(
        .invalidInput,
        "'\(text)' is the name, or begins the ids, of \(count) writers",
        .listWriters)
    }
  }
}

extension Snapshot {
  /// The writer that somebody means.
  ///
  /// - Parameter text: What a device is called, alone or with its person; or
  ///   the beginning of an id.
  /// - Returns: The writer.
  /// - Throws: ``WriterNameError``, and what the store throws.
  public func writer(named text: String) throws -> WriterID {
    let found = try writers(named: text)
    guard let writer = found.first else {
      throw WriterNameError.notFound(text)
    }
    guard found.count == 1 else {
      throw WriterNameError.ambiguous(text, count: found.count)
    }
    return writer
  }

  /// The writers that somebody means: those of a device or person of this
  /// name, in any case; where there are none, those whose ids begin so.
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
