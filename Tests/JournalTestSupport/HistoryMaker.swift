public import JournalEvents
internal import JournalTime

/// Makes random histories of several writers who know of each other now and
/// then: forks, undoings, unknown events and nonsense included. Equal seeds
/// make equal histories.
public struct HistoryMaker {
  var random: SeededGenerator
  let plants: [PlantID]
  let rooms: [RoomID]
  let tasks: [TaskID]
  let erases: Bool
  private var branches: [TestWriter]
  private var events: [RecordedEvent] = []
  private var wall: Int64 = HistoryMaker.start
  /// The source of clocks that are far off; `nil` for none.
  private var brokenClocks: SeededGenerator?

  /// 2026-02-20, from which histories go on.
  static let start: Int64 = 1_771_545_600_000

  /// Creates a maker of one history, in which clocks may be far off and
  /// payloads may be erased.
  public init(
    seed: UInt64, hasBrokenClocks: Bool = false, erasing: Bool = false
  ) {
    if hasBrokenClocks { brokenClocks = SeededGenerator(seed: ~seed) }
    var random = SeededGenerator(seed: seed)
    erases = erasing
    plants = (0..<random.int(2...4)).map { _ in random.id() }
    let standard = RoomID(
      bits: UUIDBits(high: 0x4000, low: 0x8000_0000_0000_0001))
    let other = RoomID(
      bits: UUIDBits(high: 0x4000, low: 0x8000_0000_0000_0007))
    rooms = [standard, other, random.id(), random.id()]
    tasks = [random.id(), random.id()]
    branches = (0..<random.int(2...4)).map { _ in
      TestWriter(random.id())
    }
    self.random = random
  }

  /// The events of a history of about `count`, in the order in which they
  /// were written.
  public mutating func history(count: Int) throws -> [RecordedEvent] {
    try start()
    while events.count < count { try step() }
    return events
  }

  private mutating func start() throws {
    let at = instant()
    let shared: JournalID = random.id()
    for index in branches.indices {
      let body = WriterStarted(program: "test")
      var drafts = [
        draft(.journal, EventPayload(at: at, body: .writerStarted(body)))
      ]
      if index == 0 || random.one(in: 3) {
        // Two may say that they created the same journal, in their words.
        let body = JournalCreated(
          journal: random.one(in: 2) ? shared : random.id(),
          timeZone: random.pick(Self.zones))
        drafts.append(
          draft(.journal, EventPayload(at: at, body: .journalCreated(body))))
      }
      events += try branches[index].append(drafts, wall: now())
    }
  }

  /// Lets a branch write an action; now and then it hears of another first, or
  /// forks.
  private mutating func step() throws {
    let index = random.int(0...branches.count - 1)
    if random.one(in: 2), let heard = random.pick(branches).clock.latest {
      branches[index].clock.update(with: heard)
    }
    let drafts = (0..<random.int(1...3)).map { _ in draft() }
    events += try branches[index].append(drafts, wall: now())
    guard branches.count < 6, random.one(in: 12) else { return }
    try fork(index)
  }

  /// Lets two copies of a branch go on, sometimes within one action, as
  /// broken or hostile programs may.
  private mutating func fork(_ index: Int) throws {
    var copy = branches[index]
    let continues = random.one(in: 2)
    for _ in 0..<2 {
      events += try copy.append([draft()], wall: now(), continues: continues)
    }
    events += try branches[index].append(
      [draft()], wall: now(), continues: continues)
    branches.append(copy)
  }

  /// Clocks that mostly run on, stand still or go back.
  private mutating func now() -> Instant {
    switch random.int(0...9) {
    case 0: break
    case 1: wall -= Int64(random.int(0...10_000_000))
    default: wall += Int64(random.int(0...40_000_000))
    }
    let now = Instant(milliseconds: max(wall, 0))
    return brokenClocks?.brokenClock(at: now) ?? now
  }

  /// The first events of the actions so far, and now and then others.
  mutating func undoTarget() -> ActionUndone {
    let undone = !random.one(in: 3)
    guard !random.one(in: 10), let event = actionStart() else {
      return ActionUndone(
        writer: random.id(), sequence: 1, hash: .zero, undone: undone)
    }
    return ActionUndone(
      writer: event.header.writer, sequence: event.header.sequence,
      hash: event.hash,
      plant: random.one(in: 3) ? random.pick(events).header.stream : nil,
      undone: undone)
  }

  /// A care event out of few, amendments included.
  mutating func careEvent() -> RecordedEvent? {
    let cares = events.filter { $0.header.knownType == .taskCompleted }
    guard !cares.isEmpty else { return nil }
    return random.pick(Array(cares.suffix(random.one(in: 2) ? 3 : 99)))
  }

  /// Any event so far, even one that cannot be erased, and now and then
  /// another.
  mutating func eraseTarget() -> NamedEvent {
    let event = random.pick(events)
    let header = event.header
    return NamedEvent(
      writer: header.writer,
      sequence: random.one(in: 10) ? header.sequence + 1 : header.sequence,
      hash: random.one(in: 20) ? .zero : event.hash)
  }

  private mutating func actionStart() -> RecordedEvent? {
    guard !events.isEmpty else { return nil }
    // Few targets, so that some are undone and redone several times.
    let recent = events.suffix(random.one(in: 2) ? 6 : events.count)
    let event = random.pick(Array(recent))
    if random.one(in: 12) { return event }
    return events.first {
      $0.header.writer == event.header.writer
        && $0.header.sequence == event.header.action
    }
  }
}
