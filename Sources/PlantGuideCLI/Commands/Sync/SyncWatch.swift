internal import Encodings
internal import ErrorKit
internal import JournalCare
internal import JournalDoctor
internal import JournalEvents
internal import JournalExchange
internal import JournalQueries
internal import JournalSync
internal import JournalTime
internal import POSIXKit
internal import TerminalKit

// Syncs that nobody asks for one by one.

// MARK: A process that keeps running

extension CommandContext {
  /// Syncs when something changes, and at an interval, until a signal ends
  /// it. Between syncs the journal is closed.
  mutating func watch(everySeconds seconds: Int64) throws {
    guard !isDryRun else {
      throw UsageError(
        "'--watch' cannot be rehearsed", hint: "leave --dry-run out",
        usage: command.usage)
    }
    var watch = try RemoteWatch(every: seconds * 1_000)
    var told: [String: [String]] = [:]
    // Whoever started it can be asked once; then nothing waits for answers.
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
    _ watch: inout RemoteWatch, _ told: inout [String: [String]],
    isFirst: Bool, until ending: Int32?
  ) throws {
    let journal = journalOfNow()
    for remote in try watch.due(among: arguments.positional, of: journal) {
      var request = syncRequest(of: remote, looksAtAll: isFirst)
      request.waitsForOthers = false
      if let ending {
        request.ending = ending
        request.passphrase = { _, _ in nil }
        if !arguments[.yes] { request.asksToMerge = nil }
      }
      let result = Result { try syncUnasked(journal, remote, request) }
      if result.isEnded { break }
      let hasTurned = watch.note(result, of: remote)
      try tell(
        SyncOutcome(remote, result), of: journal, hasTurned: hasTurned, &told)
    }
    // A file that stays open cannot be replaced by others.
    try journal.close()
  }

  private mutating func tell(
    _ outcome: SyncOutcome, of journal: CareJournal, hasTurned: Bool,
    _ told: inout [String: [String]]
  ) throws {
    let names = try journal.names(in: [outcome.report].compactMap(\.self))
    let news = outcome.news(names)
    // What stays wrong is told once.
    let isNew = !news.isEmpty && news != told[outcome.remote.name]
    told[outcome.remote.name] = news
    guard hasTurned || outcome.hasMoved || isNew else { return }
    let conflicts = try conflicts(after: [outcome], in: journal)
    if wantsJSON {
      try printJSON { $0.outcome(outcome, names, conflicts) }
    } else {
      let time = journal.clock.shown(in: try journal.zone())
      try print("\(time)  \(outcome.line(names, hasTurned: hasTurned))")
      try print(conflicts)
    }
    try output.flush()
  }

  /// Syncs where nobody may look for a while. A home that was emptied stays so
  /// until somebody asks for the journal again.
  private func syncUnasked(
    _ journal: CareJournal, _ remote: Remote, _ request: SyncRequest
  ) throws -> SyncReport {
    guard journal.exists || remote.journal == nil else {
      throw RemoteError.emptied(remote.name)
    }
    try takeName(from: remote, in: journal)
    let report = try journal.sync(with: remote, request)
    // Where that cannot be done, a mark stays of which the doctor tells.
    _ = try? journal.removeErasedBytes()
    return report
  }

  /// The journal, by the clock of this moment.
  private func journalOfNow() -> CareJournal {
    CareJournal(
      at: journal.homePath, program: ProcessFacts.program,
      clock: ProcessFacts.systemClock(), fixedNow: journal.fixedNow)
  }
}

extension Result<SyncReport, any Error> {
  /// Whether it was asked to end.
  fileprivate var isEnded: Bool {
    guard case .failure(let error) = self else { return false }
    return error as? RemoteError == .ended
  }
}

extension SyncOutcome {
  /// Whether events came or went.
  fileprivate var hasMoved: Bool {
    report.map { !$0.received.isEmpty || !$0.sent.isEmpty } ?? false
  }

