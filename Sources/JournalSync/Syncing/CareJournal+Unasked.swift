internal import JournalActions
internal import JournalCare
internal import JournalEvents
public import JournalQueries
internal import POSIXKit

// Unattended syncs.

extension CareJournal {
  /// Names this machine as it was called when it joined a remote. That happens
  /// once it has written something, and only if it has no name by then.
  ///
  /// - Throws: Errors of the journal and of the list of remotes.
  public func takeName(from remote: Remote) throws {
    // A remote of another journal has no name for this machine yet.
    guard remote.journal != nil,
      let device = remote.options[.device]
    else { return }
    let own = try read { try $0.writerName(nil) }
    guard own.writer != nil else { return }
    if own.name == nil {
      _ = try nameWriter(
        WriterNameRequest(
          device: .set(device),
          person: remote.options[.person].map { .set($0) } ?? .keep,
          Occasion(note: WriterNameRequest.noteOfJoining)))
    }
    try forgetName(at: remote)
  }

  /// Syncs unattended. An emptied home stays empty until somebody asks for the
  /// journal again.
  func syncUnasked(
    with remote: Remote, _ request: SyncRequest
  ) -> SyncOutcome {
    SyncOutcome(
      remote,
      Result {
        guard exists || remote.journal == nil else {
          throw RemoteError.emptied(remote.name)
        }
        try takeName(from: remote)
        let report = try sync(with: remote, request)
        // If that fails, a mark stays, which the doctor reports.
        try? request.removesErasedBytes(self)
        return report
      })
  }
}

extension RemoteWatch {
  /// Syncs with the remotes that are due, and closes the journal, as an open
  /// file cannot be replaced.
  ///
  /// - Parameters:
  ///   - journal: The journal, with the current clock.
  ///   - names: The remotes to watch; all if empty.
  ///   - request: Returns the request for a remote.
  ///   - tell: Reports the outcome of a sync; `hasTurned` if syncing has begun
  ///     to fail, or to succeed again.
  /// - Throws: Errors of the list of remotes and of `tell`.
  public mutating func sync(
    _ journal: CareJournal, among names: [String],
    request: (Remote) -> SyncRequest,
    tell: (_ outcome: SyncOutcome, _ hasTurned: Bool) throws -> Void
  ) throws {
    for remote in try due(among: names, of: journal) {
      let outcome = journal.syncUnasked(with: remote, request(remote))
      if outcome.isEnded { break }
      try tell(outcome, note(outcome.result, of: remote))
    }
    try journal.close()
  }
}

extension AutoSync {
  /// Syncs with the remotes of the setting until a sync ends without new
  /// changes, and keeps a log. If another process does so, it returns at once.
  ///
  /// - Parameters:
  ///   - ending: A descriptor that becomes readable when it must stop.
  ///   - journal: Returns the journal, with the current clock.
  ///   - request: The request for each sync.
  ///   - words: Returns the text of an entry of the log.
  /// - Throws: Errors of the lock's file, the log and the list of remotes.
  public func run(
    until ending: Int32, journal: () -> CareJournal, request: SyncRequest,
    words: (Entry, CareJournal) throws -> String
  ) throws {
    var request = request
    request.ending = ending
    request.waitsForOthers = false
    request.passphrase = { _, _ in nil }
    try run {
      journal().clock
    } pause: { milliseconds in
      !Waiting.until(
        anyIsReadable: [ending], milliseconds: Int32(clamping: milliseconds))
    } sync: {
      let journal = journal()
      let choice = journal.autoSync
      var record = ""
      for remote in try journal.remotes() where choice.includes(remote.name) {
        var said: [UInt8] = []
        request.said = { said += $0 }
        let outcome = journal.syncUnasked(with: remote, request)
        if !said.isEmpty { record += try words(.said(said), journal) }
        if outcome.isEnded { break }
        record += try words(.synced(outcome), journal)
      }
      try self.record(record)
      try journal.close()
    }
  }

  /// An entry of the log.
  public enum Entry {
    /// The output of started programs on standard error.
    case said([UInt8])
    /// The outcome of a sync.
    case synced(SyncOutcome)
  }
}
