// Measures the journal's library from within: what `run.py` sets beside the
// C programs that do the least possible work on the same LMDB.

import Glibc
import JournalEvents
import JournalLog
import JournalProjections

let arguments = Array(CommandLine.arguments.dropFirst())

func usage() -> Never {
  complain(
    """
    usage: plantguide-bench generate HOME EVENTS PLANTS SEED
           plantguide-bench rebuild|verify|export-events|history-json HOME
           plantguide-bench receive FROM TO
           plantguide-bench schedules PLANTS
    """)
  exit(2)
}

do {
  switch (arguments.first, arguments.count) {
  case ("generate", 5):
    guard let events = Int(arguments[2]), let plants = Int(arguments[3]),
      let seed = UInt64(arguments[4]), plants > 0, events >= plants * 2
    else { usage() }
    try report(
      JournalGenerator(events: events, plants: plants, seed: seed)
        .run(in: arguments[1]))
  case ("rebuild", 2): try report(measureRebuild(arguments[1]))
  case ("verify", 2): try report(measureVerification(arguments[1]))
  case ("export-events", 2): try report(measureEventExport(arguments[1]))
  case ("history-json", 2): try report(measureHistory(arguments[1]))
  case ("schedules", 2):
    guard let plants = Int(arguments[1]), plants > 0 else { usage() }
    try report(measureSchedules(plants: plants))
  case ("receive", 3):
    try report(measureReceiving(from: arguments[1], to: arguments[2]))
  default: usage()
  }
} catch {
  complain("plantguide-bench: error: \(error)")
  exit(1)
}

func report(_ measurement: Measurement) {
  print(
    "{\"seconds\":\(measurement.seconds),\"events\":\(measurement.events)}")
}

func complain(_ message: String) {
  let line = Array((message + "\n").utf8)
  _ = write(STDERR_FILENO, line, line.count)
}
