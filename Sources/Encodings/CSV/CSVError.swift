public import ErrorKit

/// Why bytes are not a table of comma-separated values, and where.
public struct CSVError: DescribedError, Sendable, Hashable {
  /// What is wrong.
  public enum Reason: Sendable, Hashable {
    /// A quote stands inside of a field that does not begin with one.
    case strayQuote
    /// Something other than a separator follows a closing quote.
    case textAfterQuote
    /// A quoted field has no closing quote.
    case unclosedQuote
    /// A field is not UTF-8.
    case notUTF8
    /// The file is UTF-16.
    case utf16
    /// The record is longer than any should be.
    case tooLong
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
    let (fault, remedy) = reason.words
    return .init(
      .invalidInput, "line \(line), column \(column): \(fault)", remedy,
      outcome: .nothingWritten, title: "Import Failed")
  }
}

extension CSVError.Reason {
  fileprivate var words: (fault: String, Remedy) {
    let quoting: Remedy = """
      a field that holds a quote stands in quotes, and the quote twice: \
      "say ""hello\"""
      """
    let saving: Remedy = "save the table as CSV in UTF-8"
    return switch self {
    case .strayQuote: ("a quote stands inside of an unquoted field", quoting)
    case .textAfterQuote:
      ("text follows the quote that closes a field", quoting)
    case .unclosedQuote: ("this quote is never closed", quoting)
    case .notUTF8: ("the field is not UTF-8", saving)
    case .utf16: ("the file is UTF-16, not UTF-8", saving)
    case .tooLong:
      ("more than 16 MiB or 65,536 fields belong to one record", quoting)
    }
  }
}
