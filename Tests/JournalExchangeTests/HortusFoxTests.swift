import JournalActions
import JournalCare
import JournalEvents
import JournalExchange
import JournalProjections
import JournalQueries
import JournalTestSupport
import JournalTime
import Testing

/// A backup of HortusFox becomes a collection.
@Suite struct HortusFoxTests {
  let fixture: ImportFixture

  init() throws {
    fixture = try ImportFixture()
  }

  @Test func plantsAndRoomsAreTakenOver() throws {
    let summary = try fixture.importSample("4.5")
    #expect(summary.added.count == 3)
    #expect(summary.rooms == ["Wintergarten 🌴"])
    #expect(summary.withoutSpecies == 1)
    let monstera = try fixture.plant("Monstera")
    let profile = monstera.state.profile
    #expect(profile?.scientificName == "Monstera deliciosa")
    #expect(profile?.genus == "Monstera")
    #expect(profile?.tags == ["big", "green"])
    #expect(profile?.acquiredOn == day("2023-05-06"))
    #expect(monstera.room == StandardRoom.livingRoom.id)
    #expect(
      monstera.state.addedAt == instant("2023-08-01T10:05:00+02:00"))
    #expect(
      monstera.notes == [
        "Aerial roots – leave them.\nTurn it weekly.", "First bud",
      ])
  }

  @Test func theLatestCareIsTakenOver() throws {
    _ = try fixture.importSample("4.5")
    let monstera = try fixture.plant("Monstera").state
    #expect(
      monstera.care(.watering)?.lastCompleted
        == instant("2026-11-18T08:30:00+01:00").instant)
    #expect(
      monstera.care(.repotting)?.lastCompleted
        == instant("2025-04-02T00:00:00+02:00").instant)
    #expect(monstera.care(.fertilizing) == nil)
    #expect(
      try fixture.plant("Fern").state.care(.fertilizing)?.lastCompleted != nil)
  }

  @Test func theLogBecomesNotesAndCareOfTheirTimes() throws {
    _ = try fixture.importSample("5.6")
    let monstera = try fixture.plant("Monstera")
    let bud = try #require(
      monstera.observations.first { $0.text == "First bud" })
    #expect(bud.at == instant("2025-08-15T18:00:00+02:00"))
    #expect(
      try fixture.care(of: monstera.id, .watering) == [
        instant("2026-11-04T00:00:00+01:00"),
        instant("2026-11-18T08:30:00+01:00"),
      ])
  }

  @Test func aCloneComesFromItsOrigin() throws {
    _ = try fixture.importSample("5.6")
    let origin = try fixture.plant("Monstera")
    let clone = try fixture.plants().first {
      $0.state.profile?.tags == ["big", "green", "monstera"]
        && $0.id != origin.id
    }
    #expect(clone?.state.profile?.parent == origin.id)
    #expect(clone?.state.profile?.nickname == "Monstera 2")
    #expect(clone?.state.profile?.commonNames == ["Monstera"])
  }

  @Test func roomsWithoutPlantsAreTakenUnlessSwitchedOff() throws {
    let summary = try fixture.importSample("5.6")
    #expect(summary.rooms == ["Wintergarten 🌴", "Guest room"])
    #expect(
      summary.leftOver.contains {
        $0.name == "locations that are switched off" && $0.count == 1
      })
  }

  @Test func aNameThatIsTakenGetsANumber() throws {
    let three = (1...3).map { #"{"id":\#($0),"name":"Monty"}"# }
      .joined(separator: ",")
    let summary = try fixture.importPlants("[\(three)]")
    #expect(
      summary.added.map(\.displayName) == ["Monty", "Monty 2", "Monty 3"])
    #expect(
      try fixture.plant("Monty 3").state.profile?.commonNames == ["Monty"])
    #expect(try fixture.importPlants("[\(three)]").unchanged == 3)
    let other = try fixture.importPlants(
      #"[{"id":4,"name":"Monty","created_at":"2026-01-01 00:00:00"}]"#)
    #expect(other.added.map(\.displayName) == ["Monty 4"])
  }

  @Test func aNumberedPlantThatIsRenamedThereLosesItsNumber() throws {
    func plants(_ second: String) -> String {
      #"[{"id":1,"name":"Monty","created_at":"2026-01-01 00:00:00"},"#
        + #"{"id":2,"name":"\#(second)","created_at":"2026-01-01 00:00:00"}]"#
    }
    _ = try fixture.importPlants(plants("Monty"))
    #expect(try fixture.importPlants(plants("Max")).hortusFox?.changed == 1)
    #expect(try fixture.plant("Max").state.profile?.commonNames == [])
    #expect(try fixture.importPlants(plants("Monty")).hortusFox?.changed == 1)
    #expect(
      try fixture.plant("Monty 2").state.profile?.commonNames == ["Monty"])
  }

  @Test func aPlantOfTheHistoryHasLeft() throws {
    _ = try fixture.importSample("4.5")
    let left = try fixture.plants().filter { $0.state.removal != nil }
    #expect(left.count == 1)
    #expect(
      left.first?.state.removal?.at == instant("2026-01-10T09:00:00+01:00"))
  }

  @Test(arguments: [
    (
      "4.5",
      [
        "1 levels of light or humidity", "1 life spans", "1 states of health",
        "1 tasks without a title or a day",
        "1 locations that are switched off", "3 photos",
      ]
    ),
    (
      "5.6",
      [
        "1 notes of locations", "1 levels of light or humidity",
        "1 life spans", "1 marks as hardy",
        "1 states of health",
        "1 changes that HortusFox noted in the log of plants",
        "1 entries of the log of plants that are not in the backup",
        "1 tasks without a title or a day",
        "1 commands on many plants",
        "1 entries of the logs of locations", "1 things of the inventory",
        "1 groups of the inventory",
        "1 entries of the calendar", "1 classes of the calendar",
        "1 locations that are switched off", "3 photos",
      ]
    ),
  ])
  func whatIsNotTakenOverIsTold(
    version: String, expected: [String]
  ) throws {
    let leftOver = try fixture.importSample(version).leftOver
    #expect(leftOver.map { "\($0.count) \($0.name)" } == expected)
  }

  @Test(arguments: ["4.5", "5.6"])
  func theSameBackupChangesNothingTheSecondTime(version: String) throws {
    let first = try fixture.importSample(version)
    let count = try fixture.eventCount
    let summary = try fixture.importSample(version)
    #expect(summary.unchanged == first.added.count)
    #expect(summary.receipt.actions.isEmpty)
    #expect(try fixture.eventCount == count)
  }

  @Test func aPlantWithoutItsTimeIsKnownAgain() throws {
    let two = #"[{"id":1,"name":"Fig"},{"id":2,"name":"Fig"}]"#
    #expect(try fixture.importPlants(two).added.count == 2)
    let second = try fixture.importPlants(two)
    #expect(second.added.isEmpty && second.unchanged == 2)
    let other = try fixture.importPlants(#"[{"id":1,"name":"Fern"}]"#)
    #expect(other.added.count == 1)
  }
}

