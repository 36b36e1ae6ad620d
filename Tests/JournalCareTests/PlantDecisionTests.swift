import ErrorKit
import JournalCare
import JournalEvents
import JournalTestSupport
import JournalTime
import Testing

/// Given a plant, when a command, then an event or a refusal.
@Suite struct PlantDecisionTests {
  private let plantID: PlantID = id(1)
  private let task: TaskID = id(2)

  /// Watered on March 1st, due on the 8th; repotting once, on April 1st.
  private func present() -> Garden {
    var garden = Garden.plant(addedAt: "2026-02-01")
    garden.schedule(every: 7, at: "2026-02-01")
    garden.care(at: "2026-03-01")
    garden.given(
      .taskAdded(.init(kind: .repotting, task: task, due: day("2026-04-01"))))
    return garden
  }

  private func removed() -> Garden {
    var garden = present()
    garden.given(.plantRemoved(.init(reason: .sold)))
    return garden
  }

  private func decide(
    _ command: PlantCommand, on garden: Garden, holder: PlantID? = nil
  ) throws(CareError) -> EventBody {
    try command.decide(
      on: plantID, garden.plant, at: instant("2026-03-05"),
      in: DecisionContext(
        calendar: garden.calendar, rooms: RoomList([:]),
        nicknameHolder: holder))
  }

  private func refusal(
    of command: PlantCommand, on garden: Garden, holder: PlantID? = nil
  ) -> CareError? {
    do throws(CareError) {
      _ = try decide(command, on: garden, holder: holder)
      return nil
    } catch {
      return error
    }
  }

  private let monty = PlantCommand.add(
    .init(scientificName: "Monstera deliciosa", nickname: "Monty"))

  /// Every command but adding and restoring.
  private var others: [PlantCommand] {
    [
      .favorite(true), .move(to: nil), .remove(.died),
      .note(.init(text: "A leaf")),
      .setSchedule(.init(kind: .watering, intervalDays: 7)),
      .clearSchedule(.watering),
      .addTask(.init(kind: .pruning, task: id(7), due: day("2026-04-01"))),
      .complete(.init(kind: .watering)),
      .skip(.watering, task: nil, due: day("2026-03-08")),
      .snooze(
        .watering, task: nil, until: day("2026-03-11"), settled: .current),
    ]
  }

  @Test func aPlantIsAddedOnceEvenIfItWasRemoved() throws {
    #expect(try decide(monty, on: Garden()).type == .plantAdded)
    #expect(refusal(of: monty, on: present()) == .plantExists(plantID))
    #expect(refusal(of: monty, on: removed()) == .plantExists(plantID))
  }

  @Test func whatNamesNoPlantIsRefused() {
    for command in others + [.restore()] {
      #expect(refusal(of: command, on: Garden()) == .unknownPlant(plantID))
    }
  }

