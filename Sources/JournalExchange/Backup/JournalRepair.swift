public import ErrorKit
public import JournalActions
internal import JournalEvents
internal import JournalLog
internal import JournalProjections
public import JournalQueries
internal import LMDBKit
internal import POSIXKit

/// The outcome of repairing a damaged journal.
public struct JournalRepair: Sendable {
  /// The number of events that the damaged file still had; `nil` if it was whole
  /// and stayed in place.
  public fileprivate(set) var saved: Int?
  /// The number of missing events that backups had, by the path of the backup.
  public fileprivate(set) var fromBackups: [(path: String, events: Int)] = []
  /// The backups that could not be read, with the reasons.
  public fileprivate(set) var unreadable: [(path: String, error: any Error)] =
    []
  /// The damaged journal, which is kept; `nil` if it stayed in place.
  public fileprivate(set) var replaced: ReplacedJournal?
  /// The events that are still missing.
  public fileprivate(set) var gaps: [Salvage.Gap] = []
  /// The number of events that follow missing ones, and so wait in the damaged
  /// file.
  public fileprivate(set) var waiting = 0
  /// A Boolean value that indicates whether the log has fewer events than were
  /// acknowledged.
  public fileprivate(set) var isMissingCommits = false
  /// The faults of putting the journal in place, although it is there; the
  /// gravest first.
  public fileprivate(set) var faults: [ErrorFacts] = []

  /// A Boolean value that indicates whether no event is known to be missing.
  public var isComplete: Bool {
    gaps.isEmpty && waiting == 0 && !isMissingCommits
  }
}

extension CareJournal {
  /// Repairs the journal: saves every event that still verifies, fetches missing
  /// ones from elsewhere, puts the result in place and keeps the damaged file.
  /// Damage outside of the events is repaired in the same way.
  ///
  /// It can be repeated, for example once a remote is in reach.
  ///
  /// - Parameters:
  ///   - backups: The backups that may have missing events, by their paths.
  ///   - mode: The mode; other modes than `commit` only look what is missing
  ///     from the file and the backups.
  ///   - progress: Receives the progress.
  ///   - fetch: Syncs with remotes; called when a journal is in place again.
  /// - Returns: The outcome.
  /// - Throws: ``SalvageError``, ``BackupError``, and errors of the system or
  ///   the store; before the journal is replaced they leave it as it was.
  public func repair(
    from backups: [String], _ mode: ActionMode = .commit,
    progress: @escaping WorkProgress = { _, _, _ in }, fetch: () throws -> Void
  ) throws -> JournalRepair {
    guard home.exists else { throw StorageError.noJournal(path: home.path) }
    try close()
    let head = home.head
    // It locks the file for writers, this process among them.
    var found: LogSalvage? = try LogSalvage(of: home.dataFile) {
      progress(.reading, $0, $1)
    }
    let own = try LostEvents(found)
    let count = (found?.continuedCount ?? 0) + own.stray.count
    guard count > 0 else { throw SalvageError.nothing(path: home.dataFile) }
    var repair = JournalRepair()
    let isWhole = try isWhole()
    if !isWhole { repair.saved = count }
    guard mode == .commit else {
      try home.withTrial { trial in
        if let found { try Salvage.store(found, in: trial, progress) }
        let journal = try Journal.open(trial, access: .readWrite)
        defer { try? journal.environment.close() }
        try repair.complete(with: own, backups, head) { journal }
      }
      return repair
    }
    if !isWhole { try putInPlace(&found, head, &repair, progress) }
    found = nil
    try repair.complete(with: own, backups, head, fetch) {
      try open(.readWrite)
    }
    noteWriting(bringsEvents: true)
    return repair
  }

  /// Returns whether everything in the data file verifies. Pages that are broken
  /// can end the process that reads them.
  private func isWhole() throws -> Bool {
    let check = { [home] in
      let journal = try Journal.openAsStored(home)
      defer { try? journal.environment.close() }
      let result = try journal.verify()
      // Missing commits damage nothing that is here.
      guard result.problems.isEmpty,
        result.faults.allSatisfy({ $0 == .missingCommits })
      else { throw StorageError.damagedIndex }
    }
    switch try ChildTrial.outcome(of: check) {
    case .returned: return true
    case .ended: return false
    case .threw:
      // This throws the same error again, outside of the trial.
      do {
        try check()
        return true
      } catch  where ErrorFacts(of: error).kind == .damagedData {
        return false
      }
    }
  }