/// Tests of odd or broken backups.
@Suite struct HortusFoxOddityTests {
  let fixture: ImportFixture

  init() throws {
    fixture = try ImportFixture()
  }

  @Test func aPlantThatCannotBeReadLeavesTheOthers() throws {
    let summary = try fixture.importPlants(
      """
      [{"id":1,"name":"Fig","last_watered":"soon"},{"id":2,"name":"Ivy"},
      {"id":3,"name":" "},{"id":2,"name":"Twin"},{"name":"Nobody"}]
      """)
    #expect(summary.added.map(\.displayName) == ["Ivy"])
    #expect(
      summary.hortusFox?.problems.map(\.description) == [
        "plants/data.json, entry 1: is skipped: 'last_watered' holds "
          + "'soon', which is not a date",
        "plants/data.json, entry 3: is skipped: it has neither a name nor "
          + "a species",
        "plants/data.json, entry 4: is skipped: its id is that of another row",
        "plants/data.json, entry 5: is skipped: it has no id",
      ])
  }

  @Test func careThatCannotBeLeavesTheRestOfThePlant() throws {
    let summary = try fixture.importPlants(
      """
      [{"id":1,"name":"Fig","last_watered":"2099-01-01 10:00:00",
      "notes":"Likes it dry"}]
      """)
    #expect(try fixture.plant("Fig").notes == ["Likes it dry"])
    #expect(try fixture.plant("Fig").state.care(.watering) == nil)
    #expect(summary.hortusFox?.problems.count == 1)
  }

  @Test func longNamesAreShortenedAndTold() throws {
    let long = String(repeating: "é", count: 150)
    let summary = try fixture.importPlants(
      #"[{"id":1,"name":"\#(long)","tags":"a \#(long) b"}]"#)
    let name = try #require(summary.added.first?.displayName)
    #expect(name.utf8.count <= 200 && name.hasSuffix("é…"))
    #expect(try fixture.plant(name).state.profile?.tags == ["a", "b"])
    let problems = summary.hortusFox?.problems.map(\.reason) ?? []
    #expect(problems.count == 2 && problems[0].contains(long))
    #expect(
      try fixture.importPlants(
        #"[{"id":1,"name":"\#(long)","tags":"a \#(long) b"}]"#
      ).unchanged == 1)
  }

  @Test func whatIsNotInTheBackupIsTold() throws {
    let summary = try fixture.importPlants("[]")
    #expect(summary.receipt.actions.isEmpty)
    #expect(summary.hortusFox?.plants == 0)
    #expect(
      summary.hortusFox?.lacks == ["the log of the plants", "locations"])
    let rooms = try fixture.importTables([
      "locations/data.json": #"[{"id":1,"name":"Attic"}]"#
    ])
    #expect(rooms.rooms == ["Attic"])
    #expect(rooms.hortusFox?.lacks.first == "plants")
  }

  @Test func attributesBecomeFieldsOfTheirKind() throws {
    _ = try fixture.importTables([
      "plants/data.json":
        #"[{"id":1,"name":"Fig","cutting_month":3},{"id":2,"name":"Ivy"}]"#,
      "plantattrs/data.json":
        """
      [{"plant":1,"label":"pH","datatype":"double","content":"6.50"},
      {"plant":1,"label":"Sown","datatype":"datetime","content":"2026-03-01"},
      {"plant":2,"label":"Grafted","datatype":"bool","content":0},
      {"plant":1,"label":"Size","datatype":"int","content":3},
      {"plant":2,"label":"Size","datatype":"string","content":"tall\\nand wide"},
      {"plant":2,"label":"Location","datatype":"string","content":"sill"},
      {"plant":1,"label":"pH","datatype":"double","content":""}]
      """,
    ])
    func facts(_ name: String) throws -> [String] {
      try fixture.plant(name).facts.map { "\($0.field.name) \($0.value)" }
    }
    #expect(
      try facts("Fig")
        == ["cutting month March", "ph 6.50", "size 3", "sown 2026-03-01"])
    #expect(
      try facts("Ivy")
        == ["grafted no", "hortusfox location sill", "size tall and wide"])
    // What the field here cannot have is left out, and the rest is taken.
    let summary = try fixture.importTables([
      "plants/data.json": #"[{"id":7,"name":"Yew"}]"#,
      "plantattrs/data.json":
        #"[{"plant":7,"label":"PH","datatype":"string","content":"sour"}]"#,
    ])
    #expect(
      summary.hortusFox?.problems.map(\.reason) == [
        "'ph' is skipped: 'sour' is not a number such as 12.50"
      ])
    #expect(try facts("Yew").isEmpty)
  }

  @Test func tablesOfLaterVersionsAreCounted() throws {
    let summary = try fixture.importTables([
      "plants/data.json": #"[{"id":1,"name":"Fig"}]"#,
      "attachments/data.json": #"[{"id":1,"plant":1},{"id":2,"plant":1}]"#,
    ])
    #expect(
      summary.leftOver.map { "\($0.count) \($0.name)" } == [
        "2 rows of 'attachments'"
      ])
  }

  @Test(arguments: [
    ("[{", "plants/data.json: is not JSON"),
    (#"{"id":1}"#, "plants/data.json: is not a list of rows"),
    (
      #"[{"id":1,"name":"Fig"},7]"#,
      "plants/data.json, entry 2: is not an object"
    ),
  ])
  func whatIsNoTableIsRefusedAsAWhole(text: String, reason: String) throws {
    let error = #expect(throws: TableError.self) {
      _ = try fixture.importPlants(text)
    }
    guard case .problems(let problems, count: 1) = error else {
      Issue.record("no problem is told")
      return
    }
    #expect(problems.first?.description.hasPrefix(reason) == true)
    #expect(try fixture.plants().isEmpty)
  }

  @Test func aBackupOfWhichNothingCanBeTakenIsRefused() throws {
    let count = try fixture.eventCount
    #expect(throws: TableError.self) {
      _ = try fixture.importPlants(
        #"[{"id":1,"name":"Fig","created_at":"1800-01-01 00:00:00"}]"#)
    }
    #expect(try fixture.eventCount == count)
  }

  @Test func timesAreReadInTheZoneThatIsNamed() throws {
    let zone = try TimeZoneRules(identifier: "Asia/Tokyo")
    let text =
      #"[{"id":1,"name":"Fig","created_at":"2026-01-01 09:00:00"}]"#
    let tables = ["plants/data.json": Array(text.utf8)]
    let request = HortusFoxImport(
      HortusFoxArchive(files: tables), zone: zone)
    let summary = try fixture.care.importHortusFox(request)
    #expect(summary.hortusFox?.zone == "Asia/Tokyo")
    #expect(
      try fixture.plant("Fig").state.addedAt
        == instant("2026-01-01T09:00:00+09:00"))
    // In another zone all care would be there twice.
    #expect(throws: HortusFoxError.self) {
      _ = try fixture.importPlants(text)
    }
    #expect(try fixture.care.importHortusFox(request).unchanged == 1)
  }
}

