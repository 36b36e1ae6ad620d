internal import JournalEvents
internal import JournalLog

/// The events of one writer that a remote holds: those that lead to any of its
/// tips and are held here.
struct RemoteCoverage {
  private let branches: WriterBranches
  /// The greatest sequence that the remote has on each branch, also through
  /// events that lead to other branches.
  private var ends: [Int: UInt64] = [:]
  private var tipsByBranch: [Int: EventReference] = [:]

  /// - Parameters:
  ///   - tips: The tips, which must be held.
  ///   - branches: The branches of the writer.
  init(tips: [EventReference], branches: WriterBranches) {
    self.branches = branches
    for tip in tips { add(tip) }
  }

  /// The last events up to which the remote has everything.
  var tips: [EventReference] { tipsByBranch.values.sorted() }

  /// Returns the sequence of the last event of the chain to `tip` that the
  /// remote has; 0 for none.
  func reach(towards tip: EventReference) -> UInt64 {
    var branch = branches.branch(of: tip)
    var last = tip.sequence
    while true {
      if let end = ends[branch] { return min(end, last) }
      guard let origin = branches.origin(of: branch) else { return 0 }
      (branch, last) = origin
    }
  }

  /// Adds a run of the remote, if it continues earlier runs. Runs must be added
  /// in the order of their first events.
  mutating func add(_ run: SegmentRun) {
    if run.first <= reach(towards: run.tip) + 1 { add(run.tip) }
  }

  private mutating func add(_ tip: EventReference) {
    var branch = branches.branch(of: tip)
    guard ends[branch] ?? 0 < tip.sequence else { return }
    ends[branch] = tip.sequence
    tipsByBranch[branch] = tip
    // The remote also holds all events that lead there.
    while let origin = branches.origin(of: branch),
      ends[origin.branch] ?? 0 < origin.sequence
    {
      (branch, ends[origin.branch]) = origin
      tipsByBranch[branch] = nil
    }
  }
}
