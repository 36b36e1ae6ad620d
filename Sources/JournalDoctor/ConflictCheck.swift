internal import ErrorKit
internal import JournalCare
internal import JournalEvents
internal import JournalLog
internal import JournalProjections
public import JournalQueries
internal import LMDBKit

/// Reports conflicts between replicas: forked chains, merged journals and
/// shared names. Nothing is lost, but a person may have to decide.
struct ConflictCheck {
  let journal: Journal

  func findings(
    in transaction: borrowing ReadTransaction
  ) throws -> [Finding] {
    let findings =
      try forks(transaction) + journals(transaction) + names(transaction)
    return findings.isEmpty ? [.ok(.conflicts, "none")] : findings
  }

  private func forks(
    _ transaction: borrowing ReadTransaction
  ) throws -> [Finding] {
    try journal.log.vector(in: transaction)
      .filter(\.tips.isForked).map { writer, _ in
        .note(
          .conflicts,
          "writer \(writer) has written in two places; both branches are kept")
      }
  }

  private func journals(
    _ transaction: borrowing ReadTransaction
  ) throws -> [Finding] {
    let ids = try journal.projections.journalIDs(in: transaction)
    guard ids.count > 1 else { return [] }
    return [
      .note(.conflicts, "\(ids.count) journals were merged into this one")
    ]
  }

  /// Reports names that several plants or several rooms share.
  func names(
    _ transaction: borrowing ReadTransaction
  ) throws -> [Finding] {
    try nicknames(transaction) + rooms(transaction)
  }

  private func rooms(
    _ transaction: borrowing ReadTransaction
  ) throws -> [Finding] {
    let rooms = try journal.projections.roomList(in: transaction).rooms
    let shared = Dictionary(grouping: rooms) { $0.name.foldedName }
      .filter { $0.value.count > 1 }
    return shared.sorted { $0.key < $1.key }.map { _, rooms in
      let ids = rooms.map { ShortID.text(of: $0.id) }.sorted()
      return .warning(
        .conflicts,
        "\(rooms.count) rooms are called '\(rooms[0].name)': "
          + ids.joined(separator: ", "),
        .renameRoom(shortID: ids[0], orMerge: ids[1]))
    }
  }

  private func nicknames(
    _ transaction: borrowing ReadTransaction
  ) throws -> [Finding] {
    var holders: [String: [PlantID]] = [:]
    try journal.projections.nameIndex.forEachEntry(
      withPrefix: "", in: [.nickname], transaction
    ) { entry in
      if !entry.isRemoved {
        holders[entry.folded, default: []].append(entry.plant)
      }
      return true
    }
    let shared = holders.filter { $0.value.count > 1 }
    var findings: [Finding] = []
    for (_, plants) in shared.sorted(by: { $0.key < $1.key }) {
      var found: [(id: String, profile: PlantAdded)] = []
      for plant in plants {
        let state = try journal.projections.plant(plant, in: transaction)
        guard let profile = state?.profile else { continue }
        found.append((ShortID.text(of: plant), profile))
      }
      found.sort { $0.id < $1.id }
      guard let first = found.first else { continue }
      let list = found.map { "\($0.id) (\($0.profile.scientificName))" }
      findings.append(
        .warning(
          .conflicts,
          "\(plants.count) plants have the nickname '\(first.profile.nickname ?? "")': "
            + list.joined(separator: ", "),
          .renamePlant(
            shortID: first.id, orMerge: found.dropFirst().first?.id)))
    }
    return findings
  }
}

extension CareJournal {
  /// Returns a finding for each name that several plants or several rooms
  /// share. Users of such a name are asked which plant or room they mean.
  ///
  /// - Throws: An error of the journal.
  /// - Complexity: O(*n*) for *n* nicknames and rooms.
  public func nameConflicts() throws -> [Finding] {
    try read {
      try ConflictCheck(journal: $0.journal).names($0.transaction)
    }
  }
}