extension ImportFixture {
  /// Imports the sample of a version, beside this file.
  func importSample(
    _ version: String, takesOlder: Bool = false
  ) throws -> ImportReceipt {
    let folder = #filePath.split(separator: "/").dropLast()
      .joined(separator: "/")
    var request = HortusFoxImport(
      try HortusFoxArchive(at: "/\(folder)/Samples/hortusfox-\(version)"))
    request.takesOlder = takesOlder
    return try care.importHortusFox(request)
  }

  /// Imports a backup of these tables.
  func importTables(_ tables: [String: String]) throws -> ImportReceipt {
    try care.importHortusFox(
      HortusFoxImport(
        HortusFoxArchive(files: tables.mapValues { Array($0.utf8) })))
  }

  /// Imports a backup of plants alone.
  func importPlants(_ text: String) throws -> ImportReceipt {
    try importTables(["plants/data.json": text])
  }

  /// The times of care of a kind, in canonical order, undone or not.
  func care(of plant: PlantID, _ kind: TaskKind) throws -> [OffsetInstant] {
    try journal.snapshot(clock: Self.now) { snapshot in
      var given: [OffsetInstant] = []
      try snapshot.forEachPayload(of: plant) { payload, _, _ in
        if payload.body.careGiven?.kind == kind { given.append(payload.at) }
      }
      return given.sorted { $0.instant < $1.instant }
    }
  }
}
