internal import Encodings
internal import JournalCare
internal import JournalDoctor
internal import JournalEvents
internal import JournalQueries
internal import JournalReports
internal import JournalSync
internal import JournalTime
internal import POSIXKit
internal import TerminalKit
internal import TextKit

// Unattended syncs.

// MARK: A process that keeps running

extension CommandContext {
  /// Syncs after changes, and at an interval, until a signal ends it. Between
  /// syncs the journal is closed.
  mutating func watch(everySeconds seconds: Int64) throws {
    guard !isDryRun else {
      throw UsageError(
        "'--watch' cannot be rehearsed", hint: "leave --dry-run out",
        usage: command.usage)
    }
    var watch = try RemoteWatch(every: seconds * 1_000)
    var told = SyncNews()
    // The first round may ask questions; later rounds do not wait for answers.
    if process.prompt.isInteractive {
      try round(&watch, &told, isFirst: true, until: nil)
    }
    let signals = try EndingSignals()
    if !wantsJSON {
      try print("watching for changes; Ctrl-C ends it")
      try output.flush()
    }
    var isFirst = !process.prompt.isInteractive
    while !signals.haveCome {
      try round(&watch, &told, isFirst: isFirst, until: signals.descriptor)
      isFirst = false
      watch.wait(orFor: signals.descriptor)
    }
  }

  /// Syncs with the remotes that are due.
  private mutating func round(
    _ watch: inout RemoteWatch, _ told: inout SyncNews, isFirst: Bool,
    until ending: Int32?
  ) throws {
    let journal = journalOfNow()
    let context = self
    var outcomes = told
    defer { told = outcomes }
    try watch.sync(journal, among: arguments.positional) { remote in
      var request = context.syncRequest(of: remote, looksAtAll: isFirst)
      request.waitsForOthers = false
      guard let ending else { return request }
      request.ending = ending
      request.passphrase = { _, _ in nil }
      if !context.arguments[.yes] { request.asksToMerge = nil }
      return request
    } tell: { outcome, hasTurned in
      try tell(outcome, of: journal, hasTurned: hasTurned, &outcomes)
    }
  }

  private mutating func tell(
    _ outcome: SyncOutcome, of journal: CareJournal, hasTurned: Bool,
    _ told: inout SyncNews
  ) throws {
    let names = try journal.names(in: [outcome.report].compactMap(\.self))
    let isNew = told.note(outcome, names, .commandLine)
    guard hasTurned || outcome.hasMoved || isNew else { return }
    let conflicts = try conflicts(after: [outcome], in: journal)
    if wantsJSON {
      try printJSON { $0.outcome(outcome, names, .commandLine, conflicts) }
    } else {
      let time = shown(journal.clock)
      let line = outcome.line(names, .commandLine, hasTurned: hasTurned)
      try print("\(time)  \(line)")
      try print(conflicts)
    }
    try output.flush()
  }

  /// Returns the journal, with the current clock.
  private func journalOfNow() -> CareJournal {
    CareJournal(
      at: journal.homePath, program: ProcessFacts.program,
      clock: ProcessFacts.systemClock(), fixedNow: journal.fixedNow)
  }
}

// MARK: After a command that wrote

extension CommandContext {
  /// Starts a process that syncs, if this command has written and this
  /// machine's setting asks for it. The command neither waits for it nor learns
  /// of its failure, which `sync status` and `doctor` report.
  mutating func startAutoSync() {
    // This comes first: without the setting, a command does no more.
    guard
      let sync = AutoSync(of: journal, setting: process.machineSetting),
      journal.hasNewEvents,
      process.environment[AutoSync.variable] == nil, sync.needsStart
    else { return }
    startInBackground(["sync"], AutoSync.variable)
  }

  private var autoSync: AutoSync {
    let seconds: Int64 =
      switch process.machineSetting(.autoSyncSeconds) {
      case .integer(let seconds): seconds
      default: 60
      }
    return AutoSync(of: journal, everySeconds: seconds)
  }

  /// Runs that process.
  func syncByItself() throws {
    let signals = try EndingSignals()
    try autoSync.run(
      until: signals.descriptor, journal: journalOfNow, request: syncRequest()
    ) { entry, journal in
      switch entry {
      case .said(let bytes):
        return SafeText.shown(
          String(decoding: bytes, as: UTF8.self), allowsNewlines: true)
      case .synced(let outcome):
        let time = shown(journal.clock)
        let names = try journal.names(
          in: [outcome.report].compactMap(\.self))
        return "\(time)  \(outcome.line(names, .commandLine))\n"
      }
    }
    _ = consume signals
  }
}
