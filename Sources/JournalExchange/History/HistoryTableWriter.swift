internal import Encodings
internal import JournalEvents
internal import JournalLog
public import JournalQueries
public import JournalTime

/// Writes a table of events, one a record: when, what, about which plant or
/// room, and all its fields as JSON.
public struct HistoryTableWriter {
  /// The names of the columns.
  static let columns = [
    "recorded", "at", "type", "subject", "subjectName", "kind", "note",
    "action", "undone", "payload",
  ]

  private let zone: TimeZoneRules
  private var writer = CSVWriter()

  /// Creates a writer and writes the names of the columns.
  ///
  /// - `zone`: The zone in which it is told when events were recorded.
  public init(zone: TimeZoneRules) {
    self.zone = zone
    writer.record(Self.columns)
  }

  /// The bytes written since they were last taken.
  public mutating func takeBytes() -> [UInt8] {
    defer { writer.removeAll() }
    return writer.bytes
  }

  /// Writes an event.
  ///
  /// - `subjectName`: The name of its plant or room; `nil` where it has none.
  public mutating func write(_ entry: HistoryEntry, subjectName: String?) {
    let header = entry.event.header
    let payload = entry.payload
    writer.record([
      zone.offsetInstant(of: header.recorded).description,
      payload?.at.description ?? "",
      FormulaGuard.guarded(header.type),
      header.stream == .journal ? "" : header.stream.description,
      FormulaGuard.guarded(subjectName ?? ""),
      payload?.body.kind?.name ?? "",
      FormulaGuard.guarded(payload?.note ?? ""),
      entry.action.shortID,
      entry.isUndone ? "true" : "false",
      json(of: entry),
    ])
  }

  private func json(of entry: HistoryEntry) -> String {
    var json = JSONWriter(capacity: 256)
    PayloadTranscoder.write(
      payload: entry.event.payloadBytes?.span.bytes,
      type: entry.event.header.type, to: &json)
    return json.text
  }
}