  /// All in a line; `hasTurned` where syncing has begun to fail, or to
  /// succeed again.
  fileprivate func line(_ names: NewsNames, hasTurned: Bool = false) -> String {
    guard case .failure(let error) = result else {
      let news = (hasTurned ? ["works again"] : []) + news(names)
      return "\(remote.name): "
        + (news.isEmpty ? "nothing new" : news.joined(by: "; "))
    }
    let message = ErrorReport(ErrorFacts(of: error)).message
    return "\(remote.name): could not sync: \(message)"
      + (hasTurned ? "; it is tried again from time to time" : "")
  }
}

// MARK: After a command that wrote

extension AutoSync {
  /// The variable that tells the program that it syncs by itself, with nobody
  /// there to be told or asked.
  static let variable = "PLANTGUIDE_AUTO_SYNC"
}

extension CommandContext {
  /// Starts a process that syncs, where this command has written and this
  /// machine's setting asks for that. The command does not wait for it, and
  /// learns nothing of it: `sync status` and `doctor` tell how it failed.
  mutating func startAutoSync() {
    // Asked first: without it a command does no more than this.
    let key = MachineSettingKey.autoSync.rawValue
    guard let value = (try? process.machineSettings.settings.get())?[key],
      AutoSyncChoice(value) != AutoSyncChoice.none,
      journal.hasNewEvents,
      process.environment[AutoSync.variable] == nil,
      autoSync.needsStart
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

  /// What that process does.
  func syncByItself() throws {
    let signals = try EndingSignals()
    let ending = signals.descriptor
    let autoSync = autoSync
    try autoSync.run {
      ProcessFacts.systemClock()
    } pause: { milliseconds in
      !Waiting.until(
        anyIsReadable: [ending], milliseconds: Int32(clamping: milliseconds))
    } sync: {
      let journal = journalOfNow()
      let choice = journal.autoSync
      let time = journal.clock.shown(in: try journal.zone())
      var record = ""
      for remote in try journal.remotes() where choice.includes(remote.name) {
        var request = syncRequest()
        request.ending = ending
        request.waitsForOthers = false
        request.passphrase = { _, _ in nil }
        request.said = {
          record += SafeText.shown(
            String(decoding: $0, as: UTF8.self), allowsNewlines: true)
        }
        let result = Result { try syncUnasked(journal, remote, request) }
        if result.isEnded { break }
        let outcome = SyncOutcome(remote, result)
        let names = try journal.names(
          in: [outcome.report].compactMap(\.self))
        record += "\(time)  \(outcome.line(names))\n"
      }
      try autoSync.record(record)
      try journal.close()
    }
    _ = consume signals
  }
}

// MARK: What a doctor says

extension CareJournal {
  /// Looks at how syncing went. The remotes are not asked.
  func syncFindings() -> [Finding] {
    do {
      let remotes = try remotes()
      var findings = remotes.compactMap { remote in
        failures(of: remote).map { failures in
          Finding.warning(
            .sync,
            failures.text(of: remote.name, since: failures.since.rfc3339),
            .syncAgain(remote: remote.name))
        }
      }
      if case .named(let names) = autoSync {
        let unknown = names.filter { name in
          !remotes.contains { $0.name == name }
        }
        findings += unknown.map {
          Finding.warning(
            .sync, "'autoSync' names '\($0)', which is no remote",
            .resetSetting("autoSync"))
        }
      }
      guard findings.isEmpty, !remotes.isEmpty else { return findings }
      return [
        .ok(.sync, "\(Phrase.count(remotes.count, "remote")), none has failed")
      ]
    } catch {
      return [.problem(.sync, error)]
    }
  }
}

extension SyncFailures {
  /// The failures in words, `since` a time as it is shown.
  func text(of remote: String, since time: String) -> String {
    "syncing with '\(remote)' failed \(Phrase.count(count, "time")) since \(time): \(SafeText.shown(reason))"
  }
}
