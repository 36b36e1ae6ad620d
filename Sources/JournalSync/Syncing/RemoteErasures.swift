internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import LMDBKit

/// The progress of erasures towards a remote, as far as it is known here.
public struct RemoteErasures: Sendable, Hashable {
  /// The number of erased events in this journal.
  public package(set) var count = 0
  /// The number of erasures that the remote is not known to hold. A peer that
  /// holds one has erased its own copy; a store only passes it on.
  public package(set) var unheard = 0
  /// The number of erased events whose contents a store may still hold; `nil`
  /// for a peer.
  public package(set) var remaining: Int?

  /// Creates the state without any erasures.
  package init(isStore: Bool) { remaining = isStore ? 0 : nil }
}

extension Journal {
  /// Returns the progress of erasures towards a remote.
  ///
  /// - Complexity: O(*n*) for *n* events of the journal's own stream, if
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
      // An erasure may name an event that cannot be erased or never arrived.
      try !state.clean.contains(erasure.event)
        && log.event(erasure.event, in: transaction)?.header.isErasable == true
        && isThere(erasure.event, in: transaction)
    }
    // Damaged objects there may hold more than the known tips lead to.
    found.remaining = max(remaining, state.uncleanCount)
    return found
  }
}

extension RemoteCoverage {
  /// Creates the coverage of a writer that a remote is known to have.
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
