import Encodings
import JournalEvents
import JournalFormats
import JournalLog
import JournalProjections
import JournalQueries
import JournalTestSupport
import JournalTime
import LMDBKit
import Testing

/// A lineage is as long as its keeper is patient.
@Suite struct LineageTests {
  private let directory: TemporaryDirectory
  private let journal: Journal
  private static let at = instant("2026-11-01")

  init() throws {
    directory = try TemporaryDirectory()
    journal = try Journal.open(
      JournalHome(path: directory.path), access: .readWrite)
  }

  private func plant(_ number: Int) throws -> PlantID {
    let digits = String(number)
    let zeros = String(repeating: "0", count: 12 - digits.count)
    return try #require(PlantID("5eed0000-0000-4000-8000-\(zeros)\(digits)"))
  }

  private func add(_ parents: [Int?]) throws {
    let events = try parents.enumerated().map { number, parent in
      let added = PlantAdded(
        scientificName: "Ficus", parent: try parent.map(plant))
      return (
        stream: try plant(number),
        payload: EventPayload(at: Self.at, body: .plantAdded(added))
      )
    }
    let options = ActionSession.Options(
      now: Self.at.instant, program: "test", timeZone: "UTC")
    try journal.write(options) { _ = try $0.append(events) }
  }

  private func lineage(of number: Int) throws -> LineageView {
    let name = try plant(number).description
    return try journal.snapshot(clock: Self.at.instant) {
      try $0.lineage(of: name, PlantNaming(.exact))
    }
  }

  @Test func offspringComesAfterWhatItCameFrom() throws {
    try add([nil, 0, 1, 0, 1])
    let view = try lineage(of: 0)
    #expect(try view.members.map(\.id) == [0, 1, 2, 4, 3].map(plant))
    #expect(view.members.map(\.generation) == [0, 1, 2, 2, 1])
    #expect(try lineage(of: 4).ancestors.map(\.id) == [0, 1].map(plant))
    var writer = JSONWriter()
    writer.lineage(view)
    let json = try JSONReader.parse(writer.bytes.span.bytes)
    guard case .array(let offspring)? = json["offspring"] else { return }
    #expect(
      try offspring.map { $0["plant"] }
        == [1, 2, 4, 3].map { .string(try plant($0).description) })
    #expect(
      try offspring.map { $0["parent"] }
        == [0, 1, 1, 0].map { .string(try plant($0).description) })
  }

  /// Walking it as a tree overflowed the stack.
  @Test func aLongOneIsWalked() throws {
    let count = 20_000
    try add((0..<count).map { $0 > 0 ? $0 - 1 : nil })
    let view = try lineage(of: 0)
    #expect(view.members.map(\.generation) == Array(0..<count))
    #expect(try lineage(of: count - 1).ancestors.count == count - 1)
    var writer = JSONWriter()
    writer.lineage(view)
    #expect(!writer.text.contains("]}]}"))
  }
}
