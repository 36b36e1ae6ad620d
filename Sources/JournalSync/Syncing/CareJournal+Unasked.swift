internal import JournalActions
internal import JournalCare
internal import JournalEvents
public import JournalQueries
internal import POSIXKit

// Syncs that nobody asks for one by one.

extension CareJournal {
  /// Calls this machine what it was called when it joined a remote, once it
  /// has written something and where it has no name by then.
  ///
  /// - Throws: What the journal and the list of remotes throw.
  public func takeName(from remote: Remote) throws {
    // A journal that does not belong there has another name to take.
    guard remote.journal != nil,
      let device = remote.options[.device]
    else { return }
    let own = try read { try $0.writerName(nil) }
    guard own.writer != nil else { return }
    if own.name == nil {
      _ = try nameWriter(
        WriterNameRequest(
          device: .set(device),
          person: remote.options[.person].map { .set($0) } ?? .keep))
    }
    try forgetName(at: remote)
  }

  /// Syncs where nobody may look for a while. A home that was emptied stays so
  /// until somebody asks for the journal again.
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
        // Where that cannot be done, a mark stays of which the doctor tells.
        try? request.removesErasedBytes(self)
        return report
      })
  }
}

extension RemoteWatch {
  /// Syncs with the remotes that are due, and closes the journal: a file that
  /// stays open cannot be replaced by others.
  ///
  /// - Parameters:
  ///   - journal: The journal, by the clock of this moment.
  ///   - names: Which remotes are watched; all for none.
  ///   - request: What is asked of a sync with a remote.
  ///   - tell: Tells what came of a sync; `hasTurned` where it has begun to
  ///     fail, or to succeed again.
  /// - Throws: What the list of remotes throws, and what `tell` throws.
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
  /// Syncs with the remotes that the setting names until nothing was written
  /// meanwhile, and keeps a record, where no other process does.
  ///
  /// - Parameters:
  ///   - ending: A descriptor that can be read once it is to end.
  ///   - journal: Gives the journal, by the clock of the moment.
  ///   - request: What is asked of each sync.
  ///   - words: Words what is put on record: what a program said, or what
  ///     came of a sync.
  /// - Throws: What the lock's file, the record and the list of remotes throw.
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

  /// What is put on record.
  public enum Entry {
    /// What programs said on standard error that were started.
    case said([UInt8])
    /// What came of a sync.
    case synced(SyncOutcome)
  }
}
