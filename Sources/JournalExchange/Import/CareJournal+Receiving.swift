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

/// A request to receive existing events of this journal, or of a copy of it, as
/// the lines of `EventExport`.
public struct ReceiveRequest {
  /// Begins to read the lines; called for every reading.
  public var lines: () throws -> ByteSource
  /// A Boolean value that indicates whether events of another journal may join.
  public var isMerging: Bool
  /// The number of bytes of the lines, if known.
  public var byteCount: Int?
  /// The number of events to store at once. Each batch is independent.
  public var batch = 1 << 16
  /// Receives the number of bytes read.
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
  /// Receives events in batches, each of which is stored whole or not at all.
  /// Events that are held already are skipped, so after an interruption the
  /// same request takes the rest.
  ///
  /// A batch is stored once its events are known to belong here.
  ///
  /// - Returns: ``Change/received(_:)``.
  /// - Throws: `LineError` for a line without an event, or with one that does
  ///   not continue its writer's chain; `JournalError` for the events of
  ///   another journal.
  public func receive(
    _ request: ReceiveRequest, _ mode: ActionMode = .commit
  ) throws -> Receipt {
    var lines = JSONLines(try request.lines())
    var events = ReceivedEvents()
    var journals: Set<JournalID> = []
    var held: [WriterID: UInt64] = [:]
    // The news of the current batch, which may have to be read again.
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
    /// Returns about how many events come after the next batch. If they are
    /// many, plants need not be stored with each batch.
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
    // The events are stored, even if nothing can be read by now.
    var receipt =
      (try? read {
        Receipt(mode: mode, units: $0.settings.units, today: $0.today)
      })
      ?? Receipt(
        mode: mode, units: .metric,
        today: TimeZoneRules.utc.localDay(of: now))
    if mode == .commit, events.news.values.contains(where: \.setsFields) {
      // The exporter of the lines had seen this home's events among them.
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

  /// The maximum length of an event's line, in most exports.
  private static var lineLength: Int { 1_000 }
}
