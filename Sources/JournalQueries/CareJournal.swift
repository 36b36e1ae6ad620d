public import JournalCare
package import JournalLog
public import JournalProjections
public import JournalTime
package import LMDBKit
internal import POSIXKit

/// A care journal in its home: what every way in stands on. It is opened once,
/// when it is first asked.
///
/// Who is going to write looks first, at names and at what would change, and
/// opening costs more than both: so it opens for writing from the start where
/// a journal exists. Where none does, looking must not make one.
public final class CareJournal {
  /// Where it lies, and the places within.
  package let home: JournalHome
  /// The program and its version, which `writer.started` keeps.
  public let program: String
  /// The wall clock.
  public private(set) var clock: Instant
  /// The moment that is taken for now; `nil` for the clock's.
  public let fixedNow: Instant?
  /// The actions that were written through it, in order, with the one that
  /// began the writer.
  package private(set) var written: [ActionReference] = []
  /// A Boolean value that indicates whether something was stored through it.
  public private(set) var hasWritten = false
  /// A Boolean value that indicates whether the journal holds other events
  /// since: actions of this home, or what came from elsewhere.
  public private(set) var hasNewEvents = false
  private let isWriting: Bool
  private let timeZone: @Sendable () -> String
  private var opened: Journal?
  /// Why the journal could be opened for reading only.
  private var refusal: LMDBError?
  private var made: Made?

  /// A home in which there was no journal.
  private struct Made {
    let hadDirectory: Bool
  }

  /// Creates a journal that nothing was asked of yet; nothing is touched.
  ///
  /// - Parameters:
  ///   - path: The directory where it lies; made when something is written.
  ///   - program: The program and its version.
  ///   - clock: The wall clock.
  ///   - fixedNow: The moment that is taken for now; `nil` for the clock's.
  ///   - isWriting: Whether something is going to be written.
  ///   - timeZone: The zone in which a new journal begins.
  public init(
    at path: String, program: String, clock: Instant,
    fixedNow: Instant? = nil, isWriting: Bool = true,
    timeZone: @escaping @autoclosure @Sendable () -> String =
      TimeZoneRules.systemIdentifier()
  ) {
    home = JournalHome(path: path)
    self.timeZone = timeZone
    self.program = program
    self.clock = clock
    self.fixedNow = fixedNow
    self.isWriting = isWriting
  }

  /// Ends the process with a message where a page of the database turns out
  /// to be damaged, or the system gives no more memory: that comes as a signal
  /// or as LMDB's own abort, and cannot be thrown. The first call counts.
  ///
  /// Each message is the whole text, ending in a newline and cut at 2,048
  /// bytes; each exit status is 0 to 255.
  ///
  /// - Parameters:
  ///   - damage: What is said of a damaged page.
  ///   - shortage: What is said of the lack of memory.
  public static func end(
    onDamage damage: (message: String, exitCode: Int32),
    onShortage shortage: (message: String, exitCode: Int32)
  ) {
    DamageGuard.install(damage: damage, shortage: shortage)
  }

  /// The directory where it lies.
  public var homePath: String { home.path }
  /// Where the user's own programs lie.
  public var hooksDirectory: String { home.hooksDirectory }
  /// A Boolean value that indicates whether something was written in its home
  /// once.
  public var exists: Bool { home.exists }

  /// What is asked of a journal; it must keep nothing but values.
  public typealias Question<R> = (borrowing Snapshot) throws -> R

  /// Goes on by the clock of a later moment: a command that talks with somebody
  /// takes its time.
  public func advance(to clock: Instant) { self.clock = clock }

  /// The moment that is now.
  public var now: Instant { fixedNow ?? clock }

  /// The settings of this machine alone, read from their file.
  ///
  /// - Throws: What ``MachineSettings/init(ofHomeAt:)`` throws.
  public func machineSettings() throws -> MachineSettings {
    try MachineSettings(of: home)
  }

  /// The zone in which days are counted, or will be once the journal has
  /// begun.
  public func zone() throws -> TimeZoneRules {
    try read { snapshot in
      guard snapshot.settings.originalTimeZone == nil else {
        return snapshot.zone
      }
      return (try? TimeZoneRules(identifier: timeZone())) ?? .utc
    }
  }

  /// The rooms that can be seen.
  public func rooms() throws -> RoomList { try read { $0.rooms } }