  /// Makes a journal of the events of a damaged one, and replaces that with it
  /// as a restore does.
  private func putInPlace(
    _ found: inout LogSalvage?, _ head: JournalHead?,
    _ repair: inout JournalRepair, _ progress: @escaping WorkProgress
  ) throws {
    PartialBackup.removeDead(in: home.path)
    let maker = try PartialBackup(named: "repair", in: home.path)
    defer { maker.release() }
    let staged = maker.place
    defer { BackupFiles.remove(staged) }
    if let found { try Salvage.store(found, in: staged.home, progress) }
    found = nil
    let journal = try Journal.open(staged.home, access: .readOnly)
    let backup: Backup
    do {
      defer { try? journal.environment.close() }
      backup = try Backup.make(
        of: journal, in: backupsDirectory,
        named: BackupName.base(at: backupTime),
        at: backupTime, program: program, progress: progress)
    }
    defer { BackupFiles.remove(backup.place) }
    // What another command has written meanwhile is not among these events.
    guard home.head == head else {
      throw SalvageError.changed(path: home.dataFile)
    }
    let restored = try restore(backup, progress: progress)
    repair.replaced = restored.replaced
    repair.faults = restored.faults.map { ErrorFacts(of: $0) }
    if let remains = restored.remains { repair.faults.append(remains) }
  }
}

/// The events of a damaged file that are missing or follow missing ones.
private struct LostEvents {
  var gaps: [Salvage.Gap] = []
  /// The stored bytes of events whose predecessor is missing.
  var stray: [[UInt8]] = []

  init(_ found: LogSalvage?) throws {
    guard let found else { return }
    gaps = found.gaps.map {
      Salvage.Gap(writer: $0.writer, sequences: $0.sequences)
    }
    stray = try (0..<found.strayCount).map { try found.stray(at: $0) }
  }
}

extension JournalRepair {
  /// Adds the events that backups and remotes have to the saved ones, then those
  /// that waited for them.
  ///
  /// A fetch may replace the open journal, so `journal` is asked each time.
  fileprivate mutating func complete(
    with own: LostEvents, _ backups: [String], _ head: JournalHead?,
    _ fetch: () throws -> Void = {}, in journal: () throws -> Journal
  ) throws {
    let sources = try [own] + addEvents(from: backups, to: journal)
    try fetch()
    let journal = try journal()
    for source in sources {
      _ = try Salvage.store(stray: source.stray, in: journal)
    }
    try note(sources, head, in: journal)
  }

  /// Adds the events that backups have, each as far as it can be read; damaged
  /// journals that were replaced are among them.
  private mutating func addEvents(
    from backups: [String], to journal: () throws -> Journal
  ) throws -> [LostEvents] {
    var sources: [LostEvents] = []
    for path in backups {
      do {
        let found = try LogSalvage(of: Salvage.dataFile(of: path))
        let count = try Salvage.store(found, in: journal(), isMerging: false)
        if count > 0 { fromBackups.append((path, count)) }
        sources.append(try LostEvents(found))
      } catch {
        unreadable.append((path, error))
      }
    }
    return sources
  }

  /// Notes the events of files that a journal does not hold, and those that were
  /// known to be missing from the files and still are.
  fileprivate mutating func note(
    _ sources: [LostEvents], _ head: JournalHead?, in journal: Journal
  ) throws {
    var missing: [WriterID: Set<ClosedRange<UInt64>>] = [:]
    var waiting: Set<EventReference> = []
    try journal.read { transaction in
      let count = try journal.log.count(in: transaction)
      isMissingCommits = head.map { $0.events > UInt64(count) } ?? false
      let vector = Dictionary(
        uniqueKeysWithValues: try journal.log.vector(in: transaction))
      for source in sources {
        for gap in source.gaps {
          let last =
            vector[gap.writer]?.tips.map(\.sequence).max() ?? 0
          for range in gap.sequences where range.upperBound > last {
            missing[gap.writer, default: []]
              .insert(max(range.lowerBound, last + 1)...range.upperBound)
          }
        }
        for bytes in source.stray {
          let event = try RecordedEvent(decoding: bytes.span.bytes).reference
          if try journal.log.event(event, in: transaction) == nil {
            waiting.insert(event)
          }
        }
      }
    }
    self.waiting = waiting.count
    gaps = missing.map { writer, ranges in
      Salvage.Gap(
        writer: writer,
        sequences: ranges.sorted { $0.lowerBound < $1.lowerBound })
    }.sorted { $0.writer < $1.writer }
  }
}
