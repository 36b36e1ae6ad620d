import Encodings
import JournalActions
import JournalEvents
import JournalFormats
import JournalLog
import JournalProjections
import JournalQueries
import JournalTestSupport
import JournalTime
import POSIXKit
import Testing

/// Several homes that hold one journal, and who did what in it.
@Suite struct HouseholdTests {
  private func pass(_ from: Keeper, to other: Keeper) throws {
    try from.pass(to: other)
  }

  private func name(_ keeper: Keeper, _ device: String?, _ person: String?)
    throws
  {
    _ = try keeper.journal.nameWriter(
      WriterNameRequest(
        device: device.map { .set($0) } ?? .keep,
        person: person.map { .set($0) } ?? .keep))
  }

  private func water(_ keeper: Keeper, _ plant: String) throws {
    _ = try keeper.journal.recordCare(
      CareRequest(.named(plant), kind: .watering))
  }

  /// The recorders of care that Today shows, by plant.
  private func told(_ keeper: Keeper) throws -> [String: String] {
    try keeper.journal.read { snapshot in
      try snapshot.todayView().done.reduce(into: [:]) { told, done in
        guard let recorder = done.recorder else {
          told[done.plantName] = ""
          return
        }
        told[done.plantName] =
          (recorder.name?.text ?? "nameless") + (recorder.isOwn ? "!" : "")
      }
    }
  }

  private func count(_ keeper: Keeper, of writer: String) throws -> Int {
    try keeper.journal.read { snapshot in
      var query = HistoryQuery()
      query.writer = writer
      return try snapshot.forEachEvent(query) { _ in }
    }
  }

