internal import ErrorKit
internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import JournalTime
internal import LMDBKit

/// The check of every event: its type, and its clock.
struct EventCheck {
  let journal: Journal
  let now: Instant

  /// The time that a clock may be ahead without a report: a minute.
  private static let allowance: Int64 = 60_000

  func findings(
    in transaction: borrowing some Transaction
  ) throws -> [Finding] {
    var unknown: [String: Int] = [:]
    var unreadable = 0
    var erased = 0
    var fromFuture: [WriterID: Instant] = [:]
    let limit = Instant(milliseconds: now.milliseconds + Self.allowance)
    try journal.log.forEachEvent(.forward, in: transaction) { event, bytes in
      let header = event.header
      if !event.frame.hasPayload {
        // A payload missing without an erasure is damage, reported elsewhere.
        let isErased = try journal.projections.isErased(
          event, bytes, in: transaction)
        if isErased { erased += 1 }
      } else if header.knownType == nil {
        unknown[header.type, default: 0] += 1
      } else if event.payload(in: bytes) == nil {
        unreadable += 1
      }
      if header.recorded > limit {
        let latest = fromFuture[header.writer] ?? header.recorded
        fromFuture[header.writer] = max(latest, header.recorded)
      }
      return true
    }
    return types(unknown, unreadable, erased) + clocks(fromFuture)
      + (try stamps(transaction))
  }

  private func types(
    _ unknown: [String: Int], _ unreadable: Int, _ erased: Int
  ) -> [Finding] {
    let remedy: Remedy = "install the newer program"
    var findings = unknown.sorted { $0.key < $1.key }.map { type, count in
      Finding.note(
        .events,
        "\(count.of("event")) of type '\(type)', from a newer program, kept but not shown",
        remedy)
    }
    if unreadable > 0 {
      findings.append(
        .note(
          .events,
          "\(unreadable.of("event")) that this program cannot read, kept but not shown",
          remedy))
    }
    if findings.isEmpty {
      findings.append(.ok(.events, "all are of types that this program knows"))
    }
    if erased > 0 {
      findings.append(
        .note(.events, "\(erased.of("event")) whose payload was erased"))
    }
    if journal.home.mayHoldDroppedBytes {
      findings.append(
        .warning(
          .events,
          "the data file may still hold bytes of payloads that were erased",
          .compact))
    }
    return findings
  }

  private func clocks(_ fromFuture: [WriterID: Instant]) -> [Finding] {
    guard !fromFuture.isEmpty else {
      return [.ok(.clocks, "no event was recorded in the future")]
    }
    return fromFuture.sorted { $0.key < $1.key }.map { writer, latest in
      .warning(
        .clocks,
        "writer \(writer) recorded events up to \(latest.rfc3339), which is in the future",
        "set the clock of that machine")
    }
  }

  /// Reports stamps far ahead of the clock. Later events are then ordered by
  /// counting alone, and their stamps no longer show their times.
  private func stamps(
    _ transaction: borrowing some Transaction
  ) throws -> [Finding] {
    let day: Int64 = 86_400_000
    return try journal.log.vector(in: transaction).compactMap { writer, tips in
      guard let stamp = tips.latestStamp else { return nil }
      let ahead = Int64(stamp.milliseconds) - now.milliseconds
      guard ahead > day else { return nil }
      return .note(
        .clocks,
        "the events of writer \(writer) are \(ahead / day) days ahead; new events follow them in the order in which they are written"
      )
    }
  }
}