  /// Runs `body` on the journal as it is.
  ///
  /// - Parameter body: Asks; it must keep nothing but values.
  /// - Returns: What `body` returned.
  /// - Throws: What the store or `body` threw.
  public func read<R>(
    _ body: (borrowing Snapshot) throws -> R
  ) throws -> R {
    try open(.readOnly).snapshot(now: fixedNow, clock: clock, body)
  }

  /// Runs `body` on the journal as it was known at a moment.
  ///
  /// - Parameters:
  ///   - moment: Up to what was recorded when, in the journal's zone; unless
  ///     now is fixed, it is now as well.
  ///   - body: Asks; it must keep nothing but values.
  /// - Returns: What `body` returned.
  /// - Throws: What the store, `moment` or `body` threw.
  public func read<R>(
    asOf moment: @escaping (TimeZoneRules) throws -> Instant,
    _ body: (borrowing Snapshot) throws -> R
  ) throws -> R {
    try open(.readOnly).snapshot(
      now: fixedNow, clock: clock, asOf: moment, body)
  }

  /// Runs `body` in one transaction that writes, and commits it; or takes it
  /// back where it only rehearses.
  package func write<R>(
    rehearsing: Bool = false, usesFreshWriter: Bool = false,
    _ body: (inout ActionSession) throws -> R
  ) throws -> R {
    let timeZone = timeZone
    let options = ActionSession.Options(
      now: now, program: program,
      timeZone: timeZone(),
      usesFreshWriter: usesFreshWriter)
    guard !rehearsing else {
      return try rehearse { try $0.rehearse(options, body) }
    }
    let outcome = try open(.readWrite).write(options) { session in
      let result = try body(&session)
      return (
        result: result,
        actions: [session.startingAction].compactMap(\.self)
          + session.actions.map(\.reference)
      )
    }
    noteWriting(of: outcome.actions)
    return outcome.result
  }

  /// A Boolean value that indicates whether something was stored where there
  /// was no journal before.
  public var wasMade: Bool { made != nil && hasWritten }

  /// The short id of the action that was written last; `nil` for none.
  public var latestAction: String? { written.last?.shortID }

  /// Notes that something was stored in another way than by ``write(_:)``, and
  /// whether the journal holds other events since.
  package func noteWriting(
    of actions: [ActionReference] = [], bringsEvents: Bool = false
  ) {
    hasWritten = true
    hasNewEvents = hasNewEvents || bringsEvents || !actions.isEmpty
    written += actions
  }

  /// Runs a rehearsal on the journal, or on a passing one where none exists,
  /// since opening that for writing would make it.
  package func rehearse<R>(_ body: (Journal) throws -> R) throws -> R {
    guard !home.exists else { return try body(try open(.readWrite)) }
    try home.checkLinks()
    return try FileSystem.withTemporaryDirectory { path in
      try body(
        try Journal.open(JournalHome(path: path), access: .readWrite))
    }
  }

  /// The journal, opened once; again where it was opened to be read, and is
  /// to be written.
  package func open(_ access: Environment.Access) throws -> Journal {
    if let opened {
      guard access == .readWrite, opened.environment.access == .readOnly
      else { return opened }
      try opened.environment.close()
      self.opened = nil
    }
    if access == .readWrite, let refusal { throw refusal }
    // Asked once: another process may make the journal at any moment, and
    // what is opened for reading can no more be written.
    let exists = home.exists
    try home.checkLinks()
    guard access == .readWrite || isWriting else {
      return try keep(try Journal.open(home, access: .readOnly))
    }
    guard access == .readWrite || refusal == nil else {
      return try Journal.open(home, access: .readOnly)
    }
    // One that does not exist yet is made only to be written.
    guard exists || access == .readWrite else { return .absent(from: home) }
    if made == nil, !exists { made = Made(hadDirectory: home.hasDirectory) }
    do {
      return try keep(try Journal.open(home, access: .readWrite))
    } catch let error as LMDBError
      where access == .readOnly && error.forbidsWriting
    {
      // What only looks may go on; what writes meets the error when it comes
      // to write.
      refusal = error
      return try Journal.open(home, access: .readOnly)
    }
  }

  /// Closes the journal, whose file is another one now or gone.
  package func close() throws {
    try opened?.environment.close()
    opened = nil
  }

  private func keep(_ journal: Journal) throws -> Journal {
    opened = journal
    return journal
  }

  /// Removes the journal that was made for a request that was then refused.
  /// Best effort: the request's own error is what is told.
  public func discardWhatIsEmpty() {
    guard let made, !hasWritten else { return }
    if let opened { try? opened.discardIfEmpty() }
    if !made.hadDirectory { home.removeIfEmpty() }
  }
}
