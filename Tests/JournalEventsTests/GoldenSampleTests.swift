import Encodings
import JournalEvents
import JournalTestSupport
import Testing

/// The frozen samples of every event type.
///
/// They were recorded once, with RECORD_GOLDEN=1 in the environment. A change
/// of what is here breaks the journals that people have: a new payload version
/// with an upcaster and a sample of its own is the way.
@Suite struct GoldenSampleTests {
  @Test(arguments: GoldenSample.all)
  func theBytesAreReadAsEver(sample: GoldenSample) throws {
    if GoldenFile.isRecording { return try record(sample) }
    let golden = try GoldenFile(sample.name)
    let event = try RecordedEvent(decoding: golden.event.span.bytes)
    #expect(golden.type == sample.payload.body.type.rawValue)
    #expect(event.header.type == golden.type)
    #expect(event.hasIntactPayload)
    let type = try #require(EventType(name: event.header.type))
    let bytes = try #require(event.payloadBytes)
    let payload = try EventPayload(
      decoding: bytes.span.bytes, type: type, schema: event.header.schema)
    #expect(payload == sample.payload)
  }

  @Test(arguments: GoldenSample.all.filter(\.isWritten))
  func theBytesAreWrittenAsEver(sample: GoldenSample) throws {
    let golden = try GoldenFile(sample.name)
    #expect(sample.event.encoded == golden.event)
    let event = try RecordedEvent(decoding: golden.event.span.bytes)
    #expect(event == sample.event)
    #expect(event.header.encoded == event.headerBytes)
    #expect(event.encoded == golden.event)
  }

  @Test(arguments: GoldenSample.all)
  func theJSONFormIsAsEver(sample: GoldenSample) throws {
    let golden = try GoldenFile(sample.name)
    let event = try RecordedEvent(decoding: golden.event.span.bytes)
    let bytes = try #require(event.payloadBytes)
    #expect(try json(of: bytes, type: golden.type) == golden.payload)
    guard sample.isWritten else { return }
    let again = try PayloadParser.idsOnly.payload(
      of: sample.payload.body.type, members: golden.payload.members,
      at: instant("2000-01-01"))
    #expect(again == sample.payload)
  }

  @Test(arguments: EventType.allCases)
  func theFirstSampleHasEveryFieldAndTheSecondOnlyTheRequired(
    type: EventType
  ) throws {
    let name = type.versionName()
    let whole = try GoldenFile(name).payload.members.map(\.name)
    #expect(Set(whole) == Set(type.fields.map(\.name)))
    let least = try GoldenFile("\(name).minimal").payload.members
      .map(\.name)
    var required = Set(type.fields.filter(\.isRequired).map(\.name))
    // A note without a text says something only as a correction.
    if type == .plantNoted { required.insert("replaces") }
    #expect(Set(least) == required)
  }

  private func record(_ sample: GoldenSample) throws {
    guard sample.isWritten else { return }
    let event = sample.event
    let type = sample.payload.body.type.rawValue
    let bytes = try #require(event.payloadBytes)
    try GoldenFile(
      type: type, event: event.encoded, payload: json(of: bytes, type: type)
    ).write(as: sample.name)
    Issue.record("recorded \(sample.name); run again without RECORD_GOLDEN")
  }
}
