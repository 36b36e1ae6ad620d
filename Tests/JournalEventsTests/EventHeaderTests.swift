import Encodings
import JournalEvents
import JournalTestSupport
import Testing

@Suite struct EventHeaderTests {
  @Test(arguments: [1, 2, 3] as [UInt64])
  func randomHeadersComeBackEqual(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      let header = generator.header()
      let bytes = header.encoded
      let again = try EventHeader(decoding: bytes.span.bytes)
      #expect(again == header, "seed \(seed)")
    }
  }

  /// The fields of a good header, to be spoilt one at a time.
  private static func fields() throws -> [CBORItem] {
    var generator = SeededGenerator(seed: 9)
    let bytes = generator.header(type: "task.completed").encoded
    guard case .array(let items) = try CBORItem(decoding: bytes.span.bytes)
    else { return [] }
    return items
  }

  private static let id = CBORItem.bytes(Array(repeating: 1, count: 16))

  private func fault(of bytes: [UInt8]) -> EventDecodingError? {
    do throws(EventDecodingError) {
      _ = try EventHeader(decoding: bytes.span.bytes)
      return nil
    } catch {
      return error
    }
  }

  private func isMalformed(_ fields: [CBORItem]) -> Bool {
    if case .malformed = fault(of: CBORItem.array(fields).encoded) {
      return true
    }
    return false
  }

  @Test(
    arguments: [
      (1, .bytes([])), (1, .bytes(Array(repeating: 0, count: 15))),
      (1, .bytes(Array(repeating: 0, count: 17))), (1, .text("writer")),
      (2, .integer(0)), (2, .integer(-1)), (2, .text("1")), (2, .null),
      (3, .bytes(Array(repeating: 0, count: 31))), (3, .null), (3, id),
      (4, .integer(1)), (4, .array([])), (4, .array([.integer(1)])),
      (4, .array([.integer(1), .integer(1), .integer(1)])),
      (4, .array([.integer(1 << 47), .integer(0)])),
      (4, .array([.integer(0), .integer(65_536)])),
      (4, .array([.integer(-1), .integer(0)])),
      (5, .integer(-1)), (5, .integer(253_402_300_800_000)), (5, .float(1.5)),
      (6, .integer(0)), (6, .integer(-1)), (6, .integer(.max)),
      (7, .bytes(Array(repeating: 0, count: 32))), (7, .null),
      (8, .bytes([0x61])), (8, .integer(1)), (8, .null),
      (9, .integer(0)), (9, .integer(-1)), (9, .text("1")),
      (10, id), (10, .null), (10, .text("hash")),
    ] as [(Int, CBORItem)])
  func aFieldOutOfRangeIsRefused(index: Int, value: CBORItem) throws {
    var fields = try Self.fields()
    // The least sequence keeps an action of `.max` above it.
    fields[2] = .integer(2)
    fields[6] = .integer(2)
    #expect(!isMalformed(fields))
    fields[index] = value
    #expect(isMalformed(fields))
  }

  @Test func anActionBeginsNoLaterThanItsEvent() throws {
    var fields = try Self.fields()
    fields[2] = .integer(5)
    fields[6] = .integer(6)
    #expect(isMalformed(fields))
    fields[6] = .integer(5)
    #expect(!isMalformed(fields))
  }

  @Test func missingAndFurtherFieldsAreRefused() throws {
    let fields = try Self.fields()
    #expect(isMalformed(Array(fields.dropLast())))
    #expect(isMalformed(fields + [.null]))
    #expect(isMalformed([]))
  }

  @Test(arguments: [0, 2, 3, .max] as [Int64])
  func aHeaderOfAnotherVersionSaysSo(version: Int64) throws {
    let error = EventDecodingError.unknownVersion(UInt64(version))
    let later = [.integer(version)] + (try Self.fields().dropFirst())
    #expect(fault(of: CBORItem.array(later).encoded) == error)
    // Of another version nothing is known, its length included.
    let other = CBORItem.array([.integer(version), .text("new")])
    #expect(fault(of: other.encoded) == error)
  }

  @Test func everyTruncationAndAnyByteMoreIsRefused() throws {
    let bytes = CBORItem.array(try Self.fields()).encoded
    #expect(fault(of: bytes) == nil)
    for count in 0..<bytes.count {
      #expect(fault(of: Array(bytes.prefix(count))) != nil, "\(count) bytes")
    }
    #expect(fault(of: bytes + [0]) != nil)
  }

  @Test(arguments: [4, 5] as [UInt64])
  func eachByteMayBeAnyOnlyWhereTheHeaderSaysSo(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for type in ["task.completed", "plant.added", "not.known.here"] {
      let header = generator.header(type: type).encoded
      for index in header.indices {
        for byte in UInt8.min...UInt8.max {
          var bytes = header
          bytes[index] = byte
          guard let read = try? EventHeader(decoding: bytes.span.bytes) else {
            continue
          }
          #expect(
            read.encoded == bytes,
            "seed \(seed), \(type), byte \(index) as \(byte)")
        }
      }
    }
  }
}
