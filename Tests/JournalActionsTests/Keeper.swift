import CatalogueStore
import Encodings
import JournalActions
import JournalCare
import JournalEvents
import JournalExchange
import JournalFormats
import JournalLog
import JournalProjections
import JournalQueries
import JournalTestSupport
import JournalTime
import LMDBKit

/// Somebody who keeps plants in a home of their own: asks for things as any
/// way in does, and never sees a transaction.
struct Keeper {
  let directory: TemporaryDirectory
  /// The moment that is now.
  var now = instant("2026-03-10T09:00:00+01:00")
  /// The person who acts through this home; `nil` for its own user.
  var person: Person?

  /// Has the map of the journal begin small, so that it must grow.
  private let smallMap: Environment?

  init(mapMegabytes: Int? = nil) throws {
    directory = try TemporaryDirectory()
    let home = JournalHome(path: directory.path)
    smallMap = try mapMegabytes.map {
      try Environment.open(
        directory: home.dataDirectory,
        databases: ProjectionDatabase.everything, required: LogDatabase.all,
        access: .readWrite, expectsData: false, mapSize: $0 << 20)
    }
  }

  /// The journal, asked at the moment that is now.
  var journal: CareJournal {
    CareJournal(
      at: directory.path, program: "test 1", clock: now.instant,
      person: person, timeZone: "Europe/Paris")
  }

  /// The bundled catalogue; none was imported.
  var catalogues: Catalogues {
    Catalogues(home: directory.path) { _ in }
  }

  /// Adds a plant that is watered every so many days, if any.
  @discardableResult
  func add(
    _ nickname: String, every days: Int? = nil, room: String? = nil
  ) throws -> PlantID {
    var plant = NewPlant(scientificName: "Monstera deliciosa")
    plant.nickname = nickname
    plant.wateringInterval = days
    plant.room = room
    guard case .added(let name, _)? = try journal.add(plant).changes.first
    else {
      throw TestFailure("no plant was added")
    }
    return name.id
  }

  func plant(_ name: String) throws -> PlantState {
    try journal.read { snapshot in
      guard let plant = try snapshot.plant(snapshot.plant(named: name)) else {
        throw TestFailure("no plant \(name)")
      }
      return plant
    }
  }

  /// The day on which a plant's watering is shown as due; `nil` for none.
  func due(_ nickname: String, _ kind: TaskKind = .watering) throws -> Day? {
    try journal.read { snapshot in
      let id = try snapshot.plant(named: nickname)
      guard let plant = try snapshot.plant(id) else { return nil }
      return try snapshot.openTasks(of: id, plant, on: snapshot.today)
        .first { $0.task.kind == kind }?.task.due
    }
  }

  /// The words that events keep of a choice.
  func inWords(_ choice: PlantChoice) throws -> String {
    try journal.read { try $0.spelledOut(choice).batchText }
  }

  /// The same home, as a person on the pages of its server uses it.
  func used(by person: Person) -> Keeper {
    var keeper = self
    keeper.person = person
    return keeper
  }

  /// Hands all events to another home.
  @discardableResult
  func pass(to other: Keeper) throws -> Receipt {
    let lines = try journal.read { snapshot in
      var writer = JSONWriter(capacity: 1 << 12)
      try snapshot.log.forEachEvent(.forward, in: snapshot.transaction) {
        event, bytes in
        try EventExport.write(event, bytes, to: &writer)
        return true
      }
      return writer.bytes
    }
    return try other.journal.receive(
      ReceiveRequest(isMerging: false) { byteSource(of: lines) })
  }

  /// The number of events in the journal.
  func eventCount() throws -> Int {
    try journal.read { try $0.log.count(in: $0.transaction) }
  }
}

extension PlantChoice {
  static func named(_ names: String...) -> PlantChoice {
    PlantChoice(names: names)
  }
  static let everything = PlantChoice(takesAll: true)
}
