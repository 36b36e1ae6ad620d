import Encodings
import JournalEvents
import JournalTestSupport
import JournalTime
import Testing

/// A frozen event: once published, every later program must read its bytes.
struct GoldenSample: Sendable {
  /// The sample's file, without extension.
  let name: String
  /// The payload's version.
  var schema: UInt64 = 1
  /// A Boolean value that indicates whether this program writes the version.
  var isWritten = true
  let payload: EventPayload

  /// The stream of the sample's subject.
  private var stream: StreamID {
    switch payload.body.type.subject {
    case .plant: Self.plant
    case .room: Self.room
    case .journal: .journal
    }
  }

  /// The event around the payload; everything in it is fixed.
  var event: RecordedEvent {
    let bytes = payload.encoded(salt: Self.salt)
    return RecordedEvent(
      header: EventHeader(
        writer: Self.writer, sequence: 1_042,
        previous: EventHash(of: "previous".utf8.span.bytes),
        stamp: Stamp(milliseconds: 1_772_352_000_250, counter: 3) ?? .zero,
        recorded: Instant(milliseconds: 1_772_352_000_125), action: 1_041,
        stream: stream, type: payload.body.type.rawValue, schema: schema,
        payloadHash: EventHash(of: bytes.span.bytes)),
      payloadBytes: bytes)
  }

  static let salt = UUIDBits(
    high: 0x0011_2233_4455_6677, low: 0x8899_aabb_ccdd_eeff)
  static let plant: PlantID = fixed("3f1c8a52-90d4-4e6b-8f27-5a1b0c9d7e31")
  static let parent: PlantID = fixed("7b2e4d10-1a5f-4c83-9e60-d4f8a2c1b597")
  static let photo: PhotoID = fixed("8f14e45f-ceea-467f-a0b3-1d7c2f9b6e55")
  static let room: RoomID = fixed("c5a90e7d-64b3-4f12-a8d6-02e7f93b1c48")
  static let task: TaskID = fixed("9d03b6f4-27ce-4a91-b5e8-61f0a7c4d283")
  static let journal: JournalID = fixed("e41f7c09-b8a2-4d56-93f1-7c0e5b6a2d94")
  static let writer: WriterID = fixed("52d8c6a1-0f3e-4b97-8a4c-b19e7d5f6032")
  static let earlier: WriterID = fixed("a67e1b93-d5c4-4028-bf7a-3e90c2d8f165")

  private static func fixed<ID: UniqueID>(_ text: String) -> ID {
    guard let id = ID(text) else { preconditionFailure("'\(text)' is no id") }
    return id
  }
}

extension GoldenSample: CustomTestStringConvertible {
  var testDescription: String { name }
}
