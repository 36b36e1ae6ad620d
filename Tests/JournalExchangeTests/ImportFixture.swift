import JournalCare
import JournalEvents
import JournalExchange
import JournalLog
import JournalProjections
import JournalQueries
import JournalTestSupport
import JournalTime
import LMDBKit

/// A journal in a directory of its own, to import into and export from.
struct ImportFixture {
  let directory: TemporaryDirectory
  let journal: Journal
  static let now = instant("2026-11-21T12:00:00+01:00").instant

  init() throws {
    directory = try TemporaryDirectory()
    journal = try Journal.open(
      JournalHome(path: directory.path), access: .readWrite)
  }

  // Made anew for each action, or all would draw the same ids.
  private static var options: ActionSession.Options {
    ActionSession.Options(
      now: now, program: "test", timeZone: "Europe/Paris")
  }

  /// Imports a table of plants.
  @discardableResult
  func importTable(_ bytes: [UInt8]) throws -> ImportSummary {
    let zone = try TimeZoneRules(identifier: "Europe/Paris")
    let table = try PlantTable(csv: bytes, zone: zone)
    return try importPlants(table.plants, columns: table.columns)
  }

  @discardableResult
  func importTable(_ text: String) throws -> ImportSummary {
    try importTable(Array(text.utf8))
  }

  @discardableResult
  func importPlants(
    _ plants: [IncomingPlant], columns: Set<PlantColumn>
  ) throws -> ImportSummary {
    let importer = CollectionImporter(
      plants: plants, columns: columns)
    return try journal.write(Self.options) { session in
      try importer.run(&session)
    }
  }

  /// Writes one action of commands.
  func perform(_ commands: [(PlantCommand, PlantID)]) throws {
    try journal.write(Self.options) { session in
      let at = session.calendar.zone.offsetInstant(of: session.now)
      try session.beginAction()
      for (command, id) in commands {
        try session.perform(command, on: id, at: at)
      }
      _ = try session.endAction()
    }
  }

  /// The plants, those that left among them, by id.
  func plants() throws -> [PlantView] {
    try journal.snapshot(clock: Self.now) { snapshot in
      var views: [PlantView] = []
      try snapshot.forEachPlant { id, state in
        views.append(try PlantView(id, state, in: snapshot))
        return true
      }
      return views
    }
  }

  /// The table of all plants.
  func table() throws -> [UInt8] {
    let rooms = try journal.snapshot(clock: Self.now) { $0.rooms }
    var writer = PlantTableWriter(rooms: rooms)
    for plant in try plants() { writer.write(plant) }
    return writer.takeBytes()
  }

  /// The plant with a nickname.
  func plant(_ nickname: String) throws -> PlantView {
    let found = try plants().first { $0.state.profile?.nickname == nickname }
    guard let found else { throw TestFailure("no plant '\(nickname)'") }
    return found
  }

  var eventCount: Int {
    get throws { try journal.read { try journal.log.count(in: $0) } }
  }
}
