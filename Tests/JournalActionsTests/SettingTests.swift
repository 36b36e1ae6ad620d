import ErrorKit
import JournalActions
import JournalCare
import JournalEvents
import JournalProjections
import JournalQueries
import JournalTestSupport
import JournalTime
import Testing

@Suite struct SettingTests {
  private func filter(_ name: String) throws -> NamedFilter {
    guard let filter = NamedFilter(named: name) else {
      throw TestFailure("no filter can be called '\(name)'")
    }
    return filter
  }

  @Test func aFilterIsKeptReplacedForgottenAndTakenBack() throws {
    let keeper = try Keeper()
    let shelf = try filter("Shelf")
    let journal = keeper.journal
    var isNew: [Bool] = []
    for choice in ["--room Kitchen", "--tag gift"] {
      let receipt = try journal.changeFilter(FilterRequest(shelf, choice))
      guard case .filterSaved(shelf, let new)? = receipt.changes.first else {
        throw TestFailure("\(receipt.changes)")
      }
      isNew.append(new)
    }
    #expect(isNew == [true, false])
    #expect(try journal.read { try $0.choice(of: shelf) } == "--tag gift")
    let receipt = try journal.changeFilter(FilterRequest(shelf, nil))
    guard case .filterForgotten(shelf)? = receipt.changes.first else {
      throw TestFailure("\(receipt.changes)")
    }
    #expect(throws: NothingMatched.self) {
      try journal.read { try $0.choice(of: shelf) }
    }
    _ = try journal.undo()
    #expect(try journal.read { try $0.choice(of: shelf) } == "--tag gift")
  }

  @Test func aFilterThatIsNotKeptIsNotForgotten() throws {
    let keeper = try Keeper()
    _ = try keeper.journal.changeFilter(
      FilterRequest(try filter("shelf"), "--room Kitchen"))
    let count = try keeper.eventCount()
    let error = #expect(throws: NothingMatched.self) {
      try keeper.journal.changeFilter(
        FilterRequest(try filter("shelv"), nil))
    }
    #expect(error?.remedy == .didYouMean(["shelf"]))
    #expect(try keeper.eventCount() == count)
  }

  /// `list` opens a journal to be read, and then saves a filter.
  @Test func aJournalThatWasOpenedToBeReadIsWritten() throws {
    let keeper = try Keeper()
    try keeper.add("Monty")
    let reading = CareJournal(
      at: keeper.directory.path, program: "test 1",
      clock: keeper.now.instant, isWriting: false, timeZone: "Europe/Paris")
    #expect(try reading.rooms().rooms.isEmpty == false)
    _ = try reading.changeFilter(
      FilterRequest(try filter("shelf"), "--room Kitchen"))
    #expect(try reading.read { $0.settings.filters.count } == 1)
  }

  @Test func aSettingOfThisMachineIsNoEvent() throws {
    let keeper = try Keeper()
    let journal = keeper.journal
    let request = SettingRequest("pager", .text("less"))
    #expect(try journal.changeMachineSetting(request, .rehearse) == nil)
    #expect(try journal.machineSettings().isEmpty)
    #expect(try journal.changeMachineSetting(request) == nil)
    #expect(try journal.changeMachineSetting(request) == .text("less"))
    #expect(try journal.machineSettings()["pager"] == .text("less"))
    #expect(
      try journal.changeMachineSetting(SettingRequest("pager", .null))
        == .text("less"))
    #expect(try journal.machineSettings().isEmpty)
    #expect(try keeper.eventCount() == 0)
  }
}
