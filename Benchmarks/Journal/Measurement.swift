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

/// Receives all ranges of one journal into a new one, twenty-five thousand
/// events a transaction, so that memory does not grow with the log.
func measureReceiving(
  from source: String, to target: String
) throws -> Measurement {
  let sender = try openJournal(source, access: .readOnly)
  let receiver = try openJournal(target, access: .readWrite)
  return try Measurement {
    var count = 0
    var batch: [[UInt8]] = []
    try sender.read { transaction in
      try sender.log.forEachEvent(.forward, in: transaction) { _, bytes in
        batch.append(bytes.copied)
        if batch.count == 25_000 {
          count += try receive(batch, into: receiver)
          batch.removeAll(keepingCapacity: true)
        }
        return true
      }
    }
    return count + (try receive(batch, into: receiver))
  }
}

private func receive(
  _ batch: [[UInt8]], into journal: Journal
) throws -> Int {
  var index = 0
  return try journal.receive { isRepeated in
    if isRepeated { index = 0 }
    guard index < batch.count else { return nil }
    defer { index += 1 }
    return batch[index]
  }.received
}
