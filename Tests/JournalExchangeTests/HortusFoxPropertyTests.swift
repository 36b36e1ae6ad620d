import Encodings
import JournalActions
import JournalCare
import JournalEvents
import JournalExchange
import JournalQueries
import JournalTestSupport
import JournalTime
import Testing

/// A collection follows an installation of HortusFox from backup to backup.
@Suite struct HortusFoxPropertyTests {
  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func eachBackupMakesTheCollectionAsItIsThere(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var there = Installation()
    let fixture = try ImportFixture()
    for _ in 1...5 {
      there.goOn(&generator)
      _ = try fixture.importTables(there.tables)
      let here = try fixture.plants().map {
        try Portrait($0, in: fixture)
      }
      #expect(Set(here) == Set(there.portraits), "seed \(seed)")
      #expect(here.count == there.plants.count, "seed \(seed)")
      let again = try fixture.importTables(there.tables)
      #expect(again.receipt.actions.isEmpty, "seed \(seed)")
    }
  }

  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func whatIsChangedHereIsNeverTouchedByTheSameBackup(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var there = Installation()
    let fixture = try ImportFixture()
    for _ in 1...4 {
      there.goOn(&generator)
      _ = try fixture.importTables(there.tables)
      try fixture.changeByHand(&generator)
      let table = try fixture.table()
      let again = try fixture.importTables(there.tables)
      #expect(again.receipt.actions.isEmpty, "seed \(seed)")
      #expect(try fixture.table() == table, "seed \(seed)")
    }
  }
}

/// A plant as both programs know it.
private struct Portrait: Hashable {
  var name: String
  var tags: [String]
  var room: String
  var acquiredOn: Day?
  var hasLeft: Bool
  var notes: [String]
  var waterings: [String]
  var facts: [String: String] = [:]
}

extension Portrait {
  fileprivate init(_ plant: PlantView, in fixture: ImportFixture) throws {
    let profile = try #require(plant.state.profile)
    // One of several of its name has a number here.
    name = try #require(profile.commonNames.first ?? profile.nickname)
    tags = profile.tags
    room = try #require(fixture.care.rooms()[plant.room]).name
    acquiredOn = profile.acquiredOn
    hasLeft = plant.state.removal != nil
    notes = plant.notes.sorted()
    waterings = try fixture.care(of: plant.id, .watering)
      .map { "\($0.localDay) 10:00:00" }
    facts = Dictionary(plant.facts.map { ($0.field.name, $0.value) }) { $1 }
  }
}

/// An installation of HortusFox.
private struct Installation {
  struct Plant {
    let id: Int
    var portrait: Portrait
    var room: Int
    var beside: String?
    var log: [String] = []
  }

  var rooms = ["Attic", "Bath", "Kitchen"]
  var plants: [Plant] = []
  private var day = 1

  /// The user's changes until the next backup.
  mutating func goOn(_ generator: inout SeededGenerator) {
    day += 1
    if generator.one(in: 3) {
      rooms[generator.int(0...1)] = "Room \(generator.int(1...99)) \(day)"
    }
    for index in plants.indices {
      // Nobody writes of a plant that is in the history.
      let returns = plants[index].portrait.hasLeft && generator.one(in: 2)
      guard !plants[index].portrait.hasLeft || returns else { continue }
      change(&plants[index], &generator)
      plants[index].portrait.hasLeft = !returns && generator.one(in: 4)
    }
    for _ in 1...generator.int(1...2) {
      var plant = Plant(
        id: plants.count + 1,
        portrait: Portrait(
          name: "Fern", tags: [], room: "", acquiredOn: nil, hasLeft: false,
          notes: [], waterings: []), room: 0)
      change(&plant, &generator)
      plants.append(plant)
    }
  }

