public import JournalEvents
public import JournalTime

// Tests read best with days and instants as they are written. A slip in such
// a text is the test's own fault and ends the run.

/// The day that `text` names, `YYYY-MM-DD`.
public func day(_ text: String) -> Day {
  guard let day = Day(text) else {
    preconditionFailure("'\(text)' is no day")
  }
  return day
}

/// The instant that `text` names in RFC 3339; a date alone means its noon in
/// UTC.
public func instant(_ text: String) -> OffsetInstant {
  let full = text.utf8.count == 10 ? text + "T12:00:00Z" : text
  guard let instant = OffsetInstant(full) else {
    preconditionFailure("'\(text)' is no instant")
  }
  return instant
}

/// The place of an event with this number, which sorts after those with lower
/// ones.
public func position(_ number: UInt64) -> LogPosition {
  guard let stamp = Stamp(milliseconds: number, counter: 0) else {
    preconditionFailure("\(number) is no stamp")
  }
  return LogPosition(
    of: EventReference(writer: id(1), sequence: number, hashPrefix: 0),
    at: stamp)
}

/// The id whose last byte is `number`, for ids that need only differ.
public func id<ID: UniqueID>(_ number: UInt8) -> ID {
  ID(
    bits: UUIDBits(
      high: 0x4000, low: 0x8000_0000_0000_0100 | UInt64(number)))
}
