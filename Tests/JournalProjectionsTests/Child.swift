import Glibc
import JournalEvents
import JournalProjections
import JournalTestSupport
import JournalTime
import LMDBKit

/// The work of child processes.
enum Child {
  static let plant = PlantID(bits: UUIDBits(high: 1, low: 2))
  static let now = Instant(milliseconds: 1_772_000_000_000)

  /// Appends actions of three events each, one commit an action. `file` gets
  /// a byte after each; this process is killed after `microseconds`.
  static func append(
    actions: Int, named name: String, in path: String,
    by person: String? = nil, acknowledging file: String? = nil,
    livingFor microseconds: Int? = nil
  ) throws {
    let descriptor = try file.map(openToAppend)
    let journal = try JournalFixture.open(path)
    if let microseconds { try killItself(after: microseconds) }
    var number = 0
    while number < actions {
      let options = ActionSession.Options.test(
        now: now, person: person.map { Person($0) })
      try journal.write(options) { session in
        let parts = (0..<3).map { note("\(name) \(number) \($0)", at: plant) }
        _ = try session.append(parts)
      }
      if let descriptor, Glibc.write(descriptor, "x", 1) != 1 {
        throw TestFailure("write: error \(errno)")
      }
      number += 1
    }
  }

  private static func openToAppend(_ path: String) throws -> CInt {
    let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    guard descriptor >= 0 else { throw TestFailure("open: error \(errno)") }
    return descriptor
  }

  /// The number of bytes in the file of acknowledgements.
  static func acknowledgedCount(_ path: String) -> Int {
    var status = stat()
    guard stat(path, &status) == 0 else { return 0 }
    return Int(status.st_size)
  }

  static func meetingPlace(in path: String) -> String { path + "/meeting" }

  /// Waits until two children have come: a FIFO opens for reading when it is
  /// opened for writing.
  static func meet(in path: String, isFirst: Bool) throws {
    // Should the other not come, this one must not wait for ever.
    alarm(60)
    let descriptor = Glibc.open(
      meetingPlace(in: path), isFirst ? O_RDONLY : O_WRONLY)
    guard descriptor >= 0 else { throw TestFailure("open: error \(errno)") }
    alarm(0)
  }

  /// Lets the kernel kill this process after a while, wherever it is by then.
  private static func killItself(after microseconds: Int) throws {
    // The handler may call nothing but kill, which a signal handler may.
    signal(SIGALRM) { _ in kill(getpid(), SIGKILL) }
    var timer = itimerval()
    timer.it_value.tv_usec = max(microseconds, 1)
    let clock = __itimer_which_t(ITIMER_REAL.rawValue)
    guard setitimer(clock, &timer, nil) == 0 else {
      throw TestFailure("setitimer: error \(errno)")
    }
  }

  /// Appends within a transaction that never ends.
  static func dieWithinAnAction(in path: String) throws {
    let journal = try JournalFixture.open(path)
    try journal.write(.test(now: now)) { session in
      for number in 0..<200 {
        _ = try session.append(
          [note("lost \(number)", at: plant)])
      }
      kill(getpid(), SIGKILL)
    }
  }
}