  private func change(_ plant: inout Plant, _ generator: inout SeededGenerator)
  {
    if generator.one(in: 2) {
      plant.portrait.name = generator.pick(["Fern", "Ivy", "Fig", "Basil"])
    }
    if generator.one(in: 2) {
      plant.portrait.tags =
        generator.maybe { [$0.pick(["a", "b"]), "c"] } ?? []
    }
    if generator.one(in: 2) { plant.room = generator.int(0...2) }
    if generator.one(in: 2) {
      plant.portrait.acquiredOn = generator.maybe {
        Day(number: Int32($0.int(20_000...20_100)))
      }
    }
    if generator.one(in: 2) {
      plant.beside = generator.maybe { "Beside \($0.int(1...9))" }
    }
    if generator.one(in: 2) {
      let value = generator.maybe { "\($0.int(0...14)).5" }
      plant.portrait.facts["ph value"] = value
    }
    if generator.one(in: 3) {
      plant.portrait.facts["grafted"] = generator.pick(["yes", "no"])
    }
    if generator.one(in: 2) { plant.log.append("Seen on \(day)") }
    if !plant.log.isEmpty, generator.one(in: 4) {
      plant.log[0] = "Mended on \(day)"
    }
    if generator.one(in: 2) {
      plant.portrait.waterings.append("2026-10-0\(day) 10:00:00")
    }
  }

  /// The plants as they are to be here.
  var portraits: [Portrait] {
    plants.map { plant in
      var portrait = plant.portrait
      portrait.room = rooms[plant.room]
      portrait.notes = (plant.log + [plant.beside].compactMap(\.self)).sorted()
      return portrait
    }
  }

  /// The backup.
  var tables: [String: String] {
    func list(_ rows: [String]) -> String { "[\(rows.joined(by: ","))]" }
    func text(_ text: String?) -> String { text.map { "\"\($0)\"" } ?? "null" }
    let log = plants.flatMap { plant in
      plant.log.enumerated().map { index, entry in
        """
        {"plant":\(plant.id),"content":"\(entry)",
        "created_at":"2026-09-0\(plant.id % 9 + 1) 0\(index):00:00"}
        """
      }
    }
    return [
      "locations/data.json": list(
        rooms.enumerated().map {
          """
          {"id":\($0 + 1),"name":"\($1)","active":1,
          "created_at":"2026-01-01 10:00:00"}
          """
        }),
      "plants/data.json": list(
        plants.map { plant in
          """
          {"id":\(plant.id),"name":"\(plant.portrait.name)",
          "location":"\(plant.room + 1)",
          "tags":"\(plant.portrait.tags.joined(by: " "))",
          "date_of_purchase":\(text(plant.portrait.acquiredOn?.description)),
          "last_watered":\(text(plant.portrait.waterings.last)),
          "notes":\(text(plant.beside)),
          "history":\(plant.portrait.hasLeft ? 1 : 0),
          "created_at":"2026-01-01 10:00:00"}
          """
        }),
      "plantlog/data.json": list(log),
      "plantattrs/data.json": list(
        plants.flatMap { plant in
          plant.portrait.facts.sorted { $0.key < $1.key }.map { name, value in
            name == "grafted"
              ? """
              {"plant":\(plant.id),"label":"Grafted","datatype":"bool",
              "content":"\(value == "yes" ? 1 : 0)"}
              """
              : """
              {"plant":"\(plant.id)","label":"pH (value)","datatype":"double",
              "content":"\(value)"}
              """
          }
        }),
    ]
  }
}

extension ImportFixture {
  /// Changes something of each plant that is there, as its keeper would.
  fileprivate func changeByHand(_ generator: inout SeededGenerator) throws {
    var commands: [(PlantCommand, PlantID)] = []
    for plant in try plants() where plant.state.removal == nil {
      switch generator.int(1...7) {
      case 1:
        var edit = PlantEdited()
        edit.tags = .set(["mine"])
        edit.acquiredOn = .clear
        commands.append((.edit(edit), plant.id))
      case 2:
        commands.append((.move(to: StandardRoom.office.id), plant.id))
      case 3: commands.append((.remove(.died), plant.id))
      case 6 where plant.state.details.facts["grafted"] != nil:
        let fact = FactSet(name: "grafted", value: nil)
        commands.append((.setFact(fact), plant.id))
      case 4: commands.append((.note(.init(text: "Mine")), plant.id))
      case 5:
        guard let note = plant.observations.first else { continue }
        let choice = PlantChoice(names: [plant.id.description])
        _ = try care.correctNote(NoteRequest(choice, text: note.text + "!"))
      default: break
      }
    }
    if !commands.isEmpty { try perform(commands) }
  }
}
