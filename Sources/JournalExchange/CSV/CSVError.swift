/// Why bytes are not a table of comma-separated values, and where.
public struct CSVError: Error, Sendable, Hashable, CustomStringConvertible {
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
  }

  /// What is wrong.
  public let reason: Reason
  /// The line of the file, counted from 1.
  public let line: Int
  /// The character of the line, counted from 1.
  public let column: Int

  public var description: String {
    "line \(line), column \(column): \(reason)"
  }
}

extension CSVError.Reason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .strayQuote: "a quote stands inside of an unquoted field"
    case .textAfterQuote: "text follows the quote that closes a field"
    case .unclosedQuote: "this quote is never closed"
    case .notUTF8: "the field is not UTF-8"
    case .utf16: "the file is UTF-16, not UTF-8"
    }
  }

  /// What to do about it.
  public var hint: String {
    switch self {
    case .strayQuote, .textAfterQuote, .unclosedQuote:
      "a field that holds a quote stands in quotes, and the quote twice: "
        + "\"say \"\"hello\"\"\""
    case .notUTF8, .utf16: "save the table as CSV in UTF-8"
    }
  }
}
