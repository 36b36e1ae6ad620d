public import JournalCare
package import JournalLog
public import JournalProjections
public import JournalTime
package import LMDBKit
internal import POSIXKit

/// A care journal in its home, for all interfaces. It is opened once, at its
/// first use.
///
/// A command that writes first reads names and previews its change. Opening
/// costs more than both, so an existing journal is opened for writing at once.
/// Without a journal, reading must not create one.
public final class CareJournal {
  /// The directory of the journal, and the paths in it.
  package let home: JournalHome
  /// The program and its version, which `writer.started` records.
  public let program: String
  /// The wall clock.
  public private(set) var clock: Instant
  /// The moment that counts as now; `nil` for that of the clock.
  public let fixedNow: Instant?
  /// The actions written through this journal in order, including the one that
  /// began the writer.
  package private(set) var written: [ActionReference] = []
  /// A Boolean value that indicates whether something was written through it.
  public private(set) var hasWritten = false
  /// A Boolean value that indicates whether events were added through it: own
  /// actions, or events from elsewhere.
  public private(set) var hasNewEvents = false
  /// The request that is carried out once, however often it is repeated; `nil`
  /// for none.
  package var once: OnceRequest?
  /// The person who acts through this home; `nil` for its own user.
  public let person: Person?
  private let isWriting: Bool
  private let timeZone: @Sendable () -> String
  package private(set) var opened: Journal?
  /// The error that limits the journal to reading; `nil` for none.
  private var refusal: LMDBError?
  private var made: Made?

  /// A home that had no journal.
  private struct Made {
    let hadDirectory: Bool
  }

  /// Creates a journal without touching any file.
  ///
  /// - Parameters:
  ///   - path: The directory of the journal; the first write creates it.
  ///   - program: The program and its version.
  ///   - clock: The wall clock.
  ///   - fixedNow: The moment that counts as now; `nil` for that of the clock.
  ///   - isWriting: Whether the journal will be written.
  ///   - person: The person who acts; `nil` for the home's own user.
  ///   - timeZone: The time zone of a new journal.
  public init(
    at path: String, program: String, clock: Instant,
    fixedNow: Instant? = nil, isWriting: Bool = true, person: Person? = nil,
    timeZone: @escaping @autoclosure @Sendable () -> String =
      TimeZoneRules.systemIdentifier()
  ) {
    home = JournalHome(path: path)
    self.timeZone = timeZone
    self.program = program
    self.clock = clock
    self.fixedNow = fixedNow
    self.isWriting = isWriting
    self.person = person
  }

  /// Creates a journal that uses files that are open already; `nil` for none.
  init(
    at path: String, program: String, clock: Instant, person: Person?,
    opened: Journal?
  ) {
    home = JournalHome(path: path)
    timeZone = { TimeZoneRules.systemIdentifier() }
    self.program = program
    self.clock = clock
    fixedNow = nil
    isWriting = true
    self.person = person
    self.opened = opened
  }

  /// Makes the process end with a message if a page of the database is damaged,
  /// or the system is out of memory: these come as signals or as an abort of
  /// LMDB, and cannot be thrown. Only the first call has an effect.
  ///
  /// A message is the whole text, ends in a newline and is cut at 2,048 bytes;
  /// an exit status is 0 to 255.
  ///
  /// - Parameters:
  ///   - damage: The message and status for a damaged page.
  ///   - shortage: The message and status for a lack of memory.
  public static func end(
    onDamage damage: (message: String, exitCode: Int32),
    onShortage shortage: (message: String, exitCode: Int32)
  ) {
    DamageGuard.install(damage: damage, shortage: shortage)
  }

  /// The directory of the journal.
  public var homePath: String { home.path }
  /// The directory of the user's own programs.
  public var hooksDirectory: String { home.hooksDirectory }
  /// A Boolean value that indicates whether the home has a journal.
  public var exists: Bool { home.exists }

  /// A query of a journal, which must keep only values.
  public typealias Question<R> = (borrowing Snapshot) throws -> R

  /// Advances the clock; a command that asks the user takes a while.
  public func advance(to clock: Instant) { self.clock = clock }

  /// The current moment.
  public var now: Instant { fixedNow ?? clock }

  /// The settings of this machine alone, read from their file.
  ///
  /// - Throws: The errors of ``MachineSettings/init(ofHomeAt:)``.
  public func machineSettings() throws -> MachineSettings {
    try MachineSettings(of: home)
  }

  /// Returns the time zone of the journal, or the one that a new journal would
  /// have.
  public func zone() throws -> TimeZoneRules {
    try read { snapshot in
      guard snapshot.settings.originalTimeZone == nil else {
        return snapshot.zone
      }
      return (try? TimeZoneRules(identifier: timeZone())) ?? .utc
    }
  }

  /// Returns a moment in words, in the journal's zone. If the journal cannot be
  /// read, the zone is UTC, as it may be damaged while a backup of it is shown.
  package func words(of moment: Instant) -> String {
    let zone = (try? zone()) ?? .utc
    return zone.words(of: moment, on: zone.localDay(of: now))
  }

