internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import LMDBKit

/// The events that a journal and a remote have of each other.
extension Journal {
  typealias Tips = [WriterID: [EventReference]]

  /// Returns whether the journal holds all these events; after a restore, it
  /// may lack some.
  func holds(_ tips: Tips) throws -> Bool {
    try read { transaction in
      for tip in tips.values.joined()
      where try !log.contains(tip, in: transaction) { return false }
      return true
    }
  }

  /// Returns the events that a remote with these tips lacks: their chains' last
  /// events, and the first missing sequences. Writers with erased events come
  /// last, so that the erasing events precede them if possible.
  func lacking(
    in tips: Tips, by chains: EventChains
  ) throws -> [(from: UInt64, to: EventReference)] {
    try read { transaction in
      var lacking: [(from: UInt64, to: EventReference)] = []
      var withErasures: [(from: UInt64, to: EventReference)] = []
      for (writer, held) in try log.vector(in: transaction) {
        // The second of two branches need not bring their common events.
        var coverage = RemoteCoverage(
          tips: tips[writer] ?? [],
          branches: try chains.branches(of: writer, in: transaction))
        var runs: [(from: UInt64, to: EventReference)] = []
        for tip in held.tips.map({ $0.reference(of: writer) }) {
          let reach = coverage.reach(towards: tip)
          guard reach < tip.sequence,
            let run = SegmentRun(first: reach + 1, tip: tip)
          else { continue }
          runs.append((run.first, tip))
          coverage.add(run)
        }
        var isErased = false
        try projections.forEachErasure(
          from: runs.map(\.from).min() ?? 0, of: writer, in: transaction
        ) { _ in
          isErased = true
          return false
        }
        if isErased { withErasures += runs } else { lacking += runs }
      }
      return lacking + withErasures
    }
  }

  /// Returns the numbers of events that a remote has lost, by writer, if its
  /// tips were `known` and are `tips` now. The journal must hold all of them.
  func lost(
    from known: Tips, leaving tips: Tips, by chains: EventChains
  ) throws -> [WriterID: UInt64] {
    try read { transaction in
      var lost: [WriterID: UInt64] = [:]
      for (writer, held) in known {
        let coverage = RemoteCoverage(
          tips: tips[writer] ?? [],
          branches: try chains.branches(of: writer, in: transaction))
        for tip in held {
          let reach = coverage.reach(towards: tip)
          guard reach < tip.sequence else { continue }
          lost[writer, default: 0] += tip.sequence - reach
        }
      }
      return lost
    }
  }
}
