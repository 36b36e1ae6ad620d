internal import JournalEvents
internal import JournalLog
internal import LMDBKit

/// Which events of one writer a remote holds, as far as they are held here:
/// those that lead to any of its tips.
struct RemoteCoverage {
  private(set) var tips: [EventReference]

  /// The sequence of the last event of the chain to `tip` that the remote has;
  /// 0 for none.
  func reach(
    towards tip: EventReference, in log: EventLog,
    _ transaction: borrowing some Transaction
  ) throws -> UInt64 {
    var reach: UInt64 = 0
    for held in tips {
      let shared = try log.commonAncestor(of: held, tip, in: transaction)
      reach = max(reach, shared?.sequence ?? 0)
    }
    return reach
  }

  /// Notes a run that the remote has, and says whether that continues what it
  /// has before. Runs come by their first events.
  @discardableResult
  mutating func add(
    _ run: SegmentRun, in log: EventLog,
    _ transaction: borrowing some Transaction
  ) throws -> Bool {
    let reach = try reach(towards: run.tip, in: log, transaction)
    guard run.first <= reach + 1 else { return false }
    guard run.last > reach else { return true }
    var kept: [EventReference] = []
    for held in tips
    where try log.commonAncestor(of: held, run.tip, in: transaction) != held {
      kept.append(held)
    }
    tips = kept + [run.tip]
    return true
  }
}
