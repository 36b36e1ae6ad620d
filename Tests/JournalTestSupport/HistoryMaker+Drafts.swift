internal import Encodings
internal import JournalEvents
internal import JournalTime

extension HistoryMaker {
  static let zones = [
    "Europe/Paris", "America/New_York", "Asia/Kolkata", "America/Juneau",
    "UTC", "Nowhere/Land", "",
  ]

  private static let kinds: [TaskKind] =
    [.watering, .fertilizing, .photo]
    + [TaskKind("tea-time")].compactMap(\.self)

  /// A random event.
  mutating func draft() -> EventDraft {
    switch random.int(0...19) {
    case 0: return unknownType()
    case 1: return unreadable(known())
    case 2: return withUnknownField(known())
    case 3: return misplaced(known())
    default: return known()
    }
  }

  mutating func draft(
    _ stream: StreamID, _ payload: EventPayload
  ) -> EventDraft {
    EventDraft(stream, payload, salt: bits())
  }

  private mutating func bits() -> UUIDBits {
    UUIDBits(high: random.next(), low: random.next())
  }

  private mutating func known() -> EventDraft {
    let (stream, body) = streamAndBody()
    let note = random.one(in: 5) ? "a remark" : nil
    return draft(stream, EventPayload(at: instant(), note: note, body: body))
  }

  private mutating func streamAndBody() -> (StreamID, EventBody) {
    switch random.int(0...12) {
    case 10, 11: (random.pick(plants), photoBody())
    case 12: amendment()
    case 0: (random.pick(rooms), roomBody())
    case 1:
      (.journal, random.one(in: 4) ? naming() : .settingChanged(setting()))
    case 2 where erases: (.journal, .payloadErased(eraseTarget()))
    case 2, 3: (.journal, .actionUndone(undoTarget()))
    case 4: (random.one(in: 2) ? .home : random.pick(plants), careBody())
    case 5, 6: (random.pick(plants), careBody())
    default: (random.pick(plants), plantBody())
    }
  }

  private mutating func photoBody() -> EventBody {
    switch random.int(0...7) {
    case 0: random.body(of: .photoReminderSet)
    case 1: random.body(of: .photoRemoved)
    case 2, 3, 4: random.body(of: .photoAnnotated)
    default: random.body(of: .photoCaptured)
    }
  }

  private mutating func plantBody() -> EventBody {
    switch random.int(0...15) {
    case 12:
      .factSet(
        .init(
          name: random.pick(["price", "pot"]),
          value: optional(["12.50", "7", "süß"])))
    case 13: .plantMeasured(.init(health: random.int(1...5)))
    case 0, 1, 2: .plantAdded(profile())
    case 8: .plantEdited(edit())
    case 9: .plantMeasured(.init(height: random.int(1...99)))
    case 10:
      .plantIdentified(
        .init(
          source: .plantNetAPI, confidence: 0.5,
          topResults: [.init(scientificName: "Hoya kerrii")]))
    case 11: .careProfiled(careProfile())
    case 14, 15: .plantMerged(.init(into: random.pick(plants)))
    case 3: .plantFavorited(.init(isFavorite: random.one(in: 2)))
    case 4: .plantMoved(.init(room: optional(rooms)))
    case 5: .plantRemoved(.init(reason: random.pick(RemovalReason.allCases)))
    case 6: .plantRestored(.init())
    default: .plantNoted(.init(text: "note \(random.int(0...99))"))
    }
  }

  private mutating func profile() -> PlantAdded {
    PlantAdded(
      scientificName: random.pick(["Ficus elastica", "Hoya kerrii"]),
      commonNames: random.one(in: 2) ? ["Rubber plant", "Gummibaum"] : [],
      family: random.pick(["Moraceae", "Apocynaceae", ""]), genus: "Ficus",
      nickname: optional(["Otto", "Ω plant", "otto"]), room: optional(rooms),
      acquiredOn: random.one(in: 2) ? day() : nil,
      source: random.pick(IdentificationSource.allCases),
      confidence: optional([0.5, 0.1, 1]), parent: optional(plants),
      tags: random.one(in: 2) ? ["new"] : [])
  }

  private mutating func edit() -> PlantEdited {
    var edit = PlantEdited()
    edit.nickname = random.pick([.keep, .clear, .set("Otto"), .set("Zoë")])
    edit.commonNames = random.pick([.keep, .clear, .set(["Gummibaum"])])
    edit.family = random.pick([.keep, .clear, .set("Moraceae")])
    edit.source = optional([.manual, .hybrid])
    edit.tags = random.pick([.keep, .clear, .set(["old", "new"])])
    edit.location = random.pick([.keep, .clear, .set(.balcony)])
    return edit
  }

  private mutating func careProfile() -> CareProfiled {
    var profile = CareProfiled(source: random.pick(CareProfileSource.allCases))
    profile.light = optional([0, 10])
    profile.watering = optional([.init(intervalDays: 7)])
    return profile
  }

  private mutating func naming() -> EventBody {
    .writerNamed(
      .init(
        writer: .init(bits: random.pick(plants).bits),
        name: WriterName(
          device: optional(["Laptop", "Phone"]),
          person: optional(["Anna", "the sitter"]))))
  }