  @Test func whoDidWhatIsToldOnceThereAreSeveralDevices() throws {
    var anna = try Keeper()
    try anna.add("Monty", every: 7)
    try anna.add("Basil", every: 7)
    try name(anna, "laptop", "Anna")
    try water(anna, "Monty")
    #expect(try told(anna) == ["Monty": ""])

    var sitter = try Keeper()
    sitter.now = instant("2026-03-14T09:00:00+01:00")
    anna.now = sitter.now
    try pass(anna, to: sitter)
    try water(sitter, "Basil")
    try pass(sitter, to: anna)
    #expect(try told(anna) == ["Basil": "nameless"])
    try name(sitter, "phone", "the sitter")
    try water(anna, "Monty")
    try pass(sitter, to: anna)
    try pass(anna, to: sitter)
    #expect(
      try told(anna)
        == ["Basil": "the sitter's phone", "Monty": "Anna's laptop!"])
    #expect(
      try told(sitter)
        == ["Basil": "the sitter's phone!", "Monty": "Anna's laptop"])

    let page = try anna.journal.read {
      try $0.plantPages(of: .named("Basil"))[0]
    }
    #expect(page.recorders[.watering]?.name?.person == "the sitter")
    for text in ["phone", "THE SITTER", "the sitter's phone"] {
      #expect(try count(anna, of: text) == 3, "\(text)")
    }
    #expect(try count(anna, of: "the cat") == 0)
    // What the sitter undoes was not done by the sitter.
    try water(anna, "Basil")
    try pass(anna, to: sitter)
    _ = try anna.journal.undo()
    try pass(anna, to: sitter)
    #expect(try told(sitter)["Basil"] == "the sitter's phone!")
  }

  @Test func aPersonIsKeptWhereTheDeviceIsRenamedAndTheOtherWayRound() throws {
    let keeper = try Keeper()
    try keeper.add("Monty")
    func found() throws -> WriterName? {
      try keeper.journal.read { try $0.writerName(nil).name }
    }
    try name(keeper, "phone", "Anna")
    try name(keeper, "tablet", nil)
    #expect(try found() == WriterName(device: "tablet", person: "Anna"))
    try name(keeper, nil, "Ben")
    #expect(try found() == WriterName(device: "tablet", person: "Ben"))
    _ = try keeper.journal.undo()
    #expect(try found()?.text == "Anna's tablet")
    _ = try keeper.journal.nameWriter(
      WriterNameRequest(device: .clear, person: .clear))
    #expect(try found() == nil)
    let rebuilt = try keeper.journal.rebuild()
    #expect(try rebuilt > 0 && found() == nil)
  }

  /// A home that was copied or restored writes as another writer, which nobody
  /// has named.
  @Test func aCopyIsCalledAsWhatItWasCopiedFrom() throws {
    let anna = try Keeper()
    try anna.add("Monty", every: 7)
    try name(anna, "laptop", "Anna")
    let copy = try self.copy(of: anna)
    try water(copy, "Monty")
    let own = try copy.journal.read { try $0.writerName(nil) }
    #expect(own.name?.text == "Anna's laptop (2)")
    try pass(copy, to: anna)
    #expect(try told(anna) == ["Monty": "Anna's laptop (2)"])
    // A name that was taken away is not inherited either.
    _ = try anna.journal.nameWriter(
      WriterNameRequest(device: .clear, person: .clear))
    #expect(try told(anna) == ["Monty": "nameless"])
    try name(copy, "tablet", nil)
    #expect(
      try copy.journal.read { try $0.writerName(nil).name?.text }
        == "Anna's tablet")
  }

  private func copy(of keeper: Keeper) throws -> Keeper {
    let copy = try Keeper()
    for name in ["lmdb", "identity"] {
      try #require(
        ChildProcess.start(
          "/bin/cp",
          arguments: [
            "-r", "\(keeper.directory.path)/\(name)", copy.directory.path,
          ], descriptors: []
        ).wait(until: Deadline(seconds: 20)) == .exited(0))
    }
    return copy
  }

  /// The names of devices in the status of the log.
  private func names(_ keeper: Keeper) throws -> [String] {
    try keeper.journal.read { snapshot in
      try snapshot.logStatus().writers.map { writer in
        let recorder = writer.recorder
        let household = try snapshot.household()
        #expect(
          try snapshot.recorder(recorder.writer, in: household) == recorder)
        return (recorder.name?.text ?? "") + (recorder.isOwn ? "!" : "")
      }.sorted()
    }
  }

  @Test func copiesAreToldApartAndFromWhatTheyWereCopiedFrom() throws {
    var anna = try Keeper()
    try anna.add("Monty", every: 7)
    try anna.add("Basil", every: 7)
    try name(anna, "laptop", "Anna")
    var (first, second) = (try copy(of: anna), try copy(of: anna))
    first.now = instant("2026-03-10T09:01:00+01:00")
    try water(first, "Monty")
    second.now = instant("2026-03-10T09:02:00+01:00")
    try water(second, "Monty")
    anna.now = instant("2026-03-10T09:03:00+01:00")
    try water(anna, "Basil")
    for (from, to) in [
      (second, anna), (first, anna), (anna, first), (anna, second),
    ] {
      try pass(from, to: to)
    }
    let others = ["Anna's laptop", "Anna's laptop (2)", "Anna's laptop (3)"]
    for (keeper, own) in [(anna, 0), (first, 1), (second, 2)] {
      var names = others
      names[own] += "!"
      #expect(try self.names(keeper) == names.sorted())
    }
    // What the original has recorded since is another home's.
    #expect(try told(first)["Basil"] == "Anna's laptop")
    _ = try first.journal.undo(UndoRequest())
    #expect(throws: UndoError.self) {
      try first.journal.undo(UndoRequest())
    }
  }

  @Test func anAuditSaysHowMuchEachPersonDid() throws {
    let anna = try Keeper()
    try anna.add("Monty", every: 7)
    try name(anna, "laptop", "Anna")
    var phone = try Keeper()
    var sitter = try Keeper()
    try pass(anna, to: phone)
    try pass(anna, to: sitter)
    for (index, day) in ["02", "09", "16"].enumerated() {
      phone.now = instant("2026-03-\(day)T09:00:00+01:00")
      sitter.now = instant("2026-03-\(day)T19:00:00+01:00")
      try water(index == 1 ? sitter : phone, "Monty")
    }
    try name(phone, "phone", "Anna")
    try pass(phone, to: anna)
    try pass(sitter, to: anna)
    let view = try anna.journal.read { snapshot in
      try snapshot.auditView(
        PlantChoice(), kind: nil,
        period: Timed { _ in day("2026-03-01")...day("2026-03-31") }, grace: 0)
    }
    let shares = view.shares(of: view.plants.flatMap(\.kinds))
    #expect(view.hasOthers)
    #expect(shares.map(\.person) == ["Anna", nil])
    #expect(shares.map(\.count) == [2, 1])
  }

  @Test func namesAreShortAndSayItOnce() {
    #expect(WriterName().text == nil)
    #expect(WriterName(device: "phone").text == "phone")
    #expect(WriterName(person: "Anna").text == "Anna")
    #expect(WriterName(device: "phone", person: "Anna").text == "Anna's phone")
    #expect(
      WriterName(device: "Anna's phone", person: "anna").text == "Anna's phone")
    let long = String(repeating: "x\u{301}", count: 10_000)
    #expect(
      WriterName(device: long, person: long).text?.unicodeScalars.count == 60)
  }
}
