public import ErrorKit

/// A problem in one place of a table or of another program's backup.
public struct TableProblem: Sendable, Hashable, CustomStringConvertible {
  /// The place: "line 3", "plants/data.json, entry 7".
  public let place: String
  /// The column's name; `nil` for the whole entry.
  public let column: String?
  /// The problem, as the end of a sentence.
  public let reason: String

  /// Creates a problem.
  public init(place: String, column: String? = nil, reason: String) {
    self.place = place
    self.column = column
    self.reason = reason
  }

  public var description: String {
    let subject = column.map { ", column '\($0)'" } ?? ""
    return "\(place)\(subject): \(reason)"
  }
}

/// An error of importing a table.
public enum TableError: DescribedError, Sendable, Hashable {
  /// The table has no lines.
  case empty
  /// The first line names no known column.
  case noKnownColumn(found: [String])
  /// The table is another export of this program, which cannot be imported.
  case exported(ExportedTable)
  /// Two columns mean the same.
  case repeatedColumn(String, and: String)
  /// The collection has changed since the preview of the import.
  case otherThanShown
  /// The cells or entries have problems: the first of them, and their number.
  case problems([TableProblem], count: Int)

  /// The number of problems in a report.
  public static let mostProblemsTold = 20

  public var facts: ErrorFacts {
    switch self {
    case .empty: Self.refusal("the table is empty")
    case .noKnownColumn(let found):
      Self.refusal(
        "the first line names no known column, only "
          + found.prefix(10).joined(separator: ", "), .readAboutTables)
    case .exported(let table):
      Self.refusal(
        "the table holds \(table == .rooms ? "rooms" : "a history"), but only "
          + "plants and schedules are imported",
        table == .rooms ? .addRooms : .importEvents)
    case .repeatedColumn(let one, let other):
      Self.refusal("the columns '\(one)' and '\(other)' mean the same")
    case .otherThanShown:
      .init(
        .conflict, "the collection has changed since the difference was shown",
        "import the table again", outcome: .nothingWritten,
        title: "Import Failed")
    case .problems(let problems, let count):
      Self.facts(of: problems.map(\.description), count: count)
    }
  }

  private static func facts(of lines: [String], count: Int) -> ErrorFacts {
    guard count > 1 else {
      return refusal(lines.first ?? "", .correctInput)
    }
    var facts = refusal("\(count) errors were found", .correctInput)
    let others = count - lines.count
    facts.details = lines + (others > 0 ? ["and \(others) more"] : [])
    return facts
  }

  private static func refusal(
    _ message: String, _ remedy: Remedy? = nil
  ) -> ErrorFacts {
    .init(
      .invalidInput, message, remedy, outcome: .nothingWritten,
      title: "Import Failed")
  }
}

/// A list of problems, to report all at once.
struct ProblemList {
  private(set) var problems: [TableProblem] = []
  private(set) var count = 0

  mutating func add(
    _ reason: String, at place: String, _ column: String? = nil
  ) {
    count += 1
    guard problems.count < TableError.mostProblemsTold else { return }
    problems.append(
      TableProblem(place: place, column: column, reason: reason))
  }

  /// - Throws: `TableError` if anything is wrong.
  func check() throws(TableError) {
    if count > 0 { throw .problems(problems, count: count) }
  }
}
