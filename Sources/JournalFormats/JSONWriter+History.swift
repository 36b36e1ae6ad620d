public import Encodings
internal import JournalEvents
internal import JournalLog
internal import JournalProjections
public import JournalQueries
internal import JournalTime
internal import LMDBKit

extension JSONWriter {
  /// Writes an event with its header's fields by name and its payload.
  public mutating func historyEntry(_ entry: HistoryEntry) {
    let event = entry.event
    beginObject()
    name("header")
    header(event.header)
    name("hash")
    plain { event.hash.appendText(to: &$0) }
    name("undone")
    bool(entry.isUndone)
    if entry.isAmended { member("amended", true) }
    name("payload")
    PayloadTranscoder.write(
      payload: event.payloadBytes?.span.bytes, type: event.header.type,
      to: &self)
    endObject()
  }

  private mutating func header(_ header: EventHeader) {
    beginObject()
    name("version")
    integer(EventHeader.version)
    name("writer")
    plain { header.writer.appendText(to: &$0) }
    name("sequence")
    integer(header.sequence)
    name("previous")
    plain { header.previous.appendText(to: &$0) }
    name("stamp")
    beginArray()
    integer(header.stamp.milliseconds)
    integer(header.stamp.counter)
    endArray()
    name("recorded")
    OffsetInstant(instant: header.recorded, offsetMinutes: 0)
      .withUTF8 { string(utf8: $0) }
    name("action")
    integer(header.action)
    name("stream")
    plain { header.stream.appendText(to: &$0) }
    name("type")
    string(header.type)
    name("schema")
    integer(header.schema)
    name("payloadHash")
    plain { header.payloadHash.appendText(to: &$0) }
    endObject()
  }
}

extension CareJournal {
  /// Returns a reader of the events that this journal has written, as lines of
  /// JSON. Each call returns a page of about 32 KiB; `nil` after the last.
  ///
  /// Each call uses a short transaction, as a slow caller must not keep one
  /// open.
  public func writtenLines() throws -> () throws -> [UInt8]? {
    var actions = WrittenActions()
    actions.add(self)
    return try lines(of: actions)
  }

  /// Returns a reader of the events of actions, as ``writtenLines()`` does.
  package func lines(
    of actions: WrittenActions
  ) throws -> () throws -> [UInt8]? {
    let journal = try open(.readOnly)
    var actions = actions.references[...]
    return {
      guard !actions.isEmpty else { return nil }
      return try journal.read { transaction in
        var writer = JSONWriter(capacity: 1 << 16)
        while writer.bytes.count < 1 << 15, let action = actions.popFirst() {
          try journal.log.forEachEvent(of: action, in: transaction) { event in
            writer.historyEntry(
              HistoryEntry(event: event, action: action, isUndone: false))
            writer.newline()
          }
        }
        return writer.bytes
      }
    }
  }
}