  /// Returns the visible rooms.
  public func rooms() throws -> RoomList { try read { $0.rooms } }

  /// Runs `body` on the current journal.
  ///
  /// - Parameter body: The query, which must keep only values.
  /// - Returns: The result of `body`.
  /// - Throws: An error of the store or of `body`.
  public func read<R>(
    _ body: (borrowing Snapshot) throws -> R
  ) throws -> R {
    try open(.readOnly).snapshot(
      now: fixedNow, clock: clock, person: person, body)
  }

  /// Runs `body` on the journal as known at a moment.
  ///
  /// - Parameters:
  ///   - moment: Returns the latest time of recording, given the journal's
  ///     zone. It also counts as now, unless now is fixed.
  ///   - body: The query, which must keep only values.
  /// - Returns: The result of `body`.
  /// - Throws: An error of the store, of `moment` or of `body`.
  public func read<R>(
    asOf moment: @escaping (TimeZoneRules) throws -> Instant,
    _ body: (borrowing Snapshot) throws -> R
  ) throws -> R {
    try open(.readOnly).snapshot(
      now: fixedNow, clock: clock, asOf: moment, person: person, body)
  }

  /// Runs `body` in a transaction that writes, and commits it or, if it is a
  /// rehearsal, reverts it.
  package func write<R>(
    rehearsing: Bool = false, usesFreshWriter: Bool = false,
    _ body: (inout ActionSession) throws -> R
  ) throws -> R {
    let timeZone = timeZone
    let options = ActionSession.Options(
      now: now, program: program,
      timeZone: timeZone(),
      usesFreshWriter: usesFreshWriter, person: person)
    guard !rehearsing else {
      return try rehearse { try $0.rehearse(options, body) }
    }
    let outcome = try open(.readWrite).write(options) { session in
      let result = try body(&session)
      return (
        result: result,
        actions: session.startingActions + session.actions.map(\.reference)
      )
    }
    noteWriting(of: outcome.actions)
    return outcome.result
  }

  /// A Boolean value that indicates whether a new journal was created and
  /// written.
  public var wasMade: Bool { made != nil && hasWritten }

  /// The short id of the last action written; `nil` for none.
  public var latestAction: String? { written.last?.shortID }

  /// Notes that the journal was written by other means than ``write(_:)``, and
  /// whether it has new events.
  package func noteWriting(
    of actions: [ActionReference] = [], bringsEvents: Bool = false
  ) {
    hasWritten = true
    hasNewEvents = hasNewEvents || bringsEvents || !actions.isEmpty
    written += actions
  }

  /// Runs a rehearsal on the journal or, if there is none, on a temporary one,
  /// as opening a journal for writing creates it.
  package func rehearse<R>(_ body: (Journal) throws -> R) throws -> R {
    guard !home.exists else { return try body(try open(.readWrite)) }
    try home.checkLinks()
    return try FileSystem.withTemporaryDirectory { path in
      try body(
        try Journal.open(JournalHome(path: path), access: .readWrite))
    }
  }

  /// Returns the journal, which is opened once, or again if it was opened for
  /// reading and must now be written.
  package func open(_ access: Environment.Access) throws -> Journal {
    if let opened {
      guard access == .readWrite, opened.environment.access == .readOnly
      else { return opened }
      try opened.environment.close()
      self.opened = nil
    }
    if access == .readWrite, let refusal { throw refusal }
    // Asked once, as another process may create the journal at any moment, and
    // a journal opened for reading cannot be written.
    let exists = home.exists
    try home.checkLinks()
    guard access == .readWrite || isWriting else {
      return try keep(try Journal.open(home, access: .readOnly))
    }
    guard access == .readWrite || refusal == nil else {
      return try Journal.open(home, access: .readOnly)
    }
    // Only a write creates the journal.
    guard exists || access == .readWrite else { return .absent(from: home) }
    if made == nil, !exists { made = Made(hadDirectory: home.hasDirectory) }
    do {
      return try keep(try Journal.open(home, access: .readWrite))
    } catch let error as LMDBError
      where access == .readOnly && error.forbidsWriting
    {
      // Reading can continue; a write throws the error later.
      refusal = error
      return try Journal.open(home, access: .readOnly)
    }
  }

  /// Closes the journal, whose file was replaced or removed.
  package func close() throws {
    try opened?.environment.close()
    opened = nil
  }

  private func keep(_ journal: Journal) throws -> Journal {
    opened = journal
    return journal
  }

  /// Removes a journal that was created for a request that then failed. Errors
  /// are ignored, as the request's own error is reported.
  public func discardWhatIsEmpty() {
    guard let made, !hasWritten else { return }
    if let opened { try? opened.discardIfEmpty() }
    if !made.hadDirectory { home.removeIfEmpty() }
  }
}
