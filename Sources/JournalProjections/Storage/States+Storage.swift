internal import Encodings
internal import JournalCare
internal import JournalEvents
internal import JournalLog
internal import JournalTime

extension PlantState {
  /// The sealed bytes under which the state is stored.
  var stored: [UInt8] {
    var writer = CBORWriter(capacity: 384)
    writer.array(9)
    writer.optional(profile) { $1.fold(to: &$0) }
    writer.optional(addedAt) { $0.offsetInstant($1) }
    writer.optional(room) { $0.id($1) }
    writer.bool(isFavorite)
    writer.optional(removal) { writer, removal in
      writer.array(2)
      writer.text(removal.reason.rawValue)
      writer.offsetInstant(removal.at)
    }
    writer.array(cares.count)
    for care in cares { care.encode(into: &writer) }
    writer.array(oneOffTasks.count)
    for task in oneOffTasks { task.encode(into: &writer) }
    writer.optional(details == .none ? nil : details) { $1.encode(into: &$0) }
    writer.optional(latest) { $0.position($1) }
    return SealedValue.seal(writer.bytes)
  }

  /// Reads a stored state.
  init(stored: RawSpan) throws {
    self = try SealedValue.open(stored, in: ProjectionDatabase.plants) {
      content in
      var reader = CBORReader(content)
      _ = try reader.array()
      return PlantState(
        profile: try reader.optional { try PlantAdded(folded: &$0) },
        addedAt: try reader.optional { try $0.offsetInstant() },
        room: try reader.optional { try $0.id() },
        isFavorite: try reader.bool(),
        removal: try reader.optional { try Removal(from: &$0) },
        cares: try reader.items { try CareState(from: &$0) },
        oneOffTasks: try reader.items { try OneOffTask(from: &$0) },
        details: try reader.optional { try PlantDetails(from: &$0) },
        latest: try reader.optional { try $0.position() })
    }
  }
}

extension PlantState.Removal {
  fileprivate init(from reader: inout CBORReader) throws {
    _ = try reader.array()
    self.init(reason: try reader.choice(), at: try reader.offsetInstant())
  }
}

extension PlantState.OneOffTask {
  fileprivate func encode(into writer: inout CBORWriter) {
    writer.array(7)
    writer.id(id)
    writer.text(kind.name)
    writer.day(due)
    writer.optional(title) { $0.text($1) }
    writer.optional(every) { $0.text($1.description) }
    writer.optional(snooze) { $1.encode(into: &$0) }
    writer.optional(rounds) { $1.encode(into: &$0) }
  }

  fileprivate init(from reader: inout CBORReader) throws {
    _ = try reader.array()
    self.init(
      id: try reader.id(), kind: try reader.kind(), due: try reader.day(),
      title: try reader.optional { try $0.text() },
      every: try reader.optional { try $0.rhythm() },
      snooze: try reader.optional { try Snooze(from: &$0) },
      rounds: try reader.optional { try CareState(from: &$0) })
  }
}

extension CareState {
  fileprivate func encode(into writer: inout CBORWriter) {
    // Only photos have reminders.
    writer.array(reminder == nil ? 7 : 8)
    writer.text(kind.name)
    writer.optional(schedule) { $1.fold(to: &$0) }
    writer.optional(scheduledSince) { $0.instant($1) }
    writer.optional(lastCompleted) { $0.instant($1) }
    writer.array(settledInstants.count)
    for instant in settledInstants { writer.instant(instant) }
    writer.optional(skippedThrough) { $0.day($1) }
    writer.array(snoozes.count)
    for snooze in snoozes { snooze.encode(into: &writer) }
    reminder?.encode(into: &writer)
  }

  fileprivate init(from reader: inout CBORReader) throws {
    let count = try reader.array()
    self.init(
      kind: try reader.kind(),
      schedule: try reader.optional { try ScheduleSet(folded: &$0) },
      scheduledSince: try reader.optional { try $0.instant() },
      lastCompleted: try reader.optional { try $0.instant() },
      settledInstants: try reader.items { try $0.instant() },
      skippedThrough: try reader.optional { try $0.day() },
      snoozes: try reader.items { try PendingSnooze(from: &$0) },
      reminder: count < 8 ? nil : try PhotoReminder(stored: &reader))
  }
}

extension PhotoReminder {
  fileprivate func encode(into writer: inout CBORWriter) {
    writer.array(2)
    writer.text(cadence.rawValue)
    writer.day(since)
  }

  fileprivate init?(stored reader: inout CBORReader) throws {
    _ = try reader.array()
    self.init(cadence: try reader.choice(), since: try reader.day())
  }
}

extension Snooze {
  fileprivate func encode(into writer: inout CBORWriter) {
    writer.array(3)
    writer.optional(settled) { $0.day($1) }
    writer.day(until)
    writer.unsigned(UInt64(count))
  }

  fileprivate init(from reader: inout CBORReader) throws {
    _ = try reader.array()
    self.init(
      settled: try reader.optional { try $0.day() },
      until: try reader.day(), count: try reader.count())
  }
}

extension PendingSnooze {
  fileprivate func encode(into writer: inout CBORWriter) {
    writer.array(5)
    writer.optional(settled) { $0.day($1) }
    writer.optional(preceding.latest) { $0.instant($1) }
    writer.optional(preceding.skippedThrough) { $0.day($1) }
    writer.day(until)
    writer.unsigned(UInt64(count))
  }

  fileprivate init(from reader: inout CBORReader) throws {
    _ = try reader.array()
    self.init(
      settled: try reader.optional { try $0.day() },
      preceding: Settlement(
        latest: try reader.optional { try $0.instant() },
        skippedThrough: try reader.optional { try $0.day() }),
      until: try reader.day(), count: try reader.count())
  }
}

