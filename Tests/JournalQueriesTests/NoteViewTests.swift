import JournalEvents
import JournalLog
import JournalProjections
import JournalQueries
import JournalTestSupport
import JournalTime
import LMDBKit
import Testing

/// Notes as they are shown, after what corrects them.
@Suite struct NoteViewTests {
  private let directory: TemporaryDirectory
  private let journal: Journal
  private let plant: PlantID = id(1)
  private var writer = TestWriter(7)

  init() throws {
    directory = try TemporaryDirectory()
    journal = try Journal.open(
      JournalHome(path: directory.path), access: .readWrite)
    let added = EventDraft(plant, .plantAdded(.init(scientificName: "Hoya")))
    try receive([try writer.append(added)])
  }

  private func receive(_ events: [RecordedEvent]) throws {
    var left = events[...]
    _ = try journal.receive(merging: true) { isRepeated in
      if isRepeated { left = events[...] }
      return left.popFirst()?.encoded
    }
  }

  private func shown() throws -> [String] {
    try journal.snapshot(clock: Instant(milliseconds: 0)) {
      try NoteView.all(of: plant, in: $0).map(\.text)
    }
  }

  /// Writes a note without giving it to the journal.
  private mutating func note(
    _ text: String, replacing event: RecordedEvent? = nil
  ) throws -> RecordedEvent {
    try writer.append(
      EventDraft(
        plant, .plantNoted(.init(text: text, replaces: event?.hash))))
  }

  private mutating func undo(_ event: RecordedEvent) throws -> RecordedEvent {
    try writer.append(
      EventDraft(
        .journal,
        .actionUndone(
          .init(
            writer: event.header.writer, sequence: event.header.sequence,
            hash: event.hash, undone: true))))
  }

  @Test mutating func aCorrectionStandsInTheNotesPlace() throws {
    let first = try note("a leef")
    let second = try note("dry")
    let correction = try note("a leaf", replacing: first)
    try receive([first, second, correction])
    #expect(try shown() == ["a leaf", "dry"])
    try receive([try note("a big leaf", replacing: correction)])
    #expect(try shown() == ["a big leaf", "dry"])
    try receive([try note("two leaves", replacing: first)])
    #expect(try shown() == ["two leaves", "dry"])
  }

  @Test mutating func aCorrectionWithoutTextRemovesTheNote() throws {
    let first = try note("a leaf")
    let second = try note("dry")
    let removal = try note("", replacing: first)
    try receive([first, second, removal])
    #expect(try shown() == ["dry"])
    try receive([try undo(removal)])
    #expect(try shown() == ["a leaf", "dry"])
  }

  @Test mutating func undoingACorrectionBringsTheTextBack() throws {
    let first = try note("a leef")
    let correction = try note("a leaf", replacing: first)
    try receive([first, correction, try undo(correction)])
    #expect(try shown() == ["a leef"])
    #expect(
      try journal.snapshot(clock: Instant(milliseconds: 0)) {
        try NoteView.all(of: plant, in: $0).map(\.origin)
      } == [first.reference])
  }

  @Test mutating func aCorrectionOfWhatIsNotHereStandsForItself() throws {
    let first = try note("a leef")
    let undone = try undo(first)
    let one = try note("a leaf", replacing: first)
    let other = try note("two leaves", replacing: first)
    try receive([first, undone, one])
    #expect(try shown() == ["a leaf"])
    try receive([other])
    #expect(try shown() == ["two leaves"])
    try receive([try note("", replacing: first)])
    #expect(try shown().isEmpty)
  }

  @Test mutating func theOrderOfDeliveryDoesNotMatter() throws {
    let first = try note("a leef")
    let second = try note("dry")
    var elsewhere = TestWriter(9)
    elsewhere.clock = writer.clock
    let late = try elsewhere.append(
      EventDraft(
        plant, .plantNoted(.init(text: "a leaf", replaces: first.hash))))
    try receive([late])
    #expect(try shown() == ["a leaf"])
    try receive([first, second])
    #expect(try shown() == ["a leaf", "dry"])
  }

  @Test mutating func aNoteOfTheFirstVersionIsReadAsOneOfTheSecond() throws {
    var draft = EventDraft(plant, .plantNoted(.init(text: "a leaf")))
    #expect(draft.schema == 2)
    draft.schema = 1
    try receive([try writer.append(draft)])
    #expect(try shown() == ["a leaf"])
  }
}
