import JournalActions
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
  let care: CareJournal
  let journal: Journal
  static let now = instant("2026-11-21T12:00:00+01:00").instant

  init() throws {
    directory = try TemporaryDirectory()
    care = CareJournal(
      at: directory.path, program: "test", clock: Self.now,
      timeZone: "Europe/Paris")
    journal = try care.open(.readWrite)
  }

  /// Imports a table, as often as it is asked for a few bytes at a time.
  @discardableResult
  func importTable(_ bytes: [UInt8]) throws -> ImportReceipt {
    try care.importTable(
      TableImport {
        var rest = bytes[...]
        return {
          defer { rest = rest.dropFirst(11) }
          return Array(rest.prefix(11))
        }
      })
  }

  @discardableResult
  func importTable(_ text: String) throws -> ImportReceipt {
    try importTable(Array(text.utf8))
  }

  /// Writes one action of commands.
  func perform(_ commands: [(PlantCommand, PlantID)]) throws {
    try care.write { session in
      let at = session.calendar.zone.offsetInstant(of: session.now)
      try session.action { session in
        for (command, id) in commands {
          try session.perform(command, on: id, at: at)
        }
      }
    }
  }

  /// Names fields that plants can have values of.
  func defineFields() throws {
    for field in Self.fields {
      _ = try care.changeFields(FieldRequest(.define(field)))
    }
  }

  static let fields = [
    FactField(named: "link", .text), FactField(named: "label", .text),
    FactField(named: "price", .number(unit: "EUR")),
    FactField(named: "cut on", .day),
    FactField(named: "mood", .choice(["süß", "sour"])),
  ].compactMap(\.self)

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
    var bytes: [UInt8] = []
    try journal.snapshot(clock: Self.now) {
      try TableExport(.plants, includesRemoved: true).write($0) { bytes += $0 }
    }
    return bytes
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

extension ImportReceipt {
  /// The plants that were added.
  var added: [PlantName] {
    receipt.changes.compactMap { change in
      if case .added(let plant, _) = change { plant } else { nil }
    }
  }
}