extension PlantDetails {
  fileprivate func encode(into writer: inout CBORWriter) {
    // Few plants have more.
    let hasMore = merge != nil || !facts.isEmpty || !health.isEmpty
    writer.array(merge != nil ? 8 : hasMore ? 7 : 5)
    writer.optional(location) { $0.text($1.rawValue) }
    writer.optional(identification) { $1.encode(into: &$0) }
    writer.optional(careProfile) { $1.encode(into: &$0) }
    writer.array(remarks.count)
    for remark in remarks { remark.encode(into: &writer) }
    writer.bool(hasTitledTasks)
    guard hasMore else { return }
    let facts = facts.sorted {
      $0.key.utf8.lexicographicallyPrecedes($1.key.utf8)
    }
    writer.array(2 * facts.count)
    for (name, value) in facts {
      writer.text(name)
      writer.text(value)
    }
    writer.array(2 * health.count)
    for health in health {
      writer.unsigned(UInt64(health.level))
      writer.offsetInstant(health.at)
    }
    merge?.encode(into: &writer)
  }

  fileprivate init(from reader: inout CBORReader) throws {
    let count = try reader.array()
    self.init(
      location: try reader.optional { try $0.choice() },
      identification: try reader.optional { try Statement(from: &$0) },
      careProfile: try reader.optional { try Statement(from: &$0) },
      remarks: try reader.items { try TaskRemarks(from: &$0) },
      hasTitledTasks: try reader.bool(),
      facts: count < 7 ? [:] : try Self.facts(from: &reader),
      health: count < 7 ? [] : try Self.health(from: &reader),
      merge: count < 8 ? nil : try Statement(from: &reader))
  }

  private static func facts(
    from reader: inout CBORReader
  ) throws -> [String: String] {
    var facts: [String: String] = [:]
    for _ in 0..<(try reader.array() / 2) {
      let name = try reader.text()
      facts[name] = try reader.text()
    }
    return facts
  }

  private static func health(
    from reader: inout CBORReader
  ) throws -> [PlantDetails.Health] {
    var health: [PlantDetails.Health] = []
    for _ in 0..<(try reader.array() / 2) {
      health.append(.init(try reader.count(), at: try reader.offsetInstant()))
    }
    return health
  }
}

extension PlantDetails.TaskRemarks {
  fileprivate func encode(into writer: inout CBORWriter) {
    writer.array(5)
    writer.text(kind.name)
    writer.optional(task) { $0.id($1) }
    writer.optional(own) { $0.text($1) }
    writer.optional(snooze?.text) { $0.text($1) }
    writer.optional(snooze?.until) { $0.day($1) }
  }

  fileprivate init(from reader: inout CBORReader) throws {
    _ = try reader.array()
    self.init(
      kind: try reader.kind(), task: try reader.optional { try $0.id() },
      own: try reader.optional { try $0.text() })
    let text = try reader.optional { try $0.text() }
    let until = try reader.optional { try $0.day() }
    if let text, let until { snooze = OfSnooze(text: text, until: until) }
  }
}

extension PlantDetails.Statement where Body: FoldedBody {
  fileprivate func encode(into writer: inout CBORWriter) {
    writer.array(2)
    body.fold(to: &writer)
    writer.offsetInstant(at)
  }

  fileprivate init(from reader: inout CBORReader) throws {
    _ = try reader.array()
    self.init(try Body(folded: &reader), at: try reader.offsetInstant())
  }
}

extension RoomState {
  /// The sealed bytes under which the state is stored.
  var stored: [UInt8] {
    var writer = CBORWriter(capacity: 96)
    writer.array(6)
    writer.optional(name) { $0.text($1) }
    writer.text(icon)
    writer.unsigned(UInt64(sortOrder))
    writer.bool(isDeleted)
    writer.optional(merge) { writer, word in
      writer.array(2)
      writer.id(word.into)
      writer.position(word.position)
    }
    writer.optional(latest) { $0.position($1) }
    return SealedValue.seal(writer.bytes)
  }

  /// Reads a stored state.
  init(stored: RawSpan) throws {
    self = try SealedValue.open(stored, in: ProjectionDatabase.rooms) {
      content in
      var reader = CBORReader(content)
      _ = try reader.array()
      return RoomState(
        name: try reader.optional { try $0.text() }, icon: try reader.text(),
        sortOrder: try reader.count(), isDeleted: try reader.bool(),
        merge: try reader.optional { reader in
          _ = try reader.array()
          return PlantMerges.Word(
            into: try reader.id(), position: try reader.position())
        },
        latest: try reader.optional { try $0.position() })
    }
  }
}

extension MergeEntry {
  var stored: [UInt8] {
    var writer = CBORWriter(capacity: 80)
    writer.array(3)
    writer.optional(word) { writer, word in
      writer.array(2)
      writer.id(word.into)
      writer.position(word.position)
    }
    writer.bool(hasMerges)
    writer.bool(canTakeOthers)
    return SealedValue.seal(writer.bytes)
  }

  init(stored: RawSpan) throws {
    self = try SealedValue.open(stored, in: ProjectionDatabase.merges) {
      content in
      var reader = CBORReader(content)
      _ = try reader.array()
      let word = try reader.optional { reader in
        _ = try reader.array()
        return PlantMerges.Word(
          into: try reader.id(), position: try reader.position())
      }
      return MergeEntry(
        word: word, hasMerges: try reader.bool(),
        canTakeOthers: try reader.bool())
    }
  }
}
