internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import LMDBKit

/// What a remote is known to have heard of what is erased here.
public struct RemoteErasures: Sendable, Hashable {
  /// How many events are erased in this journal.
  public package(set) var count = 0
  /// Of how many the remote is not known to hold what erased them. A peer that
  /// holds it has erased its own copy; a store only hands it on.
  public package(set) var unheard = 0
  /// Of how many a store may still hold what they said; `nil` for a peer.
  public package(set) var remaining: Int?

  /// Creates what is known where nothing is erased.
  package init(isStore: Bool) { remaining = isStore ? 0 : nil }
}

extension Journal {
  /// What a remote has heard of what is erased here.
  ///
  /// - Complexity: O(*n*) for *n* events of the journal's own stream, where
  ///   anything is erased.
  func erasures(
    knownFrom state: RemoteState, isStore: Bool, by chains: EventChains,
    in transaction: borrowing some Transaction
  ) throws -> RemoteErasures {
    var found = RemoteErasures(isStore: isStore)
    guard try projections.erasureCount(in: transaction) > 0 else {
      return found
    }
    var coverages: [WriterID: RemoteCoverage] = [:]
    func isThere(
      _ event: EventReference, in transaction: borrowing some Transaction
    ) throws -> Bool {
      let coverage =
        try coverages[event.writer]
        ?? RemoteCoverage(
          of: event.writer, known: state, by: chains, log, in: transaction)
      coverages[event.writer] = coverage
      return coverage.reach(towards: event) == event.sequence
    }
    var isHeard: [Erasure: Bool] = [:]
    try log.forEachErasure(in: transaction) { erasure, event in
      guard isHeard[erasure] != true else { return }
      isHeard[erasure] = try isThere(event, in: transaction)
    }
    found.count = isHeard.count
    found.unheard = isHeard.values.count { !$0 }
    guard isStore else { return found }
    let remaining = try isHeard.keys.count { erasure in
      // What cannot be erased may be named nevertheless, and what never came.
      try !state.clean.contains(erasure.event)
        && log.event(erasure.event, in: transaction)?.header.isErasable == true
        && isThere(erasure.event, in: transaction)
    }
    // What is damaged there may hold more than leads anywhere.
    found.remaining = max(remaining, state.uncleanCount)
    return found
  }
}

extension RemoteCoverage {
  /// What a remote is known to hold of a writer.
  init(
    of writer: WriterID, known state: RemoteState, by chains: EventChains,
    _ log: EventLog, in transaction: borrowing some Transaction
  ) throws {
    self.init(
      tips: try (state.tips[writer] ?? [])
        .filter { try log.contains($0, in: transaction) },
      branches: try chains.branches(of: writer, in: transaction))
  }
}