  private mutating func careBody() -> EventBody {
    let kind = random.pick(Self.kinds)
    let task = random.one(in: 3) ? random.pick(tasks) : nil
    let title = optional(["Buy soil", "Καλησπέρα"])
    switch random.int(0...9) {
    case 0, 1: return .scheduleSet(schedule(kind))
    case 2: return .scheduleCleared(.init(kind: kind))
    case 3:
      return .taskAdded(
        .init(
          kind: kind, task: random.pick(tasks), due: day(),
          every: optional([.days(7), .days(1), .months(1)]), title: title))
    case 4:
      return .taskSkipped(
        .init(kind: kind, task: task, due: day(), title: title))
    case 5, 6:
      return .taskSnoozed(
        .init(
          kind: kind, task: task, settled: random.one(in: 3) ? nil : day(),
          until: day(), title: title))
    default:
      return .taskCompleted(
        .init(
          kind: kind, task: task, due: random.one(in: 2) ? day() : nil,
          title: title, amount: "100ml"))
    }
  }

  /// Care in the place of other care; seldom in another stream than that, or of
  /// another kind.
  private mutating func amendment() -> (StreamID, EventBody) {
    guard let event = careEvent(),
      case .taskCompleted(let care)? = event.payload?.body
    else { return (random.pick(plants), careBody()) }
    let header = event.header
    return (
      random.one(in: 10) ? random.pick(plants + [.home]) : header.stream,
      .taskCompleted(
        .init(
          kind: random.one(in: 10) ? random.pick(Self.kinds) : care.kind,
          task: care.task, due: care.due, title: care.title,
          amount: optional(["250ml"]),
          amends: NamedEvent(
            writer: header.writer,
            sequence: header.sequence + (random.one(in: 10) ? 1 : 0),
            hash: event.hash)))
    )
  }

  private mutating func schedule(_ kind: TaskKind) -> ScheduleSet {
    let seasons: SeasonalIntervals =
      random.one(in: 2) ? .none : SeasonalIntervals([.winter: 9, .spring: 3])
    return ScheduleSet(
      kind: kind, intervalDays: random.pick([1, 7, 30]),
      seasonalIntervalDays: seasons,
      activeMonths: optional([MonthSet([2, 3, 11])]).flatMap(\.self) ?? .all,
      time: random.one(in: 2) ? TimeOfDay("09:00") : nil,
      startOn: random.one(in: 3) ? day() : nil)
  }

  private mutating func roomBody() -> EventBody {
    if random.one(in: 3) { return .roomDeleted(.init()) }
    if random.one(in: 3) {
      return .roomMerged(.init(into: random.pick(rooms)))
    }
    if random.one(in: 3) {
      return .roomEdited(
        .init(
          name: optional(["Attic"]), icon: optional(["", "box"]),
          sortOrder: optional([0, 9])))
    }
    return .roomCreated(
      .init(
        name: random.pick(["Shelf", "Loft"]), icon: "",
        sortOrder: random.int(0...9)))
  }

  private mutating func setting() -> SettingChanged {
    switch random.int(0...5) {
    case 0, 1:
      .init(key: "timeZone", value: .text(random.pick(Self.zones)))
    case 2:
      .init(
        key: "hemisphere",
        value: random.pick([.text("southern"), .text("up"), .null]))
    case 3:
      .init(
        key: "adjustForSeason", value: random.pick([.bool(false), .null]))
    case 4: .init(key: "timeZone", value: .integer(-3))
    default: .init(key: random.pick(["", "later"]), value: .bool(true))
    }
  }

  /// A day of a few weeks, so that events meet; seldom one far away.
  private mutating func day() -> Day {
    if random.one(in: 25) { return random.pick([.earliest, .latest]) }
    return Day(number: Int32(20_504 + random.int(-20...40)))
  }

  /// An instant of the same weeks. Seldom one at the ends of the calendar, or
  /// when Alaska's went back by a day (1867-10-19T00:31:13Z).
  mutating func instant() -> OffsetInstant {
    let offset = Int16(random.pick([0, 60, -300, 330]))
    if random.one(in: 25), let end = OffsetInstant(random.pick(Self.ends)) {
      return end
    }
    let isOld = random.one(in: 10)
    let base = isOld ? -3_225_223_727_000 : Self.start
    let spread = isOld ? 100_000_000 : 3_000_000_000
    return OffsetInstant(
      instant: Instant(
        milliseconds: base + Int64(random.int(-spread...spread))),
      offsetMinutes: offset)
  }

  private static let ends = [
    "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59.999-12:00",
  ]

  private mutating func optional<Choice>(_ choices: [Choice]) -> Choice? {
    random.one(in: 3) ? nil : random.pick(choices)
  }

  // MARK: What a later or broken program may write

  private mutating func unknownType() -> EventDraft {
    EventDraft(
      stream: random.pick(plants + [.journal]), type: "plant.photographed",
      payloadBytes: random.one(in: 2) ? [] : bits().bytes + [0xa0])
  }

  private mutating func unreadable(_ draft: EventDraft) -> EventDraft {
    var draft = draft
    switch random.int(0...3) {
    case 0: draft.payloadBytes = [1, 2, 3]
    case 1: draft.payloadBytes = bits().bytes + [0xa0]
    case 2: draft.payloadBytes.removeLast()
    default: draft.schema = 2
    }
    return draft
  }

  private mutating func withUnknownField(_ draft: EventDraft) -> EventDraft {
    var draft = draft
    // Longer than all known keys, so it stands last in deterministic order.
    var field = CBORWriter()
    field.text("aFieldThatALaterProgramAdded")
    field.integer(-1)
    draft.payloadBytes[EventPayload.saltByteCount] += 1
    draft.payloadBytes += field.bytes
    return draft
  }

  private mutating func misplaced(_ draft: EventDraft) -> EventDraft {
    var draft = draft
    draft.stream = random.pick(plants + rooms + [.journal])
    return draft
  }
}

extension UUIDBits {
  fileprivate var bytes: [UInt8] {
    StreamID(bits: self).bytes
  }
}
