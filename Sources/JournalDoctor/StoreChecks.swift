internal import ErrorKit
internal import JournalCare
internal import JournalEvents
internal import JournalExchange
internal import JournalLog
internal import JournalProjections
internal import JournalTime
internal import LMDBKit

/// The checks of the database. They are independent, so a check that meets
/// damage does not prevent the others.
public struct StoreChecks {
  /// A check of one subject.
  public struct Check {
    /// The subject of the check.
    public let name: Finding.Check
    fileprivate let run: (borrowing ReadTransaction) throws -> [Finding]
  }

  private let journal: Journal
  private let now: Instant
  private let isFull: Bool
  /// The last commit before any check began.
  private let head: JournalHead?

  /// Opens the journal as it is, whatever the version of its folds.
  init(of home: JournalHome, now: Instant, isFull: Bool) throws {
    head = home.head
    journal = try Journal.openAsStored(home)
    self.now = now
    self.isFull = isFull
  }

  /// The checks, in the order in which they are made.
  public var checks: [Check] {
    [
      Check(name: .database) { try database($0) },
      Check(name: .identity) { try identity($0) },
      Check(name: .zone) { try zone($0) },
      Check(name: .chain) { try chain($0) },
      Check(name: .folds) { try folds($0) },
      Check(name: .conflicts) {
        guard try hasOwnFolds($0) else { return [] }
        return try ConflictCheck(journal: journal).findings(in: $0)
      },
      Check(name: .collection) {
        guard try hasOwnFolds($0) else { return [] }
        return try journal.snapshot(clock: now) {
          try CollectionCheck().findings(in: $0)
        }
      },
      Check(name: .photos) {
        guard try hasOwnFolds($0) else { return [] }
        return try journal.snapshot(clock: now) {
          try PhotoCheck(home: journal.home, isFull: isFull).findings(in: $0)
        }
      },
      Check(name: .events) {
        try EventCheck(journal: journal, now: now).findings(in: $0)
      },
    ]
  }

  /// Makes a check.
  public func findings(of check: Check) -> [Finding] {
    Finding.guarded(check.name) { try journal.read { try check.run($0) } }
  }

  // MARK: The checks that are short

  private func database(
    _ transaction: borrowing ReadTransaction
  ) throws -> [Finding] {
    let data = ByteText.text(try journal.environment.dataByteCount)
    let map = ByteText.text(try journal.environment.mapByteCount)
    let events = try journal.log.count(in: transaction)
    var findings = [
      Finding.ok(
        .database, "\(events.of("event")), \(data) in a map of \(map)")
    ]
    let cleared = journal.environment.clearedReaderCount
    if cleared > 0 {
      findings.append(
        .note(
          .database, "places of \(cleared.of("dead reader")) were cleared"))
    }
    return findings
  }

  private func identity(
    _ transaction: borrowing ReadTransaction
  ) throws -> [Finding] {
    guard let found = try journal.home.identity() else {
      return [
        .note(.identity, "there is none; the next action begins a new writer")
      ]
    }
    let place = Identity(
      writer: found.writer, inode: try journal.environment.dataFileInode,
      machine: Identity.currentMachine())
    guard found.isSamePlace(as: place) else {
      return [
        .note(
          .identity,
          "the journal was copied or restored; the next action begins a new writer"
        )
      ]
    }
    if try journal.meta(in: transaction)?.needsNewWriter == true {
      return [
        .note(
          .identity,
          "another copy wrote under this home's name; the next action begins a new writer"
        )
      ]
    }
    return [.ok(.identity, "this home writes as \(found.writer)")]
  }

  private func zone(
    _ transaction: borrowing ReadTransaction
  ) throws -> [Finding] {
    let settings = try journal.projections.journalSettings(in: transaction)
    guard let problem = settings.timeZoneProblem() else {
      return [.ok(.zone, settings.timeZone)]
    }
    return [
      .warning(
        .zone,
        "\(problem); days are those of "
          + settings.calendar().zone.identifier,
        .setTimeZone)
    ]
  }

  /// Checks the chains, or only their ends.
  private func chain(
    _ transaction: borrowing ReadTransaction
  ) throws -> [Finding] {
    guard isFull else {
      if let head, try journal.isMissingCommits(head, in: transaction) {
        throw StorageError.missingCommits
      }
      var tips = 0
      for (writer, held) in try journal.log.vector(in: transaction) {
        for tip in held.tips {
          let last = EventReference(
            writer: writer, sequence: tip.sequence,
            hashPrefix: tip.hash.prefix)
          guard try journal.log.event(last, in: transaction) != nil else {
            throw StorageError.damagedEvent(last, reason: "it is missing")
          }
          tips += 1
        }
      }
      return [
        .ok(.chain, "the ends of \(tips.of("chain")) are whole")
      ]
    }
    let result = try journal.verify()
    if let fault = result.faults.first { return [.problem(.chain, fault)] }
    guard let first = result.problems.first else {
      return [
        .ok(
          .chain, "\(result.events.of("event")), all as they were written")
      ]
    }
    return [
      .problem(
        .chain,
        "\(result.problems.count.of("damaged event")), the first "
          + "is event \(first.event.sequence) of writer \(first.event.writer)",
        .salvage, .damagedData)
    ]
  }

  /// Returns whether this program's folds made the stored state from all
  /// events. The program may be unable to read the state of other folds.
  private func hasOwnFolds(
    _ transaction: borrowing ReadTransaction
  ) throws -> Bool {
    let meta = try journal.meta(in: transaction)
    return meta?.reducerVersion == Journal.reducerVersion
      && meta?.isBehind == false
  }

  /// Compares the stored state with the result of folding everything again.
  private func folds(
    _ transaction: borrowing ReadTransaction
  ) throws -> [Finding] {
    guard try hasOwnFolds(transaction) else {
      let isBehind = try journal.meta(in: transaction)?.isBehind == true
      return [
        .note(
          .folds,
          isBehind
            ? "an interrupted sync brought events that are not folded yet; the next command folds them"
            : "they are of another version; the next command folds again",
          .foldAgain)
      ]
    }
    guard isFull else { return [] }
    let different = try differences()
    guard different.isEmpty else {
      return [
        .problem(
          .folds,
          "the stored state differs from what the events give: "
            + different.joined(separator: ", "),
          .foldAgain, .damagedData)
      ]
    }
    return [.ok(.folds, "folding everything again gives the same")]
  }

  /// The databases that differ from the result of folding the log again in a
  /// copy, sorted by name. The journal itself is only read.
  private func differences() throws -> [String] {
    try journal.home.withTrial { home in
      try journal.environment.copy(to: home.dataDirectory, compact: false)
      let copy = try Journal.open(home, access: .readWrite)
      let stored = try copy.read { try copy.projectionDigests(in: $0) }
      _ = try copy.rebuild()
      let folded = try copy.read { try copy.projectionDigests(in: $0) }
      try copy.environment.close()
      return stored.keys.filter { stored[$0] != folded[$0] }.sorted()
    }
  }
}
