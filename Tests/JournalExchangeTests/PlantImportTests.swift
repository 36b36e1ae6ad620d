import Encodings
import JournalActions
import JournalCare
import JournalEvents
import JournalExchange
import JournalQueries
import JournalTestSupport
import JournalTime
import Testing

/// Tests of the changes that a table of plants makes.
@Suite struct PlantImportTests {
  let fixture: ImportFixture

  init() throws {
    fixture = try ImportFixture()
  }

  private func problems(_ table: String) throws -> [String] {
    do {
      try fixture.importTable(table)
      return []
    } catch TableError.problems(let problems, _) {
      return problems.map(\.description)
    }
  }

  @Test func aListOfAPersonIsUnderstood() throws {
    let summary = try fixture.importTable(
      """
      Name;Species;Location;Favourite;Tags;Bought;Last watered;Water every;\
      Remarks;Pot
      Monty;Monstera deliciosa;Kitchen;yes;big, green;2024-05-01;\
      2026-11-18;7;"Likes light;\nno sun";30
      Fern;;Winter garden;;;;;;;
      """)
    #expect(summary.added.map(\.displayName) == ["Monty", "Fern"])
    #expect(summary.rooms == ["Winter garden"])
    #expect(summary.withoutSpecies == 1)
    let monty = try fixture.plant("Monty")
    #expect(monty.state.profile?.tags == ["big", "green"])
    #expect(monty.state.profile?.genus == "Monstera")
    #expect(monty.room == StandardRoom.kitchen.id)
    #expect(monty.state.isFavorite)
    #expect(monty.notes == ["Likes light;\nno sun"])
    #expect(monty.schedules.first?.lastDone == day("2026-11-18"))
    #expect(monty.schedules.first?.nextDue == day("2026-11-25"))
    let fern = try fixture.plant("Fern")
    #expect(fern.state.profile?.scientificName == "Unknown species")
  }

