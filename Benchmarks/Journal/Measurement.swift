import Encodings
import Glibc
import JournalEvents
import JournalFormats
import JournalLog
import JournalProjections
import JournalQueries
import JournalTime
import LMDBKit

/// How long a piece of work took.
struct Measurement {
  let seconds: Double
  let events: Int

  /// Runs `work`, which returns how many events it handled.
  init(_ work: () throws -> Int) rethrows {
    let start = Self.now()
    events = try work()
    seconds = Self.now() - start
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

struct BenchmarkError: Error, CustomStringConvertible {
  let description: String
}

func openJournal(
  _ path: String, access: Environment.Access
) throws -> Journal {
  try Journal.open(JournalHome(path: path), access: access)
}

func measureRebuild(_ path: String) throws -> Measurement {
  let journal = try openJournal(path, access: .readWrite)
  return try Measurement { try journal.rebuild() }
}

func measureVerification(_ path: String) throws -> Measurement {
  let journal = try openJournal(path, access: .readOnly)
  return try Measurement {
    let result = try journal.read { try journal.log.verify(in: $0) }
    guard result.isClean else {
      throw BenchmarkError(description: "\(result.problems)")
    }
    return result.events
  }
}

func measureEventExport(_ path: String) throws -> Measurement {
  let journal = try openJournal(path, access: .readOnly)
  let sink = open("/dev/null", O_WRONLY)
  defer { close(sink) }
  return try Measurement {
    var count = 0
    var writer = JSONWriter(capacity: 1 << 17)
    try journal.read { transaction in
      try journal.log.forEachEvent(.forward, in: transaction) {
        event, bytes in
        try EventExport.write(event, bytes, to: &writer)
        count += 1
        drain(&writer, to: sink)
        return true
      }
    }
    return count
  }
}

func measureHistory(_ path: String) throws -> Measurement {
  let journal = try openJournal(path, access: .readOnly)
  let sink = open("/dev/null", O_WRONLY)
  defer { close(sink) }
  return try Measurement {
    var count = 0
    var writer = JSONWriter(capacity: 1 << 17)
    try journal.snapshot(clock: Instant(milliseconds: 0)) { snapshot in
      let view = HistoryView(filter: HistoryFilter(), direction: .forward)
      try view.forEach(snapshot) { entry in
        writer.historyEntry(entry)
        writer.newline()
        count += 1
        drain(&writer, to: sink)
        return true
      }
    }
    return count
  }
}

private func drain(_ writer: inout JSONWriter, to sink: Int32) {
  guard writer.bytes.count >= 1 << 16 else { return }
  _ = write(sink, writer.bytes, writer.bytes.count)
  writer.removeAll()
}

/// Receives all events of one journal into a new one, as an import does: as
/// many in a transaction, and read when they are wanted.
func measureReceiving(
  from source: String, to target: String
) throws -> Measurement {
  let journal = try openJournal(source, access: .readOnly)
  let total = try journal.read { try journal.log.count(in: $0) }
  var pages = EventPages(of: journal)
  let receiver = try openJournal(target, access: .readWrite)
  return try Measurement {
    var count = 0
    var isComplete = false
    while !isComplete {
      let start = pages
      let batch = 1 << 16
      let later = UInt64(max(total - count - batch, 0))
      let result = try receiver.receive(limit: batch, expecting: later) {
        isRepeated in
        if isRepeated { pages = start }
        return try pages.next()
      }
      count += result.received
      isComplete = result.isComplete
    }
    return count
  }
}

/// The events of a journal in canonical order, some at a time.
private struct EventPages {
  private let journal: Journal
  private var page: ArraySlice<[UInt8]> = []
  private var last: LogPosition?

  init(of journal: Journal) {
    self.journal = journal
  }

  mutating func next() throws -> [UInt8]? {
    if page.isEmpty { page = try read()[...] }
    return page.popFirst()
  }

  private mutating func read() throws -> [[UInt8]] {
    var page: [[UInt8]] = []
    try journal.read { transaction in
      try journal.log.forEachEvent(
        .forward, since: last?.stamp ?? .zero, in: transaction
      ) { event, bytes in
        if let last, event.position <= last { return true }
        page.append(bytes.copied)
        last = event.position
        return page.count < 1_024
      }
    }
    return page
  }
}
