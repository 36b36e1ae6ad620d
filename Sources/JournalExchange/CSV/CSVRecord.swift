/// One field of a table.
public struct CSVField: Sendable, Hashable {
  /// Its text, without the quotes around it.
  public let text: String
  /// Whether it stood in quotes, and so means every space it holds.
  public let isQuoted: Bool

  /// Creates a field.
  public init(_ text: String, isQuoted: Bool = false) {
    self.text = text
    self.isQuoted = isQuoted
  }
}

/// One record of a table: a line, or several where a field holds line breaks.
public struct CSVRecord: Sendable, Hashable {
  /// The line it begins on, counted from 1.
  public let line: Int
  /// Its fields, at least one.
  public let fields: [CSVField]

  /// Whether the line is empty.
  public var isBlank: Bool {
    fields.count == 1 && fields[0].text.isEmpty && !fields[0].isQuoted
  }
}