  @Test func whatActsOnARemovedPlantIsRefused() {
    for command in others {
      // A note tells how things were, also of what is gone.
      if case .note = command { continue }
      #expect(
        refusal(of: command, on: removed())
          == .removedPlant(plantID, name: "Hoya carnosa"))
    }
    let note = PlantCommand.note(.init(text: "It froze."))
    for command in [.restore(), note] {
      #expect(refusal(of: command, on: removed()) == nil)
    }
  }

  @Test func everyCommandIsTakenOfAPresentPlant() throws {
    let types = try others.map { try decide($0, on: present()).type }
    #expect(
      types == [
        .plantFavorited, .plantMoved, .plantRemoved, .plantNoted,
        .scheduleSet, .scheduleCleared, .taskAdded, .taskCompleted,
        .taskSkipped, .taskSnoozed,
      ])
    #expect(try decide(.restore(), on: present()).type == .plantRestored)
  }

  @Test func nicknamesAreUnique() throws {
    #expect(
      refusal(of: monty, on: Garden(), holder: id(9))
        == .nicknameTaken("Monty", by: id(9)))
    let nameless = PlantCommand.add(.init(scientificName: "Hoya"))
    #expect(refusal(of: nameless, on: Garden(), holder: id(9)) == nil)
    #expect(refusal(of: monty, on: Garden(), holder: plantID) == nil)
  }

  @Test func aRestoredPlantsNicknameMayBeTakenMeanwhile() {
    var garden = Garden()
    garden.given(
      .plantAdded(.init(scientificName: "Hoya", nickname: "Wax")))
    garden.given(.plantRemoved(.init(reason: .other)))
    #expect(
      refusal(of: .restore(), on: garden, holder: id(9))
        == .restoredNicknameTaken("Wax", of: plantID, by: id(9)))
    #expect(refusal(of: .restore(), on: garden) == nil)
    #expect(
      refusal(of: .restore(as: "Wane"), on: garden, holder: id(9))
        == .restoredNicknameTaken("Wane", of: plantID, by: id(9)))
  }

  @Test func aNicknameIsNoOtherPlantsShortID() {
    func refusal(of command: PlantCommand, holder: PlantID) -> CareError? {
      do throws(CareError) {
        _ = try command.decide(
          on: plantID, command == monty ? PlantState() : present().plant,
          at: instant("2026-03-05"),
          in: DecisionContext(
            calendar: Garden().calendar, rooms: RoomList([:]),
            shortIDHolder: holder))
        return nil
      } catch {
        return error
      }
    }
    var rename = PlantEdited()
    rename.nickname = .set("Monty")
    for command in [monty, .edit(rename)] {
      #expect(
        refusal(of: command, holder: id(9))
          == .nicknameIsShortID("Monty", of: id(9)))
      #expect(refusal(of: command, holder: plantID) == nil)
    }
  }

  @Test func aLineageLeadsBackToNobody() {
    func refusal(of parent: PlantID, _ line: [PlantID]) -> CareError? {
      var edit = PlantEdited()
      edit.parent = .set(parent)
      do throws(CareError) {
        _ = try PlantCommand.edit(edit).decide(
          on: plantID, present().plant, at: instant("2026-03-05"),
          in: DecisionContext(
            calendar: Garden().calendar, rooms: RoomList([:]),
            parentLine: line))
        return nil
      } catch {
        return error
      }
    }
    #expect(refusal(of: plantID, [plantID]) == .ownParent(plantID))
    #expect(
      refusal(of: id(7), [id(7), id(8), plantID])
        == .circularLineage(plantID, parent: id(7)))
    #expect(refusal(of: id(7), [id(7), id(8)]) == nil)
  }

  @Test func roomsMustBeThere() {
    let lost: RoomID = id(9)
    #expect(
      refusal(of: .move(to: lost), on: present()) == .unknownRoom(lost))
    #expect(
      refusal(of: .move(to: StandardRoom.office.id), on: present()) == nil)
    let added = PlantCommand.add(.init(scientificName: "Hoya", room: lost))
    #expect(refusal(of: added, on: Garden()) == .unknownRoom(lost))
  }

  @Test func oneOffTasksMustBeOpen() {
    for lost in [id(8), id(9)] as [TaskID] {
      let commands: [PlantCommand] = [
        .complete(.init(kind: .repotting, task: lost)),
        .skip(.repotting, task: lost, due: day("2026-04-01")),
        .snooze(
          .repotting, task: lost, until: day("2026-04-05"), settled: .current),
      ]
      for command in commands {
        #expect(
          refusal(of: command, on: present())
            == .unknownTask(lost, plant: plantID))
      }
    }
    var done = present()
    done.care(.repotting, task: task, at: "2026-03-04")
    #expect(
      refusal(of: .complete(.init(kind: .repotting, task: task)), on: done)
        == .unknownTask(task, plant: plantID))
  }

  @Test func aSnoozesSettledDayIsFilledInWhereItIsLeftOut() throws {
    let until = day("2026-03-11")
    func settled(
      _ kind: TaskKind, _ settled: PlantCommand.SettledDay,
      task: TaskID? = nil
    ) throws -> Day? {
      let body = try decide(
        .snooze(kind, task: task, until: until, settled: settled),
        on: present())
      guard case .taskSnoozed(let body) = body else { return nil }
      return body.settled
    }
    #expect(try settled(.watering, .current) == day("2026-03-01"))
    #expect(try settled(.misting, .current) == nil)
    #expect(try settled(.repotting, .current, task: task) == nil)
    #expect(try settled(.watering, .given(nil)) == nil)
    #expect(
      try settled(.watering, .given(day("2026-02-02"))) == day("2026-02-02"))
  }

  @Test func whatIsMerelyUnusualIsTaken() {
    let commands: [PlantCommand] = [
      // Care without a schedule.
      .complete(.init(kind: .misting)),
      // A skip in advance, of a kind without a schedule, of any day.
      .skip(.watering, task: nil, due: day("2030-01-01")),
      .skip(.misting, task: nil, due: day("2020-01-01")),
      // Snoozes before the due day and in the past.
      .snooze(
        .watering, task: nil, until: day("2026-03-02"), settled: .current),
      .snooze(
        .misting, task: nil, until: day("2020-01-01"), settled: .given(nil)),
      // A past start, a schedule that is there already or was never set.
      .setSchedule(
        .init(
          kind: .watering, intervalDays: 7, startOn: day("2001-01-01"))),
      .setSchedule(.init(kind: .watering, intervalDays: 7)),
      .clearSchedule(.misting),
      // What is so already.
      .favorite(false), .move(to: nil), .restore(),
      // A one-off task in the past.
      .addTask(.init(kind: .pruning, task: id(7), due: day("2001-01-01"))),
    ]
    for command in commands {
      #expect(refusal(of: command, on: present()) == nil, "\(command)")
    }
  }

  @Test func careBeforeThePlantWasAddedAndTwiceADayIsTaken() throws {
    var garden = present()
    let command = PlantCommand.complete(.init(kind: .watering))
    for at in ["2020-01-01", "2026-03-05", "2026-03-05"] {
      let body = try command.decide(
        on: plantID, garden.plant, at: instant(at),
        in: DecisionContext(calendar: garden.calendar, rooms: RoomList([:])))
      garden.given(body, at: at)
    }
    #expect(garden.due() == "2026-03-12")
  }

  @Test func refusalsSayWhatToDo() {
    let errors: [CareError] = [
      .unknownPlant(plantID), .plantExists(plantID),
      .removedPlant(plantID, name: "Monty"),
      .nicknameTaken("Monty", by: plantID), .unknownRoom(plantID),
      .roomExists(plantID, name: "Shelf"), .unknownTask(task, plant: plantID),
      .nothingDue(.watering, plant: plantID, name: "Monty"),
    ]
    for error in errors {
      #expect(error.facts.remedy != nil, "\(error)")
    }
  }
}
