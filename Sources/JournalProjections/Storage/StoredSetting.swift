internal import Encodings
internal import JournalEvents
internal import JournalLog

/// A setting's value and the place of the event that set it: the later of
/// two events wins, whichever arrives first.
struct StoredSetting: Hashable {
  let value: SettingValue
  let position: LogPosition

  var stored: [UInt8] {
    var writer = CBORWriter(capacity: 80)
    writer.array(2)
    switch value {
    case .text(let text): writer.text(text)
    case .bool(let value): writer.bool(value)
    case .integer(let value): writer.integer(value)
    case .null: writer.null()
    }
    writer.position(position)
    return SealedValue.seal(writer.bytes)
  }

  init(value: SettingValue, position: LogPosition) {
    self.value = value
    self.position = position
  }

  init(stored: RawSpan) throws {
    self = try SealedValue.open(stored, in: ProjectionDatabase.settings) {
      content in
      var reader = CBORReader(content)
      _ = try reader.array()
      return StoredSetting(
        value: try Self.value(from: &reader),
        position: try reader.position())
    }
  }

  private static func value(
    from reader: inout CBORReader
  ) throws -> SettingValue {
    if reader.readNull() { return .null }
    return switch try reader.peekMajor() {
    case 3: .text(try reader.text())
    case 7: .bool(try reader.bool())
    default: .integer(try reader.integer())
    }
  }
}

/// A journal that was created, and where its creation stands.
struct StoredJournal: Hashable {
  let timeZone: String
  let position: LogPosition

  var stored: [UInt8] {
    var writer = CBORWriter(capacity: 80)
    writer.array(2)
    writer.text(timeZone)
    writer.position(position)
    return SealedValue.seal(writer.bytes)
  }

  init(timeZone: String, position: LogPosition) {
    self.timeZone = timeZone
    self.position = position
  }

  init(stored: RawSpan) throws {
    self = try SealedValue.open(stored, in: ProjectionDatabase.journals) {
      content in
      var reader = CBORReader(content)
      _ = try reader.array()
      return StoredJournal(
        timeZone: try reader.text(), position: try reader.position())
    }
  }
}

/// What was last said about an action's undoing, and where.
struct StoredUndoing: Hashable {
  let isUndone: Bool
  let position: LogPosition

  var stored: [UInt8] {
    var writer = CBORWriter(capacity: 64)
    writer.array(2)
    writer.bool(isUndone)
    writer.position(position)
    return SealedValue.seal(writer.bytes)
  }

  init(isUndone: Bool, position: LogPosition) {
    self.isUndone = isUndone
    self.position = position
  }

  init(stored: RawSpan) throws {
    self = try SealedValue.open(stored, in: ProjectionDatabase.undone) {
      content in
      var reader = CBORReader(content)
      _ = try reader.array()
      return StoredUndoing(
        isUndone: try reader.bool(), position: try reader.position())
    }
  }
}
