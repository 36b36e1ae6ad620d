/// A field of a table.
public struct CSVField: Sendable, Hashable {
  /// The text, without the quotes around it.
  public let text: String
  /// A Boolean value that indicates whether it was quoted: spaces count then.
  public let isQuoted: Bool

  /// Creates a field.
  public init(_ text: String, isQuoted: Bool = false) {
    self.text = text
    self.isQuoted = isQuoted
  }
}

/// A record of a table: a line, or several if a field contains line breaks.
///
/// Fields become text on demand.
public struct CSVRecord: Sendable, Hashable {
  /// The largest record. An unclosed quote must not swallow a whole file.
  static let mostBytes = 1 << 24
  static let mostFields = 1 << 16

  /// The line on which it begins, counted from 1.
  public private(set) var line = 0
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  private var areQuoted: [Bool] = []

  /// Creates room for a record.
  public init() {}

  /// The number of fields, at least one.
  public var count: Int { ends.count }

  /// The fields.
  public var fields: [CSVField] {
    ends.indices.map {
      CSVField(
        String(decoding: bytes(of: $0), as: UTF8.self), isQuoted: areQuoted[$0])
    }
  }

  /// The bytes of a field, without the quotes around it.
  public func bytes(of index: Int) -> ArraySlice<UInt8> {
    bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
  }

  /// A Boolean value that indicates whether the line is empty.
  public var isBlank: Bool { count == 1 && bytes.isEmpty && !areQuoted[0] }

  // MARK: Filling

  mutating func begin(line: Int) {
    self.line = line
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    areQuoted.removeAll(keepingCapacity: true)
  }

  mutating func append(
    _ more: some Collection<UInt8>
  ) throws(CSVError) {
    guard bytes.count + more.count <= Self.mostBytes else { throw tooLong }
    bytes += more
  }

  mutating func endField(
    isQuoted: Bool, droppingCarriageReturn: Bool = false
  ) throws(CSVError) {
    guard count < Self.mostFields else { throw tooLong }
    if droppingCarriageReturn, bytes.count > ends.last ?? 0,
      bytes.last == CSVByte.carriageReturn
    {
      bytes.removeLast()
    }
    ends.append(bytes.count)
    areQuoted.append(isQuoted)
  }

  private var tooLong: CSVError {
    CSVError(reason: .tooLong, line: line, column: 1)
  }

  /// A Boolean value that indicates whether the last field is UTF-8.
  var endsInText: Bool {
    String(checking: bytes(of: count - 1).span.bytes) != nil
  }
}
