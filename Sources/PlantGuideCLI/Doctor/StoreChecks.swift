internal import JournalCare
internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import JournalTime
internal import LMDBKit
internal import TerminalKit

/// Looks at the database. Each check stands for itself, so that one that
/// meets damage leaves the others their say.
struct StoreChecks {
  /// A check by its name.
  struct Check {
    let name: String
    let run: (borrowing ReadTransaction) throws -> [Finding]
  }

  let journal: Journal
  let now: Instant
  let isFull: Bool

  /// The checks, in the order in which they are made.
  var checks: [Check] {
    [
      Check(name: "database", run: database),
      Check(name: "identity", run: identity),
      Check(name: "zone", run: zone),
      Check(name: "chain", run: chain),
      Check(name: "folds", run: folds),
      Check(name: "conflicts") { try ConflictCheck(journal).findings(in: $0) },
      Check(name: "collection") { _ in
        try journal.snapshot(clock: now) {
          try CollectionCheck().findings(in: $0)
        }
      },
      Check(name: "events") {
        try EventCheck(journal, now: now).findings(in: $0)
      },
    ]
  }

  /// Opens the journal as it lies there, whatever the version of its folds.
  init(of home: JournalHome, now: Instant, isFull: Bool) throws {
    journal = try Journal.openAsStored(home)
    self.now = now
    self.isFull = isFull
  }

  // MARK: The checks that are short

  private func database(
    _ transaction: borrowing ReadTransaction
  ) throws -> [Finding] {
    let data = Phrase.bytes(try journal.environment.dataByteCount)
    let map = Phrase.bytes(try journal.environment.mapByteCount)
    let events = try journal.log.count(in: transaction)
    var findings = [
      Finding.ok(
        "database",
        "\(Phrase.count(events, "event")), \(data) in a map of \(map)")
    ]
    let cleared = journal.environment.clearedReaderCount
    if cleared > 0 {
      findings.append(
        .note(
          "database",
          "places of \(Phrase.count(cleared, "dead reader")) were cleared"))
    }
    return findings
  }

  private func identity(
    _ transaction: borrowing ReadTransaction
  ) throws -> [Finding] {
    let name = "identity"
    guard let found = try journal.home.identity() else {
      return [
        .note(name, "there is none; the next action begins a new writer")
      ]
    }
    let place = Identity(
      writer: found.writer, inode: try journal.environment.dataFileInode,
      machine: Identity.currentMachine())
    guard found.isSamePlace(as: place) else {
      return [
        .note(
          name,
          "the journal was copied or restored; the next action begins a new writer"
        )
      ]
    }
    if try journal.meta(in: transaction)?.needsNewWriter == true {
      return [
        .note(
          name,
          "another copy wrote under this home's name; the next action begins a new writer"
        )
      ]
    }
    return [.ok(name, "this home writes as \(found.writer)")]
  }

  private func zone(
    _ transaction: borrowing ReadTransaction
  ) throws -> [Finding] {
    let settings = try journal.projections.journalSettings(in: transaction)
    guard let problem = settings.timeZoneProblem() else {
      return [.ok("zone", settings.timeZone)]
    }
    return [
      .warning(
        "zone",
        "\(problem); days are those of "
          + settings.calendar().zone.identifier,
        remedy: "plantguide settings set timeZone Europe/Paris")
    ]
  }

  /// All of the chains, or only their ends.
  private func chain(
    _ transaction: borrowing ReadTransaction
  ) throws -> [Finding] {
    let name = "chain"
    guard isFull else {
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
        .ok(name, "the ends of \(Phrase.count(tips, "chain")) are whole")
      ]
    }
    let result = try journal.log.verify(in: transaction)
    guard let first = result.problems.first else {
      return [
        .ok(
          name,
          "\(Phrase.count(result.events, "event")), all as they were written")
      ]
    }
    return [
      .problem(
        name,
        "\(Phrase.count(result.problems.count, "damaged event")), the first "
          + "is event \(first.event.sequence) of writer \(first.event.writer)",
        remedy: "restore a backup", .damagedData)
    ]
  }

  /// What is folded, compared with what folding everything again gives.
  private func folds(
    _ transaction: borrowing ReadTransaction
  ) throws -> [Finding] {
    let name = "folds"
    guard
      try journal.meta(in: transaction)?.reducerVersion
        == Journal.reducerVersion
    else {
      return [
        .note(
          name, "they are of another version; the next command folds again",
          remedy: "plantguide log rebuild")
      ]
    }
    guard isFull else { return [] }
    let different = try FoldComparison.differences(of: journal)
    guard different.isEmpty else {
      return [
        .problem(
          name,
          "what is folded is not what the events give: "
            + different.joined(separator: ", "),
          remedy: "plantguide log rebuild", .damagedData)
      ]
    }
    return [.ok(name, "folding everything again gives the same")]
  }
}
