public import JournalEvents
internal import JournalLog
public import JournalTime
internal import LMDBKit
internal import Synchronization

/// The results that a long-lived program has folded from single streams. The one
/// of a stream is kept until an event changes it, because to fold all streams again
/// takes as long as the log.
///
/// Whatever could change the results of other streams, such as a setting, an undo
/// or an erasure, removes all.
public final class KeptFolds: Sendable {
  /// The question that results answer.
  public enum Question: Hashable, Sendable {
    /// The care of a plant on the days of a period, seen on a day.
    case audits(period: ClosedRange<Day>, today: Day, grace: Int)
    /// The names of a plant or a room over time.
    case names
    /// The places of a plant's events on the date of a day in earlier years.
    case anniversaries(before: Day)
  }

  /// The results of streams.
  public typealias Results = [StreamID: any Sendable]

  /// The results of a journal's file as of a commit.
  private struct Kept {
    let file: UInt64
    var commit: UInt64
    var tips: [WriterID: WriterTips]
    var results: [Question: Results] = [:]
    var size = 0
  }

  private let kept = Mutex<Kept?>(nil)

  /// The greatest size of all results: 8 MB of audits.
  private static let mostSize = 200_000
  /// The greatest number of new events that are looked at one by one.
  private static let mostEvents: UInt64 = 256

  /// Creates the keeper of nothing.
  public init() {}

  /// Returns the results that hold in a snapshot of the present.
  func results(
    answering question: Question, in snapshot: borrowing Snapshot
  ) throws -> Results {
    let file = try snapshot.journal.environment.dataFileInode
    let commit = snapshot.transaction.number
    return try kept.withLock { kept in
      guard var known = kept, known.file == file else {
        kept = Kept(file: file, commit: commit, tips: try Self.tips(snapshot))
        return [:]
      }
      // An older snapshot does not know what a newer one has seen.
      guard known.commit <= commit else { return [:] }
      if known.commit < commit {
        let tips = try Self.tips(snapshot)
        if let changed = try Self.streams(
          changedFrom: known.tips, to: tips, snapshot)
        {
          for question in known.results.keys {
            for stream in changed { known.results[question]?[stream] = nil }
          }
        } else {
          known.results = [:]
          known.size = 0
        }
        known.commit = commit
        known.tips = tips
        kept = known
      }
      return known.results[question] ?? [:]
    }
  }

  /// Keeps the result of a stream in a snapshot. Its size is the number of days, or
  /// of similar parts; once the sum is too large, all results are removed.
  func keep(
    _ result: any Sendable, of stream: StreamID, size: Int,
    answering question: Question, in snapshot: borrowing Snapshot
  ) {
    let commit = snapshot.transaction.number
    kept.withLock { kept in
      guard kept?.commit == commit, size <= Self.mostSize else { return }
      if let whole = kept?.size, whole + size > Self.mostSize {
        kept?.results = [:]
        kept?.size = 0
      }
      kept?.results[question, default: [:]][stream] = result
      kept?.size += size
    }
  }

  private static func tips(
    _ snapshot: borrowing Snapshot
  ) throws -> [WriterID: WriterTips] {
    Dictionary(
      uniqueKeysWithValues: try snapshot.log.vector(in: snapshot.transaction)
        .map { ($0.writer, $0.tips) })
  }

  /// Returns the streams that have events which were not there before; `nil` if
  /// the results of any stream may have changed.
  private static func streams(
    changedFrom old: [WriterID: WriterTips], to new: [WriterID: WriterTips],
    _ snapshot: borrowing Snapshot
  ) throws -> Set<StreamID>? {
    let chains = EventChains(of: snapshot.log)
    var changed: Set<StreamID> = []
    for (writer, tips) in new where old[writer] != tips {
      guard let tip = tips.tips.first, !tips.isForked,
        let before = old[writer], let last = before.tips.first,
        !before.isForked, last.sequence < tip.sequence,
        tip.sequence - last.sequence <= mostEvents
      else { return nil }
      var changesOne = true
      try chains.forEachEvent(
        from: last.sequence + 1, to: tip.reference(of: writer),
        in: snapshot.transaction
      ) { reference, bytes in
        let header = try VisitedEvent(bytes, stored: reference).header
        guard let type = header.knownType, type != .plantMerged,
          type != .roomMerged, type.subject != .journal || type == .writerNamed
        else {
          changesOne = false
          return false
        }
        changed.insert(header.stream)
        changed.insert(try snapshot.whole(of: header.stream))
        return true
      }
      guard changesOne else { return nil }
    }
    return changed
  }
}

extension Snapshot {
  /// Returns the kept results that answer a question; none without a keeper, of the
  /// past, or within an action.
  package func keptFolds(
    answering question: KeptFolds.Question
  ) throws -> KeptFolds.Results {
    guard asOf == nil, !isOfAction, let keeper = journal.keptFolds else {
      return [:]
    }
    return try keeper.results(answering: question, in: self)
  }

  /// Keeps the result of a stream, if there is a keeper.
  package func keep(
    _ result: any Sendable, of stream: StreamID, size: Int,
    answering question: KeptFolds.Question
  ) {
    guard asOf == nil, !isOfAction else { return }
    journal.keptFolds?.keep(
      result, of: stream, size: size, answering: question, in: self)
  }
}
