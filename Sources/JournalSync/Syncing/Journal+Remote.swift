internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import LMDBKit

/// What a journal and a remote have of each other, whatever the remote is.
extension Journal {
  typealias Tips = [WriterID: [EventReference]]

  /// Whether all these events are held: some are not after a restore.
  func holds(_ tips: Tips) throws -> Bool {
    try read { transaction in
      for tip in tips.values.joined()
      where try !log.contains(tip, in: transaction) { return false }
      return true
    }
  }

  /// What a remote lacks that holds the events up to these tips: the chains to
  /// events, from sequences. Writers with erased events come last, so that what
  /// erased these is there before, as far as that can be.
  func lacking(
    in tips: Tips, by chains: EventChains
  ) throws -> [(from: UInt64, to: EventReference)] {
    try read { transaction in
      var lacking: [(from: UInt64, to: EventReference)] = []
      var withErasures: [(from: UInt64, to: EventReference)] = []
      for (writer, held) in try log.vector(in: transaction) {
        // Of two branches, the second need not bring what both have.
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

  /// How many events a remote lost, of which `known` were the tips and `tips`
  /// are left, by writer. All must be held here.
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
