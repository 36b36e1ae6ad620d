public import ErrorKit
public import JournalEvents
internal import JournalLog
public import JournalProjections

/// The beginning of a writer's id that does not name one writer.
public enum WriterNameError: DescribedError {
  /// No writer's id begins so.
  case notFound(String)
  /// The ids of so many writers begin so.
  case ambiguous(String, count: Int)

  public var facts: ErrorFacts {
    switch self {
    case .notFound(let text):
      ErrorFacts(
        .nothingMatched, "no writer's id begins with '\(text)'",
        .listWriters, outcome: .nothingWritten)
    case .ambiguous(let text, let count):
      ErrorFacts(
        .invalidInput, "'\(text)' begins the ids of \(count) writers")
    }
  }
}

extension Snapshot {
  /// The writer whose id begins with what somebody typed.
  ///
  /// - Throws: ``WriterNameError``, and what the store throws.
  public func writer(named beginning: String) throws -> WriterID {
    let wanted = beginning.lowercased()
    let found = try log.vector(in: transaction).map(\.writer).filter {
      !wanted.isEmpty && $0.description.hasPrefix(wanted)
    }
    guard let writer = found.first else {
      throw WriterNameError.notFound(beginning)
    }
    guard found.count == 1 else {
      throw WriterNameError.ambiguous(beginning, count: found.count)
    }
    return writer
  }
}
