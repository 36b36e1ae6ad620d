internal import Encodings
internal import JournalEvents
internal import JournalTime

/// A row of a HortusFox table, as its backups hold it: an object whose numbers
/// and Booleans may be texts, depending on the database's driver.
struct HortusFoxEntry {
  /// The place in the backup: "plants/data.json, entry 7".
  let place: String
  private let members: [String: JSONValue]

  /// Creates an entry; `nil` if the value is no object.
  init?(_ value: JSONValue, place: String) {
    guard case .object(let members) = value else { return nil }
    self.place = place
    self.members = Dictionary(
      members.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
  }

  /// Returns the text of a column; `nil` if it is null or blank.
  func text(_ column: String) -> String? {
    let text: String? =
      switch members[column] {
      case .string(let text):
        // Characters that control a terminal are removed.
        String(
          text.unicodeScalars.filter {
            $0.properties.generalCategory != .control
              || ["\t", "\n", "\r"].contains($0)
          }
        ).trimmingSpaces
      case .integer(let value): String(value)
      case .number(let value): String(value)
      case .bool(let value): value ? "1" : "0"
      default: nil
      }
    return text.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns a note; throws if it is longer than notes may be.
  func note(_ column: String) throws(CellError) -> String? {
    guard let text = text(column) else { return nil }
    guard text.utf8.count <= FieldForm.noteLimit else {
      throw CellError(
        "'\(column)' is \(text.utf8.count) bytes long; "
          + "at most \(FieldForm.noteLimit) are kept")
    }
    return text
  }

  func isTrue(_ column: String) -> Bool {
    text(column).map { $0 != "0" } ?? false
  }

  /// Returns a date and time without a zone; `nil` also for the zero date,
  /// which databases keep in place of a missing one.
  func instant(
    _ column: String, in zone: TimeZoneRules
  ) throws(CellError) -> OffsetInstant? {
    guard let text = text(column), !text.hasPrefix("0000") else { return nil }
    guard let instant = LocalTimestamp.instant(text, in: zone) else {
      throw CellError("'\(column)' holds '\(text)', which is not a date")
    }
    return instant
  }

  /// Returns the times when HortusFox made and changed the row, if known, but
  /// not the days that its user typed.
  func times(in zone: TimeZoneRules) -> [OffsetInstant] {
    ["created_at", "updated_at", "last_edited_date", "history_date"]
      .compactMap { try? instant($0, in: zone) }
  }

  /// Returns the day of a date and time.
  func day(_ column: String) throws(CellError) -> Day? {
    guard let text = text(column), !text.hasPrefix("0000") else { return nil }
    guard let day = Day(String(text.prefix(10))) else {
      throw CellError("'\(column)' holds '\(text)', which is not a date")
    }
    return day
  }

  /// Returns the bits of an id derived from the row, so that a later import
  /// finds the result of the first; `nil` for a row without a number.
  func id(of table: String) -> UUIDBits? {
    guard let number = text("id") else { return nil }
    // Each installation numbers from 1, so the id needs more than that.
    let names = [text("name"), text("scientific_name")]
    let origin =
      text("created_at").map { "of \($0)" }
      ?? "called \(names.map { $0 ?? "" }.joined(by: ", "))"
    let name = Array("hortusfox \(table) \(number) \(origin)".utf8)
    let digest = EventHash(of: name.span.bytes).bytes
    // A UUID of version 8, whose form its maker defines (RFC 9562).
    var bytes = Array(digest.prefix(16))
    bytes[6] = bytes[6] & 0x0f | 0x80
    bytes[8] = bytes[8] & 0x3f | 0x80
    return PlantID(bytes: bytes.span.bytes)?.bits
  }
}
