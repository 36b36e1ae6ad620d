import Encodings
import JournalActions
import JournalCare
import JournalEvents
import JournalExchange
import JournalQueries
import JournalTestSupport
import JournalTime
import Testing

/// Tests of the changes that a table makes to existing plants.
@Suite struct PlantUpdateTests {
  let fixture: ImportFixture

  init() throws {
    fixture = try ImportFixture()
    try fixture.importTable(
      """
      name,species,genus,room,tags,bought,favourite,notes,watering every
      Monty,Monstera deliciosa,Monstera,Kitchen,big;green,2024-05-01,no,Old,7
      Fern,Nephrolepis exaltata,,Office,,,yes,,
      """)
  }

  /// The differences, each field as `Monty room: Kitchen > Office`.
  @discardableResult
  private func update(
    _ table: String, _ mode: ActionMode = .commit
  ) throws -> [String] {
    try fixture.update(Array(table.utf8), mode).shown
  }

  private func problems(_ table: String) throws -> [String] {
    let before = try fixture.eventCount
    do {
      try update(table)
      return []
    } catch TableError.problems(let problems, _) {
      #expect(try fixture.eventCount == before)
      return problems.map(\.description)
    }
  }

  @Test func onlyWhatCellsTellChanges() throws {
    #expect(
      try update(
        "nickname,room,tags,bought\nmonty,Office,,2024-05-02\nFern,,\"a, b\",\n"
      ) == [
        "Monty acquiredOn: 2024-05-01 > 2024-05-02",
        "Monty room: Kitchen > Office",
        "Fern tags:  > a; b",
      ])
    let monty = try fixture.plant("Monty")
    #expect(monty.room == StandardRoom.office.id)
    #expect(monty.state.profile?.tags == ["big", "green"])
    #expect(monty.notes == ["Old"])
    #expect(try fixture.plant("Fern").state.isFavorite)
  }

  @Test func aNewPlantThatMayBeThereIsTold() throws {
    let receipt = try fixture.update(
      Array("nickname,room\nMontyy,Office\nFerne,Office\nOlga,Office\n".utf8),
      .rehearse)
    #expect(receipt.likenesses.map(\.others) == [["Monty"], ["Fern"]])
    let withSpecies = try fixture.update(
      Array("nickname,species\nMontyy,Monstera adansonii\n".utf8), .rehearse)
    #expect(withSpecies.likenesses.isEmpty)
  }

  @Test func aHyphenClears() throws {
    #expect(
      try update(
        "name,room,tags,bought,favourite,watering every\n"
          + "Monty,-,-,-,-,-\nFern,-,-,-,-,-\n") == [
          "Monty tags: big; green > ", "Monty acquiredOn: 2024-05-01 > ",
          "Monty room: Kitchen > Other",
          "Monty watering intervalDays: 7 > ",
          "Fern room: Office > Other", "Fern isFavorite: true > false",
        ])
    #expect(try fixture.plant("Monty").schedules.isEmpty)
  }

  @Test func anIdNamesAPlantThatGetsAnotherName() throws {
    let id = try fixture.plant("Monty").id
    #expect(
      try update("id,nickname\n\(id),Old Monty\n")
        == ["Monty nickname: Monty > Old Monty"])
    #expect(try fixture.plant("Old Monty").id == id)
  }

  @Test(arguments: ["shortId", "Kurz-ID"])
  func aShortIdNamesAPlantThatGetsAnotherName(column: String) throws {
    let id = try fixture.plant("Monty").id
    let short = ShortID.text(of: id)
    #expect(
      try update("\(column),room\n\(short),Office\n")
        == ["Monty room: Kitchen > Office"])
    #expect(
      try update("\(column),nickname\n\(short.uppercased()),Old Monty\n")
        == ["Monty nickname: Monty > Old Monty"])
    #expect(try fixture.plant("Old Monty").id == id)
    #expect(try fixture.plants().count == 2)
  }

  @Test func aShortIdOfNobodyAddsNothing() throws {
    #expect(
      try problems("shortId,nickname,room\n0zzzz0,Monty,Office\n").count == 1)
    #expect(try problems("shortId,room\n12,Office\n").count == 1)
    // What a spreadsheet has made of one says nothing beside the nickname.
    #expect(
      try update("shortId,nickname,room\n1.2E+05,Monty,Office\n")
        == ["Monty room: Kitchen > Office"])
  }

  @Test func nicknamesMayMoveOnAndChangePlaces() throws {
    try fixture.importTable("name\nIvy\nFig\n")
    let (monty, fern, ivy, fig) = try (
      fixture.plant("Monty").id, fixture.plant("Fern").id,
      fixture.plant("Ivy").id, fixture.plant("Fig").id
    )
    let receipt = try fixture.update(
      Array(
        """
        id,nickname
        \(ivy),Monty
        \(monty),Fern
        \(fern),Ivy
        \(fig),Old Fig
        """.utf8))
    #expect(receipt.receipt.actions.count == 1)
    #expect(try fixture.plant("Monty").id == ivy)
    #expect(try fixture.plant("Fern").id == monty)
    #expect(try fixture.plant("Ivy").id == fern)
    #expect(
      try update("id,nickname\n\(ivy),Old Fig\n\(fig),Fig\n").count == 2)
    #expect(try fixture.plant("Old Fig").id == ivy)
    // The holder changes, but keeps its name.
    #expect(
      try problems("id,nickname,tags\n\(fern),Fern,\n\(monty),,a\n")
        == ["line 2: the nickname 'Fern' belongs to another plant"])
  }

  @Test func aNewScientificNameBringsItsGenus() throws {
    let id = try fixture.plant("Monty").id
    #expect(
      try update("id,scientificName,genus\n\(id),Ficus lyrata,Monstera\n") == [
        "Monty scientificName: Monstera deliciosa > Ficus lyrata",
        "Monty genus: Monstera > Ficus",
      ])
  }

  @Test func anExportThatIsImportedUnchangedChangesNothing() throws {
    try fixture.perform([(.remove(.sold), try fixture.plant("Fern").id)])
    let before = try fixture.eventCount
    let receipt = try fixture.update(try fixture.table())
    #expect(receipt.shown.isEmpty)
    #expect(receipt.unchanged == 2)
    #expect(try fixture.eventCount == before)
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func noExportDiffersFromItsJournal(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let fixture = try ImportFixture()
    try fixture.defineFields()
    try fixture.perform(generator.collection())
    let before = try fixture.eventCount
    #expect(
      try fixture.update(try fixture.table()).shown.isEmpty, "seed \(seed)")
    #expect(try fixture.eventCount == before, "seed \(seed)")
  }

  @Test func whoNamesNoPlantIsAdded() throws {
    let receipt = try fixture.update(
      Array("name,room\nMonty,Kitchen\nIvy,Attic\n".utf8))
    #expect(receipt.unchanged == 1)
    #expect(receipt.added.map(\.displayName) == ["Ivy"])
    #expect(receipt.rooms == ["Attic"])
  }

  @Test func allIsOneAction() throws {
    let receipt = try fixture.update(
      Array("name,room,notes\nMonty,Attic,New\nFern,Attic,\nIvy,,\n".utf8))
    #expect(receipt.receipt.actions.count == 1)
    #expect(receipt.rooms == ["Attic"])
    #expect(try fixture.plant("Monty").notes == ["Old", "New"])
  }

  @Test func aRehearsalShowsAndLeavesNothing() throws {
    let before = try fixture.eventCount
    #expect(
      try update("name,room\nMonty,Attic\n", .rehearse)
        == ["Monty room: Kitchen > Attic"])
    #expect(try fixture.eventCount == before)
  }

  @Test func careAndSchedulesAreAdded() throws {
    #expect(
      try update(
        "name,last watered,watering every,fertilizing every\n"
          + "Monty,2026-11-20,9,30\n") == [
          "Monty watering intervalDays: 7 > 9",
          "Monty fertilizing intervalDays:  > 30",
          "Monty last watering:  > 2026-11-20",
        ])
    #expect(try update("name,last watered\nMonty,2026-11-20\n").isEmpty)
    #expect(
      try problems("name,last watered\nMonty,2026-11-19\n") == [
        "line 2, column 'last watering': says 2026-11-19, but the latest in "
          + "the journal is of 2026-11-20; leave the cell empty"
      ])
  }

  @Test func everythingThatIsWrongIsToldByLine() throws {
    let (monty, fern) = try (fixture.plant("Monty"), fixture.plant("Fern"))
    let nobody = "018f3c1e-0000-7000-8000-000000000001"
    #expect(
      try problems(
        """
        id,nickname,addedAt,scientificName,notes
        \(monty.id),,2020-01-01,,
        \(nobody),Nobody,,,
        ,Monty,,,
        \(fern.id),,,-,-
        """) == [
          "line 3, column 'id': is not the id of a plant",
          "line 2, column 'addedAt': says when 'Monty' was added, which an "
            + "import does not change",
          "line 4: line 2 has the same plant",
          "line 5, column 'scientificName': cannot be cleared",
        ])
    #expect(
      try problems("id,nickname\n\(fern.id),monty\n")
        == ["line 2: the nickname 'monty' belongs to another plant"])
  }

  @Test func aPlantThatLeftStaysSo() throws {
    let fern = try fixture.plant("Fern").id
    #expect(
      try update("name,removed\nFern,sold\n") == ["Fern removed:  > sold"])
    #expect(
      try problems("id,removed\n\(fern),-\n") == [
        "line 2, column 'removed': says otherwise how 'Fern' left, which an "
          + "import does not change"
      ])
    #expect(
      try problems("id,room\n\(fern),Kitchen\n")
        == ["line 2: 'Fern' was removed"])
  }

  @Test func whatWasAgreedToIsWhatIsWritten() throws {
    let table = Array("name,room\nMonty,Office\n".utf8)
    let shown = try fixture.update(table, .rehearse)
    try fixture.importTable("name\nIvy\n")
    try update("name,room\nMonty,Bedroom\n")
    #expect(throws: TableError.otherThanShown) {
      try fixture.update(table, agreed: shown)
    }
    let again = try fixture.update(table, .rehearse)
    #expect(
      try fixture.update(table, agreed: again).shown
        == ["Monty room: Bedroom > Office"])
  }

  @Test func schedulesChangeByTheColumnsThatAreTold() throws {
    let header = "plantName,kind,intervalDays,winter,amount,activeMonths\n"
    try fixture.perform([
      (
        .setSchedule(
          ScheduleSet(
            kind: .watering, intervalDays: 7,
            seasonalIntervalDays: SeasonalIntervals([.winter: 14]),
            amount: "250ml")), try fixture.plant("Monty").id
      )
    ])
    #expect(
      try update(header + "Monty,watering,8,,-,\nFern,misting,2,,,4;5\n") == [
        "Monty watering intervalDays: 7 > 8",
        "Monty watering amount: 250ml > ",
        "Fern misting intervalDays:  > 2",
        "Fern misting activeMonths:  > 4; 5",
      ])
    let held = try fixture.plant("Monty").schedules.first?.schedule
    #expect(held?.seasonalIntervalDays[.winter] == 14)
    #expect(try update(header + "Monty,watering,8,14,,\n").isEmpty)
    #expect(
      try update(header + "Fern,misting,-,,,\n") == [
        "Fern misting intervalDays: 2 > ",
        "Fern misting activeMonths: 4; 5 > ",
      ])
    #expect(
      try problems(header + "Monty,watering,9,,,\nMonty,watering,10,,,\n")
        == ["line 3: line 2 has the same schedule"])
  }

  @Test func besideNicknamesPlantIsTheSpecies() throws {
    try fixture.importTable("Nickname,Plant\nVera,Aloe vera\n")
    #expect(
      try fixture.plant("Vera").state.profile?.scientificName == "Aloe vera")
    try fixture.importTable(
      "Name,Plant,Species\nPeace,Peace lily,Spathiphyllum wallisii\n")
    let peace = try fixture.plant("Peace").state.profile
    #expect(peace?.commonNames == ["Peace lily"])
    #expect(peace?.scientificName == "Spathiphyllum wallisii")
    #expect(throws: TableError.repeatedColumn("Nickname", and: "Name")) {
      try fixture.importTable("Nickname,Name\na,b\n")
    }
  }
}

extension ImportFixture {
  @discardableResult
  fileprivate func update(
    _ bytes: [UInt8], _ mode: ActionMode = .commit,
    agreed: ImportReceipt? = nil
  ) throws -> ImportReceipt {
    var request = TableImport { byteSource(of: bytes) }
    request.updates = true
    request.agreed = agreed
    return try care.importTable(request, mode)
  }
}

extension ImportReceipt {
  fileprivate var shown: [String] {
    differences.flatMap { difference in
      difference.fields.map {
        "\(difference.plant.displayName) \($0.column): \($0.old) > \($0.new)"
      }
    }
  }
}
