import JournalEvents
import JournalTestSupport
import JournalTime

extension GoldenSample {
  /// Two samples of every type: with all optional fields, and with none.
  static let all = EventType.allCases.flatMap { type in
    [
      GoldenSample(
        name: type.rawValue,
        payload: EventPayload(
          at: instant("2026-03-01T09:00:00.250+01:00"),
          note: "Dry — \"really\" 🌱", body: full(type))),
      GoldenSample(
        name: "\(type.rawValue).minimal",
        payload: EventPayload(
          at: instant("2026-03-01T08:00:00Z"), body: minimal(type))),
    ]
  }

  private static func full(_ type: EventType) -> EventBody {
    switch type.subject {
    case .plant: fullPlant(type) ?? fullCare(type)
    case .room: type == .roomCreated ? shelf(icon: "books") : minimal(type)
    case .journal: fullJournal(type)
    }
  }

  private static func fullPlant(_ type: EventType) -> EventBody? {
    switch type {
    case .plantAdded:
      .plantAdded(
        .init(
          scientificName: "Monstera deliciosa",
          commonNames: ["Swiss cheese plant", "Fensterblatt"],
          family: "Araceae", genus: "Monstera", category: "foliage",
          nickname: "Monty", room: room, acquiredOn: day("2026-02-28"),
          source: .plantNetAPI, confidence: 0.875, parent: parent,
          tags: ["gift", "südfenster"]))
    case .plantMoved: .plantMoved(.init(room: room))
    case .plantFavorited, .plantRemoved, .plantRestored, .plantNoted:
      minimal(type)
    default: nil
    }
  }

  private static func fullCare(_ type: EventType) -> EventBody {
    switch type {
    case .scheduleSet: .scheduleSet(fullSchedule)
    case .taskCompleted:
      .taskCompleted(
        .init(
          kind: .watering, task: task, amount: "250ml", batch: "room Kitchen"))
    case .taskSkipped:
      .taskSkipped(
        .init(kind: .watering, task: task, due: day("2026-03-08")))
    case .taskSnoozed:
      .taskSnoozed(
        .init(
          kind: .watering, task: task, settled: day("2026-03-01"),
          until: day("2026-03-11")))
    default: minimal(type)
    }
  }

  private static let fullSchedule = ScheduleSet(
    kind: .fertilizing, intervalDays: 14,
    seasonalIntervalDays: SeasonalIntervals([
      .spring: 10, .summer: 7, .autumn: 30, .winter: 36_500,
    ]),
    activeMonths: MonthSet([3, 4, 5, 10]) ?? .all, amount: "thorough",
    fertilizer: .highPotassium, time: .init(hour: 9, minute: 5),
    startOn: day("2026-03-15"))

  private static func fullJournal(_ type: EventType) -> EventBody {
    switch type {
    case .writerStarted:
      .writerStarted(.init(program: "plantguide 1.0.0", previous: earlier))
    case .settingChanged:
      .settingChanged(.init(key: "hemisphere", value: .text("southern")))
    default: minimal(type)
    }
  }

  private static func shelf(icon: String) -> EventBody {
    .roomCreated(.init(name: "Shelf", icon: icon, sortOrder: 7))
  }

  private static func minimal(_ type: EventType) -> EventBody {
    switch type {
    case .plantAdded: .plantAdded(.init(scientificName: "Hoya"))
    case .plantFavorited: .plantFavorited(.init(isFavorite: true))
    case .plantMoved: .plantMoved(.init(room: nil))
    case .plantRemoved: .plantRemoved(.init(reason: .givenAway))
    case .plantRestored: .plantRestored(.init())
    case .plantNoted: .plantNoted(.init(text: "A new leaf.\nFenestrated!"))
    case .scheduleSet: .scheduleSet(.init(kind: .watering, intervalDays: 1))
    case .scheduleCleared: .scheduleCleared(.init(kind: .pestControl))
    case .taskAdded:
      .taskAdded(.init(kind: .repotting, task: task, due: day("2026-04-01")))
    case .taskCompleted: .taskCompleted(.init(kind: .misting))
    case .taskSkipped:
      .taskSkipped(.init(kind: .watering, due: day("2026-03-08")))
    case .taskSnoozed:
      .taskSnoozed(
        .init(kind: .watering, settled: nil, until: day("2026-03-11")))
    case .roomCreated: shelf(icon: "")
    case .roomDeleted: .roomDeleted(.init())
    case .journalCreated:
      .journalCreated(.init(journal: journal, timeZone: "Europe/Paris"))
    case .writerStarted: .writerStarted(.init(program: "plantguide 1.0.0"))
    case .settingChanged: .settingChanged(.init(key: "timeZone", value: .null))
    case .actionUndone:
      .actionUndone(
        .init(
          writer: writer, sequence: 1_040,
          hash: EventHash(of: "undone".utf8.span.bytes), undone: true))
    }
  }
}
