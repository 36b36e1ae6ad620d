public import ErrorKit

/// Why bytes are not a table of comma-separated values, and where.
public struct CSVError: DescribedError, Sendable, Hashable {
  /// What is wrong, in words.
  public enum Reason: String, Sendable {
    case strayQuote = "a quote stands inside of an unquoted field"
    case textAfterQuote = "text follows the quote that closes a field"
    case unclosedQuote = "this quote is never closed"
    case notUTF8 = "the field is not UTF-8"
    case utf16 = "the file is UTF-16, not UTF-8"
    case tooLong = "more than 16 MiB or 65,536 fields belong to one record"
  }

  /// What is wrong.
  public let reason: Reason
  /// The line of the file, counted from 1.
  public let line: Int
  /// The character of the line, counted from 1.
  public let column: Int

  /// Creates an error.
  public init(reason: Reason, line: Int, column: Int) {
    self.reason = reason
    self.line = line
    self.column = column
  }

  public var facts: ErrorFacts {
    let remedy: Remedy =
      switch reason {
      case .strayQuote, .textAfterQuote, .unclosedQuote, .tooLong:
        """
        a field that holds a quote stands in quotes, and the quote twice: \
        "say ""hello\"""
        """
      case .notUTF8, .utf16: "save the table as CSV in UTF-8"
      }
    return .init(
      .invalidInput, "line \(line), column \(column): \(reason.rawValue)",
      remedy, outcome: .nothingWritten, title: "Import Failed")
  }
}
