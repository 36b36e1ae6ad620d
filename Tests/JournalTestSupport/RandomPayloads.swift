public import JournalEvents
public import JournalTime

/// Random events of every type: valid, but as odd as the format allows.
extension SeededGenerator {
  /// A payload of `type`, or of any type.
  public mutating func payload(of type: EventType? = nil) -> EventPayload {
    let type = type ?? pick(EventType.allCases)
    return EventPayload(
      at: instant(), note: maybe { $0.text(1...40) }, body: body(of: type))
  }

  /// An instant of the years 2 to 9998, so that every offset can be written.
  public mutating func instant() -> OffsetInstant {
    let day = Day(number: Int32(int(-718_700...2_932_500)))
    let clock = Int64(int(0...86_399)) * 1000
    let milliseconds = one(in: 3) ? Int64(int(0...999)) : 0
    return OffsetInstant(
      instant: Instant(
        milliseconds: Int64(day.number) * 86_400_000 + clock + milliseconds),
      offsetMinutes: Int16(pick([0, 60, -210, 345, int(-1_439...1_439)])))
  }

  /// Any day, the first and the last too.
  public mutating func day() -> Day {
    switch int(0...9) {
    case 0: .earliest
    case 1: .latest
    default: Day(number: Int32(int(-719_162...2_932_896)))
    }
  }

  /// Any id.
  public mutating func id<ID: UniqueID>() -> ID {
    ID(bits: UUIDBits(high: next(), low: next()))
  }

  /// A body of `type`.
  public mutating func body(of type: EventType) -> EventBody {
    switch type.subject {
    case .plant:
      plantBody(of: type) ?? observation(of: type) ?? photoBody(of: type)
        ?? careBody(of: type)
    case .room: roomBody(of: type)
    case .journal: journalBody(of: type)
    }
  }

  private mutating func plantBody(of type: EventType) -> EventBody? {
    switch type {
    case .plantAdded: .plantAdded(plantAdded())
    case .plantFavorited: .plantFavorited(.init(isFavorite: one(in: 2)))
    case .plantMoved: .plantMoved(.init(room: maybe { $0.id() }))
    case .plantRemoved:
      .plantRemoved(.init(reason: pick(RemovalReason.allCases)))
    case .plantRestored: .plantRestored(.init())
    case .plantMerged: .plantMerged(.init(into: id()))
    case .plantEdited: .plantEdited(plantEdited())
    default: nil
    }
  }

  private mutating func plantAdded() -> PlantAdded {
    PlantAdded(
      scientificName: text(), commonNames: texts(), family: text(0...9),
      genus: text(0...9), category: maybe { $0.text() },
      nickname: maybe { $0.text() }, room: maybe { $0.id() },
      acquiredOn: maybe { $0.day() },
      source: pick(IdentificationSource.allCases),
      confidence: maybe { Double($0.int(0...1_000)) / 1_000 },
      parent: maybe { $0.id() }, tags: texts())
  }

  mutating func texts() -> [String] {
    (0..<int(0...4)).map { _ in text() }
  }

  private mutating func careBody(of type: EventType) -> EventBody {
    let kind = kind()
    let task: TaskID? = maybe { $0.id() }
    return switch type {
    case .scheduleSet: .scheduleSet(schedule(of: kind))
    case .taskAdded:
      .taskAdded(
        .init(
          kind: kind, task: task ?? id(), due: day(), every: rhythm(),
          title: maybe { $0.text() }))
    case .taskCompleted:
      .taskCompleted(
        .init(
          kind: kind, task: task, due: maybe { $0.day() },
          title: maybe { $0.text() }, amount: maybe { $0.amount() },
          batch: maybe { $0.text() }, photo: maybe { $0.id() },
          amends: maybe {
            .init(
              writer: $0.id(), sequence: UInt64($0.int(1...Int.max)),
              hash: EventHash(of: $0.bytes(8).span.bytes))
          }))
    case .taskSkipped:
      .taskSkipped(
        .init(
          kind: kind, task: task, due: day(), title: maybe { $0.text() }))
    case .taskSnoozed:
      .taskSnoozed(
        .init(
          kind: kind, task: task, settled: maybe { $0.day() }, until: day(),
          title: maybe { $0.text() }))
    default: .scheduleCleared(.init(kind: kind))
    }
  }

  private mutating func rhythm() -> TaskRhythm? {
    pick([
      nil, .days(interval()), .months(pick([1, 12, TaskRhythm.mostMonths])),
    ])
  }

  private mutating func kind() -> TaskKind {
    let own = ["a", "z9-Z", "tiger-nut", String(repeating: "k", count: 32)]
    return pick(TaskKind.standard + own.compactMap { TaskKind($0) })
  }

  mutating func amount() -> String {
    pick(WateringAmount.allCases.map(\.rawValue) + ["\(int(1...100_000))ml"])
  }

  /// A schedule of `kind`.
  public mutating func schedule(of kind: TaskKind) -> ScheduleSet {
    var seasons: [Season: Int] = [:]
    for season in Season.allCases where one(in: 3) {
      seasons[season] = interval()
    }
    let months = (1...12).filter { _ in one(in: 2) }
    return ScheduleSet(
      kind: kind, intervalDays: interval(),
      seasonalIntervalDays: SeasonalIntervals(seasons),
      activeMonths: MonthSet(months) ?? .all,
      amount: maybe { $0.amount() },
      fertilizer: maybe { $0.pick(FertilizerType.allCases) },
      time: maybe { TimeOfDay(hour: $0.int(0...23), minute: $0.int(0...59)) }
        .flatMap(\.self),
      startOn: maybe { $0.day() })
  }

  mutating func interval() -> Int {
    pick([1, 7, 30, ScheduleSet.maximumInterval, int(1...36_500)])
  }

  private mutating func roomBody(of type: EventType) -> EventBody {
    switch type {
    case .roomCreated:
      .roomCreated(
        .init(name: text(), icon: text(0...5), sortOrder: int(0...1_000_000)))
    case .roomEdited:
      .roomEdited(
        .init(
          name: maybe { $0.text() }, icon: maybe { $0.text(0...5) },
          sortOrder: maybe { $0.int(0...1_000_000) }))
    case .roomMerged: .roomMerged(.init(into: id()))
    default: .roomDeleted(.init())
    }
  }

  private mutating func journalBody(of type: EventType) -> EventBody {
    switch type {
    case .journalCreated:
      .journalCreated(.init(journal: id(), timeZone: "Europe/Paris"))
    case .writerStarted:
      .writerStarted(.init(program: text(), previous: maybe { $0.id() }))
    case .writerNamed:
      .writerNamed(
        .init(
          writer: id(),
          name: WriterName(
            device: maybe { $0.text() }, person: maybe { $0.text() })))
    case .settingChanged:
      .settingChanged(.init(key: text(), value: settingValue()))
    case .payloadErased:
      .payloadErased(
        .init(
          writer: id(), sequence: UInt64(int(1...Int.max)),
          hash: EventHash(of: bytes(8).span.bytes)))
    default:
      .actionUndone(
        .init(
          writer: id(), sequence: UInt64(int(1...Int.max)),
          hash: EventHash(of: bytes(8).span.bytes),
          plant: one(in: 2) ? id() : nil, undone: one(in: 2)))
    }
  }

  private mutating func settingValue() -> SettingValue {
    switch int(0...3) {
    case 0: .text(text(0...12))
    case 1: .bool(one(in: 2))
    case 2: .integer(Int64(truncatingIfNeeded: Int(bitPattern: UInt(next()))))
    default: .null
    }
  }
}
