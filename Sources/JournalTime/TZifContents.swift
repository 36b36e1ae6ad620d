/// The offsets of a zone in a TZif file (RFC 8536).
///
/// Abbreviations and the marks for standard and daylight time are skipped: the
/// journal needs the time on a clock, not its name.
struct TZifContents: Sendable {
  /// The reason why bytes are not a TZif file.
  struct Malformed: Error {
    let reason: String
  }

  /// The seconds since 1970 at which the offset changes, ascending.
  private(set) var transitions: [Int64] = []

  /// The offsets in seconds east of UTC, one from each transition on.
  private(set) var offsets: [Int32] = []

  /// The offset before the first transition.
  private(set) var initialOffset: Int32 = 0

  /// The rule from the last transition on, if the file has one.
  private(set) var rule: POSIXTimeZone?

  /// Creates UTC, without transitions.
  init() {}

  /// Decodes a whole file.
  ///
  /// - Throws: `Malformed` if the bytes are not those of a TZif file.
  init(_ bytes: [UInt8]) throws(Malformed) {
    var reader = ByteReader(bytes)
    do {
      try decode(&reader)
    } catch let error as Malformed {
      throw error
    } catch {
      throw Malformed(reason: "it ends too early, at \(bytes.count) bytes")
    }
  }

  private mutating func decode(_ reader: inout ByteReader) throws {
    let header = try Header(&reader)
    guard header.hasWideBlock else {
      return try decodeBlock(&reader, header, times: Int32.self)
    }
    // Version 2 and later repeat the data with 64-bit times, and then the rule.
    _ = try reader.take(header.blockSize(timeSize: 4))
    let wideHeader = try Header(&reader)
    try decodeBlock(&reader, wideHeader, times: Int64.self)
    rule = try Self.footer(reader.rest)
  }

  private mutating func decodeBlock<Time: FixedWidthInteger>(
    _ reader: inout ByteReader,
    _ header: Header,
    times: Time.Type
  ) throws {
    // Taking the block at once bounds the counts before they size anything.
    var block = ByteReader(
      Array(try reader.take(header.blockSize(timeSize: Time.bitWidth / 8))))
    for _ in 0..<header.transitionCount {
      transitions.append(Int64(try block.take(Time.self)))
    }
    let indices = try block.take(header.transitionCount)
    let types = try Self.offsets(&block, count: header.typeCount)
    guard indices.allSatisfy({ Int($0) < types.count }) else {
      throw Malformed(reason: "a transition leads to an unknown offset")
    }
    guard zip(transitions, transitions.dropFirst()).allSatisfy(<) else {
      throw Malformed(reason: "its transitions are out of order")
    }
    offsets = indices.map { types[Int($0)] }
    // RFC 8536, 3.2: the first type is in force before the first transition.
    initialOffset = types[0]
  }

  /// Takes the local time types and keeps the offset of each.
  private static func offsets(
    _ block: inout ByteReader,
    count: Int
  ) throws -> [Int32] {
    var offsets: [Int32] = []
    for _ in 0..<count {
      let offset = try block.take(Int32.self)
      _ = try block.take(2)  // daylight mark, abbreviation
      // The RFC's bounds; the search for a day's start relies on them.
      guard -89_999...93_599 ~= offset else {
        throw Malformed(reason: "an offset is longer than a day")
      }
      offsets.append(offset)
    }
    return offsets
  }

  /// Decodes the rule between two line feeds; `nil` if there is none.
  private static func footer(
    _ bytes: ArraySlice<UInt8>
  ) throws(Malformed) -> POSIXTimeZone? {
    let lineFeed = UInt8(ascii: "\n")
    if bytes.isEmpty { return nil }
    let afterFirst = bytes.dropFirst()
    guard bytes.first == lineFeed,
      let end = afterFirst.firstIndex(of: lineFeed)
    else { throw Malformed(reason: "its footer is not a line") }
    let text = afterFirst[..<end]
    if text.isEmpty { return nil }
    guard let rule = POSIXTimeZone(ascii: text) else {
      throw Malformed(reason: "its footer is not a POSIX TZ rule")
    }
    return rule
  }
}

extension TZifContents {
  /// The counts before a block of data.
  private struct Header {
    let hasWideBlock: Bool
    let transitionCount: Int
    let typeCount: Int
    private let utcMarkCount: Int
    private let standardMarkCount: Int
    private let abbreviationSize: Int

    init(_ reader: inout ByteReader) throws {
      guard try reader.take(4).elementsEqual("TZif".utf8) else {
        throw Malformed(reason: "it does not begin with 'TZif'")
      }
      hasWideBlock = try reader.take(UInt8.self) >= UInt8(ascii: "2")
      _ = try reader.take(15)  // reserved
      utcMarkCount = Int(try reader.take(UInt32.self))
      standardMarkCount = Int(try reader.take(UInt32.self))
      let leapSecondCount = try reader.take(UInt32.self)
      transitionCount = Int(try reader.take(UInt32.self))
      typeCount = Int(try reader.take(UInt32.self))
      abbreviationSize = Int(try reader.take(UInt32.self))
      // The journal's instants are POSIX time, which has no leap seconds.
      guard leapSecondCount == 0 else {
        throw Malformed(reason: "it counts leap seconds, as 'right/' zones do")
      }
      guard typeCount > 0 else {
        throw Malformed(reason: "it has no offset at all")
      }
    }

    /// The bytes of the block for times of `timeSize` bytes.
    func blockSize(timeSize: Int) -> Int {
      transitionCount * (timeSize + 1) + typeCount * 6 + abbreviationSize
        + standardMarkCount + utcMarkCount
    }
  }
}

/// Reads bytes in order and throws, never traps, when they run out.
private struct ByteReader {
  /// The bytes ended too early.
  struct Exhausted: Error {}

  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The bytes not yet read.
  var rest: ArraySlice<UInt8> { bytes[position...] }

  /// Takes the next `count` bytes; `count` is not negative.
  mutating func take(_ count: Int) throws(Exhausted) -> ArraySlice<UInt8> {
    guard count <= bytes.count - position else { throw Exhausted() }
    defer { position += count }
    return bytes[position..<position + count]
  }

  /// Takes an integer in network byte order.
  mutating func take<Value: FixedWidthInteger>(
    _ type: Value.Type
  ) throws(Exhausted) -> Value {
    let end = position + Value.bitWidth / 8
    guard end <= bytes.count else { throw Exhausted() }
    var value: Value = 0
    while position < end {
      value = value << 8 | Value(truncatingIfNeeded: bytes[position])
      position += 1
    }
    return value
  }
}
