public import ErrorKit
internal import Glibc

/// Reads JSON values, one a line, from bytes that arrive in pieces. Only a
/// piece and a line are held in memory.
public struct JSONLines {
  private let nextPiece: ByteSource
  private var piece: [UInt8] = []
  private var index = 0
  private var countBefore = 0

  /// The number of the last line read, from 1.
  public private(set) var number = 0
  /// The number of bytes read so far.
  public var offset: Int { countBefore + index }

  /// The longest line in bytes.
  public static let mostBytes = 1 << 26

  /// Creates a reader of a source.
  public init(_ source: @escaping ByteSource) { nextPiece = source }

  /// The value of the next line that is not blank; `nil` at the end.
  ///
  /// - Throws: ``LineError`` for a line that contains no JSON value or is too
  ///   long, and the errors of the source.
  public mutating func next() throws -> JSONValue? {
    while let range = try nextLine() {
      number += 1
      let isBlank = piece[range].allSatisfy {
        $0 == 0x20 || $0 == 0x0d || $0 == 0x09
      }
      guard !isBlank else { continue }
      do throws(JSONError) {
        return try JSONReader.parse(piece.span.bytes.extracting(range))
      } catch {
        throw LineError(line: number, underlying: error)
      }
    }
    return nil
  }

  /// The range of the next line in the piece; `nil` at the end.
  private mutating func nextLine() throws -> Range<Int>? {
    var searched = index
    while true {
      if let end = lineEnd(from: searched) {
        defer { index = end + 1 }
        return index..<end
      }
      guard piece.count - index <= Self.mostBytes else {
        throw LineError(
          line: number + 1,
          underlying: JSONError(
            reason: "line is longer than 64 MiB", column: Self.mostBytes))
      }
      searched = piece.count - index
      let more = try nextPiece()
      guard !more.isEmpty else {
        guard index < piece.count else { return nil }
        defer { index = piece.count }
        return index..<piece.count
      }
      countBefore += index
      piece.removeFirst(index)
      piece += more
      index = 0
      // Windows programs begin a text with a byte order mark.
      let mark = CSVByte.byteOrderMark
      if countBefore == 0, piece.starts(with: mark) { index = mark.count }
    }
  }

  private func lineEnd(from start: Int) -> Int? {
    piece.withUnsafeBytes { bytes in
      guard start < bytes.count, let base = bytes.baseAddress,
        let found = memchr(base + start, 0x0a, bytes.count - start)
      else { return nil }
      return base.distance(to: UnsafeRawPointer(found))
    }
  }
}

/// An error in a line of input that is read completely or not at all.
public struct LineError: DescribedError {
  /// The line, counted from 1.
  public let line: Int
  /// The error in the line.
  public let underlying: any Error
  /// The outcome of the lines before it.
  public let outcome: ErrorOutcome

  /// Creates an error.
  public init(
    line: Int, underlying: any Error, outcome: ErrorOutcome = .noneWritten
  ) {
    self.line = line
    self.underlying = underlying
    self.outcome = outcome
  }

  public var facts: ErrorFacts {
    var facts = ErrorFacts(of: underlying)
    facts.message = "line \(line): \(facts.message)"
    facts.outcome = outcome
    return facts
  }
}
