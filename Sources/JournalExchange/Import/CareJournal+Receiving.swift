public import Encodings
internal import ErrorKit
public import JournalActions
internal import JournalCare
internal import JournalEvents
internal import JournalFormats
internal import JournalProjections
public import JournalQueries
internal import JournalTime
internal import LMDBKit

/// Events that are written already, by this journal or a copy of it, as the
/// lines of `EventExport`.
public struct ReceiveRequest {
  /// Begins to read the lines; called again where they are read again.
  public var lines: () throws -> ByteSource
  /// A Boolean value that indicates whether events of another journal may join.
  public var isMerging: Bool
  /// How many bytes the lines have, where that is known.
  public var byteCount: Int?
  /// How many events are stored at once. Each batch stands for itself.
  public var batch = 1 << 16
  /// Is told how many bytes were read.
  public var progress: (Int) -> Void = { _ in }

  /// Creates a request.
  public init(
    isMerging: Bool = false, lines: @escaping () throws -> ByteSource
  ) {
    self.lines = lines
    self.isMerging = isMerging
  }
}

extension CareJournal {
  /// Takes over events, in batches of which each is stored whole or not at
  /// all. What is held already changes nothing, so whatever ended it, the same
  /// request takes the rest.
  ///
  /// A batch is stored once it is known that its events belong here.
  ///
  /// - Returns: ``Change/received(_:)``.
  /// - Throws: `LineError` for a line that holds no event, or one that does
  ///   not continue its writer's chain; `JournalError` for the events of
  ///   another journal.
  public func receive(
    _ request: ReceiveRequest, _ mode: ActionMode = .commit
  ) throws -> Receipt {
    var lines = JSONLines(try request.lines())
    var events = ReceivedEvents()
    var journals: Set<JournalID> = []
    var held: [WriterID: UInt64] = [:]
    // Of the batch at hand, which may have to be read again.
    var news: [WriterID: ReceivedNews] = [:]
    var count = 0
    var stored = 0
    func next(_ isRepeated: Bool) throws -> [UInt8]? {
      if isRepeated {
        lines = JSONLines(try request.lines())
        news = [:]
        count = 0
        while count < stored, try lines.next() != nil { count += 1 }
      }
      guard let line = try lines.next() else { return nil }
      count += 1
      request.progress(lines.offset)
      return try EventExport.read(line)
    }
    /// About how many events come after the next batch: where they are many,
    /// plants need not be stored with each.
    func later() -> UInt64 {
      guard mode == .commit, let bytes = request.byteCount else { return 0 }
      let length = count > 0 ? max(lines.offset / count, 1) : Self.lineLength
      return UInt64(max((bytes - lines.offset) / length - request.batch, 0))
    }
    func receive(into journal: Journal) throws -> ReceiveResult {
      try journal.receive(
        merging: request.isMerging, requiringJournal: true,
        isRehearsal: mode == .rehearse,
        limit: mode == .rehearse ? .max : max(request.batch, 1),
        expecting: later(), after: journals,
        noting: { news[$0.writer, default: ReceivedNews()].add($0, $1) }, next)
    }
    while true {
      do {
        let result =
          mode == .rehearse
          ? try rehearse(receive) : try receive(into: open(.readWrite))
        events.new += result.received
        events.duplicates += result.duplicates
        events.erased += result.erased
        held.merge(result.heldThrough, uniquingKeysWith: max)
        events.forkedWriters.formUnion(result.forkedWriters)
        for (writer, told) in news {
          events.news[writer, default: ReceivedNews()].add(told)
        }
        news = [:]
        journals = result.journals
        stored = count
        if mode == .commit, result.received > 0 {
          noteWriting(bringsEvents: true)
        }
        guard !result.isComplete else { break }
      } catch let error as LineError {
        throw LineError(
          line: error.line, underlying: error.underlying,
          outcome: stored > 0 ? .earlierTaken : error.outcome)
      } catch let error
        where error is FieldError || error is ReceiveError || stored > 0
      {
        throw LineError(
          line: lines.number, underlying: error,
          outcome: stored > 0 ? .earlierTaken : .noneWritten)
      }
    }
    // They are stored, whatever can be read by now.
    var receipt =
      (try? read {
        Receipt(mode: mode, units: $0.settings.units, today: $0.today)
      })
      ?? Receipt(
        mode: mode, units: .metric,
        today: TimeZoneRules.utc.localDay(of: now))
    if mode == .commit, events.news.values.contains(where: \.setsFields) {
      // Whoever exported the lines had seen those of this home among them.
      let lost = try? read { snapshot in
        try snapshot.lostEdits(in: events.news) {
          $1.sequence <= held[$1.writer] ?? 0
        }
      }
      events.lostEdits = lost ?? []
    }
    receipt.changes = [.received(events)]
    return receipt
  }

  /// How long a line of an event is at most, in most exports.
  private static var lineLength: Int { 1_000 }
}
