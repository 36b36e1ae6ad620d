internal import JournalEvents
internal import JournalLog

/// Which events of one writer a remote holds, as far as they are held here:
/// those that lead to any of its tips.
struct RemoteCoverage {
  private let branches: WriterBranches
  /// The greatest sequence that the remote has on each branch; of events that
  /// lead to others, too.
  private var ends: [Int: UInt64] = [:]
  private var tipsByBranch: [Int: EventReference] = [:]

  /// - Parameters:
  ///   - tips: The tips, which must be held.
  ///   - branches: Those of the writer.
  init(tips: [EventReference], branches: WriterBranches) {
    self.branches = branches
    for tip in tips { add(tip) }
  }

  /// The events up to which the remote has all.
  var tips: [EventReference] { tipsByBranch.values.sorted() }

  /// The sequence of the last event of the chain to `tip` that the remote has;
  /// 0 for none.
  func reach(towards tip: EventReference) -> UInt64 {
    var branch = branches.branch(of: tip)
    var last = tip.sequence
    while true {
      if let end = ends[branch] { return min(end, last) }
      guard let origin = branches.origin(of: branch) else { return 0 }
      (branch, last) = origin
    }
  }

  /// Notes a run that the remote has, if that continues what it has before.
  /// Runs come by their first events.
  mutating func add(_ run: SegmentRun) {
    if run.first <= reach(towards: run.tip) + 1 { add(run.tip) }
  }

  private mutating func add(_ tip: EventReference) {
    var branch = branches.branch(of: tip)
    guard ends[branch] ?? 0 < tip.sequence else { return }
    ends[branch] = tip.sequence
    tipsByBranch[branch] = tip
    // All that leads there is held as well.
    while let origin = branches.origin(of: branch),
      ends[origin.branch] ?? 0 < origin.sequence
    {
      (branch, ends[origin.branch]) = origin
      tipsByBranch[branch] = nil
    }
  }
}