  @Test func datesAndFrequenciesAreReadAsPeopleTypeThem() throws {
    try fixture.importTable(
      """
      Name,Bought,Last watered,Watering every,Misting frequency,Added
      Monty,25.12.2023,15 Nov 2026,every 2 weeks,daily,2023/12/26
      Fern,12/25/2023 00:00:00,16.11.2026 18:30:00,weekly,,26.12.2023
      """)
    let (monty, fern) = try (fixture.plant("Monty"), fixture.plant("Fern"))
    for plant in [monty, fern] {
      #expect(plant.state.profile?.acquiredOn == day("2023-12-25"))
      #expect(plant.state.addedAt == instant("2023-12-26T12:00:00+01:00"))
    }
    #expect(monty.schedules.map(\.schedule.intervalDays) == [1, 14])
    #expect(fern.schedules.map(\.schedule.intervalDays) == [7])
    #expect(
      fern.state.care(.watering)?.lastCompleted
        == instant("2026-11-16T18:30:00+01:00").instant)
  }

  @Test(arguments: [
    "Name,Art,Standort,Gießen alle,Düngen alle (Tage),Zuletzt gegossen,Notiz,Gekauft am",
    "PFLANZENNAME;Botanischer Name;Zimmer;Giessen;Dünge-Intervall;Letztes Giessen;Bemerkungen;Kaufdatum",
    "Spitzname,Wissenschaftlicher Name,Raum,Gießintervall,Duengen,zuletzt gegossen,Notizen,erworben",
    "name,species,room,Watering,Fertilizing,last watered,note,bought",
  ])
  func columnsAreReadUnderTheNamesThatPeopleGiveThem(header: String) throws {
    let separator = header.contains(";") ? ";" : ","
    let cells = [
      "Monty", "Monstera deliciosa", "Office", "7", "30", "18.11.2026", "Dry.",
      "25.12.2023",
    ]
    let imported = try fixture.importTable(
      "\(header)\n\(cells.joined(separator: separator))\n")
    #expect(imported.unknownColumns == [])
    let monty = try fixture.plant("Monty")
    #expect(monty.state.profile?.scientificName == "Monstera deliciosa")
    #expect(monty.room == StandardRoom.office.id)
    // In the order of the kinds' names.
    #expect(monty.schedules.map(\.schedule.intervalDays) == [30, 7])
    #expect(monty.schedules.last?.lastDone == day("2026-11-18"))
    #expect(monty.notes == ["Dry."])
    #expect(monty.state.profile?.acquiredOn == day("2023-12-25"))
  }

  @Test func schedulesAreReadInGerman() throws {
    try fixture.importTable("name\nMonty\n")
    let imported = try fixture.importTable(
      "Pflanze;Pflege;Tage;Frühling;Winter;Monate;Menge;Dünger;Uhrzeit;Beginn;Zuletzt\n"
        + "Monty;Gießen;7;5;14;3,4,5;0,5 l;;18:00;1.12.2026;gestern\n"
        + "Monty;Düngen;monatlich;;;;;organisch;;;\n")
    #expect(imported.unknownColumns == [])
    let schedules = try fixture.plant("Monty").schedules.map(\.schedule)
    let watering = try #require(schedules.first { $0.kind == .watering })
    #expect(watering.intervalDays == 7 && watering.amount == "500ml")
    #expect(
      watering.seasonalIntervalDays
        == SeasonalIntervals([.spring: 5, .winter: 14]))
    #expect(watering.activeMonths == MonthSet([3, 4, 5]))
    #expect(watering.startOn == day("2026-12-01"))
    let feeding = try #require(schedules.first { $0.kind == .fertilizing })
    #expect(feeding.fertilizer == .organic && feeding.intervalDays == 30)
  }

  @Test func aTableThatMayBeCutInItsLastFieldIsTold() throws {
    #expect(try fixture.importTable("name,room\nFig,Kit").openEnd == 2)
    #expect(try fixture.importTable("name,room\nFern,Kit\n").openEnd == nil)
    // The closing quote shows that it is whole.
    #expect(
      try fixture.importTable("name,room\nIvy,\"Kit\"").openEnd == nil)
  }

  @Test func aKindAloneGivesWayToWhatSaysHowOften() throws {
    let imported = try fixture.importTable(
      "Name,Watering,Watering every,Fertilized\nMonty,when dry,7,often\n")
    #expect(imported.unknownColumns == ["Watering", "Fertilized"])
    let monty = try fixture.plant("Monty")
    #expect(monty.schedules.map(\.schedule.intervalDays) == [7])
  }

  @Test func oneNameOfNewRoomsIsOneRoomInAnyCase() throws {
    let summary = try fixture.importTable(
      "name,room\nFig,Straße\nFern,STRASSE\nIvy,kitchen\nYucca,Attic\n")
    #expect(summary.rooms == ["Straße", "Attic"])
    let places = try ["Fig", "Fern", "Ivy"].map { try fixture.plant($0).room }
    #expect(places[0] == places[1])
    #expect(places[2] == StandardRoom.kitchen.id)
  }

  @Test func whereAPlantGrowsIsNotItsRoom() throws {
    let table = "name,location,Growing location\nFig,Kitchen,Greenhouse\n"
    try fixture.importTable(table)
    let fig = try fixture.plant("Fig")
    #expect(fig.room == StandardRoom.kitchen.id)
    #expect(fig.state.details.location == .greenhouse)
    #expect(
      try problems("name,growingLocation\nFig,balcony\n") == [
        "line 2: 'Fig' is already in the collection, and differs in "
          + "growingLocation"
      ])
    #expect(
      try problems("name,growingLocation\nFern,Yard\n") == [
        "line 2, column 'growingLocation': holds 'Yard', which is not one of "
          + "indoor, outdoor, greenhouse, balcony"
      ])
  }

  @Test func unknownColumnsAreReported() throws {
    let imported = try fixture.importTable(
      "name,Pot size,,Height\nMonty,30,,2\n")
    #expect(imported.unknownColumns == ["Pot size", "Height"])
  }

  @Test func theSameTableChangesNothingTheSecondTime() throws {
    let table = "name,species,room\nMonty,Monstera deliciosa,Shelf\n"
    try fixture.importTable(table)
    let count = try fixture.eventCount
    let summary = try fixture.importTable(table)
    #expect(summary.unchanged == 1)
    #expect(summary.added.isEmpty)
    #expect(try fixture.eventCount == count)
  }

  @Test func aPlantThatDiffersIsRefused() throws {
    try fixture.importTable("name,species,room\nMonty,Hoya,Kitchen\n")
    #expect(
      try problems("name,species,room,tags\nMonty,Hoya,Office,a\n") == [
        "line 2: 'Monty' is already in the collection, and differs in room, tags"
      ])
  }

  @Test func everyBadCellIsNamedAndNothingIsWritten() throws {
    let count = try fixture.eventCount
    #expect(
      try problems(
        "name,acquired,favorite,Watering every\n"
          + "Monty,08/03/2026,perhaps,7\n\"Fig\nleaf\",2026-02-30,,0\n") == [
          "line 2, column 'acquired': holds '08/03/2026', which could be "
            + "2026-03-08 or 2026-08-03; write one",
          "line 2, column 'favorite': holds 'perhaps', which is not yes or no",
          "line 3, column 'name': holds a line break or a tab within a name",
          "line 3, column 'acquired': holds '2026-02-30', which is not a "
            + "date such as 2026-03-18",
          "line 3, column 'Watering every': holds '0', which is not a "
            + "number of days from 1 to 36500, weekly or 'every 2 weeks'",
        ])
    #expect(try fixture.eventCount == count)
  }

  @Test func aGoodRowBesideABadOneIsNotTaken() throws {
    #expect(
      try problems("name,parent\nMonty,\nFig,Nobody\n")
        == ["line 3, column 'parent': no plant is called 'Nobody'"])
    #expect(try fixture.plants().isEmpty)
  }

  @Test func rowsThatContradictEachOtherAreRefused() throws {
    #expect(
      try problems("name\nMonty\nmonty\n") == [
        "line 3, column 'nickname': line 2 has the nickname 'monty', too"
      ])
    #expect(
      try problems("room,tags\nKitchen,a\n")
        == ["line 2: the plant has neither a name nor a species"])
    #expect(
      try problems("name,species\nMonty,Hoya,Kitchen\n")
        == ["line 2: has 3 fields, and the first line names 2 columns"])
  }

  @Test func aParentMayBeAPlantThatATableLeavesOut() throws {
    // One that left, in a table of those that are there.
    let id = "c6533f6a-0ac0-4080-afe6-8484e58070c0"
    try fixture.importTable("name,parent\nMonty,\nFig,\(id)\n")
    #expect(try fixture.plant("Fig").state.profile?.parent == PlantID(id))
  }

  @Test func aShortIDThatContradictsTheIDIsRefused() throws {
    let id = "c6533f6a-0ac0-4080-afe6-8484e58070c0"
    let says = "line 2, column 'shortId': holds 'aaaaaa', and the short id of "
    #expect(
      try problems("id,shortId,name\n\(id),aaaaaa,Monty\n")
        == [says + "that id is cb2v3r"])
    try fixture.importTable("id,shortId,name\n\(id),CB2V3R,Monty\n")
    // What the nickname finds is another plant as well.
    #expect(
      try problems("shortId,name\naaaaaa,Monty\n")
        == [says + "this plant is cb2v3r"])
  }

  @Test(arguments: ["name,species,room", "plant,kind,intervalDays"])
  func aLastLineThatIsCutOffIsRefused(header: String) throws {
    try fixture.importTable("name\nFern\n")
    let row = header.hasPrefix("plant") ? "Fern,watering" : "Fig,Ficus"
    #expect(
      try problems("\(header)\n\(row)") == [
        "line 2: has 2 of 3 fields and no line break: the file may be cut off"
      ])
    #expect(throws: CSVError.self) {
      try fixture.importTable("\(header)\n\(row),\"Kit")
    }
    #expect(try fixture.plants().count == 1)
    let last = header.hasPrefix("plant") ? "7" : "Kitchen"
    try fixture.importTable("\(header)\n\(row),\(last)")
  }

  @Test func whatIsQuotedOfAHeaderIsShort() throws {
    let long = String(repeating: "x", count: 1_000)
    let shown = String(repeating: "x", count: 60) + "…"
    #expect(throws: TableError.noKnownColumn(found: [shown])) {
      try fixture.importTable("\(long)\na\n")
    }
    #expect(
      try fixture.importTable("name,\(long)\nFig,\n").unknownColumns == [shown])
  }

  @Test func parentsMayStandBelowTheirChildren() throws {
    try fixture.importTable("name,parent\nChild,Mother\nMother,\n")
    let mother = try fixture.plant("Mother")
    #expect(
      try fixture.plant("Child").state.profile?.parent == mother.id)
  }

  @Test(arguments: [
    (ExportedTable.rooms, "id,name,icon,sortOrder,isDefault,plantCount"),
    (.rooms, "Name;ID;my own;icon;sort order;is default;plant count"),
    (
      .history,
      "recorded,at,type,subject,subjectName,kind,note,action,undone,payload"
    ),
  ])
  func anotherTableOfThisProgramIsRefused(table: ExportedTable, header: String)
  {
    #expect(throws: TableError.exported(table)) {
      try fixture.importTable(header + "\na,b,c,d,e,f\n")
    }
  }

  @Test func aTableWithoutAKnownColumnIsRefused() {
    #expect(throws: TableError.noKnownColumn(found: ["a", "b"])) {
      try fixture.importTable("a,b\n1,2\n")
    }
    #expect(throws: TableError.empty) { try fixture.importTable("\n\n") }
    #expect(throws: TableError.repeatedColumn("Name", and: "nickname")) {
      try fixture.importTable("Name,species,nickname\n")
    }
  }
}
