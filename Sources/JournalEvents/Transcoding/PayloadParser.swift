public import Encodings
public import ErrorKit
public import JournalTime

/// Why a field of JSON input cannot become a payload's.
public struct FieldError: DescribedError, Sendable, Hashable {
  /// The field's name.
  public let field: String
  /// What is wrong with it, as the end of a sentence.
  public let reason: String

  /// Creates an error.
  public init(_ field: String, _ reason: String) {
    self.field = field
    self.reason = reason
  }

  public var facts: ErrorFacts {
    .init(.invalidInput, "field '\(field)' \(reason)")
  }
}

/// Makes a typed payload of JSON input, which people and programs write by
/// hand and which may therefore be wrong in every field.
public struct PayloadParser {
  /// Finds the plant that an id or a name means.
  public let plant: (String) throws -> PlantID
  /// Finds the room that an id or a name means.
  public let room: (String) throws -> RoomID

  /// Creates a parser that resolves names through the closures, which throw
  /// where a name means nothing or too much.
  public init(
    plant: @escaping (String) throws -> PlantID,
    room: @escaping (String) throws -> RoomID
  ) {
    self.plant = plant
    self.room = room
  }

  /// The payload of `type` with the fields of `members`.
  ///
  /// - `members`: The payload's fields, and only those.
  /// - `at`: What `at` is where the input leaves it out.
  /// - `defaults`: Fields of the payload that the input may leave out.
  public func payload(
    of type: EventType, members: [JSONValue.Member], at: OffsetInstant,
    defaults: [CBORItem.Pair] = []
  ) throws -> EventPayload {
    var pairs = try pairs(of: members, among: type.fields) { name in
      FieldError(name, "is not a field of \(type.rawValue)")
    }
    let given = [CBORItem.Pair("at", .text(at.description))] + defaults
    for pair in given where !pairs.contains(where: { $0.key == pair.key }) {
      pairs.append(pair)
    }
    try Self.checkPresence(of: type.fields, in: pairs)
    let map = CBORItem.map(pairs).encoded
    return try EventPayload(map: map.span.bytes, type: type)
  }

  /// The pairs that JSON members become.
  private func pairs(
    of members: [JSONValue.Member], among fields: [PayloadField],
    unknown: (String) -> FieldError
  ) throws -> [CBORItem.Pair] {
    var pairs: [CBORItem.Pair] = []
    for member in members {
      guard let field = fields.first(where: { $0.name == member.name }) else {
        throw unknown(member.name)
      }
      if case .null = member.value {
        if field.null == .absence { continue }
        guard field.isNullable else {
          throw FieldError(field.name, "must not be null")
        }
      }
      pairs.append(.init(field.name, try item(member.value, for: field)))
    }
    return pairs
  }

  private static func checkPresence(
    of fields: [PayloadField], in pairs: [CBORItem.Pair]
  ) throws {
    for field in fields where field.isRequired {
      guard pairs.contains(where: { $0.key == field.name }) else {
        throw FieldError(field.name, "is missing")
      }
    }
  }

  private func item(
    _ value: JSONValue, for field: PayloadField
  ) throws -> CBORItem {
    if case .null = value { return .null }
    switch (field.form, value) {
    case (.text(let limit), .string(let text)):
      return try checked(text, in: field, 1...limit)
    case (.optionalName, .string(let text)):
      return try checked(text, in: field, 0...FieldForm.nameLimit)
    case (.names, .array(let items)):
      return try names(items, in: field)
    case (.plant, .string(let text)):
      return .bytes(try plant(text).bytes)
    case (.room, .string(let text)):
      return .bytes(try room(text).bytes)
    case (.bool, .bool(let value)):
      return .bool(value)
    case (.integer(let range), .integer(let value)):
      return try checked(value, in: field, range)
    case (.fraction, .integer(let value)):
      return try fraction(Double(value), in: field)
    case (.fraction, .number(let value)):
      return try fraction(value, in: field)
    case (.months, .array(let items)):
      return try months(items, in: field)
    case (.seasons, .object(let members)):
      return try seasons(members, in: field)
    case (.object(let fields), .object(let members)):
      return try object(members, fields, in: field)
    case (.objects(let fields), .array(let items)):
      return try objects(items, fields, in: field)
    case (.setting, _):
      return try setting(value, in: field)
    case (_, .string(let text)):
      return try formatted(text, in: field)
    default:
      throw FieldError(
        field.name,
        "must be \(field.form.expectation), not \(value.kindDescription)")
    }
  }

  private func formatted(
    _ text: String, in field: PayloadField
  ) throws -> CBORItem {
    let item: CBORItem? =
      switch field.form {
      case .instant: OffsetInstant(text).map { .text($0.description) }
      case .day: Day(text).map { .text($0.description) }
      case .time: TimeOfDay(text).map { .text($0.description) }
      case .id: TaskID(text).map { .bytes($0.bytes) }
      case .hash: EventHash(text).map { .bytes($0.bytes) }
      case .kind: TaskKind(text).map { .text($0.name) }
      case .choice(let choices): choices.contains(text) ? .text(text) : nil
      case .amount: WateringAmount.isAmount(text) ? .text(text) : nil
      default: nil
      }
    guard let item else {
      throw FieldError(field.name, "must be \(field.form.expectation)")
    }
    return item
  }

  private func checked(
    _ text: String, in field: PayloadField, _ range: ClosedRange<Int>
  ) throws -> CBORItem {
    let count = text.utf8.count
    if count < range.lowerBound {
      throw FieldError(field.name, "must not be empty")
    }
    guard count <= range.upperBound else {
      throw FieldError(
        field.name,
        "is \(count) bytes long; at most \(range.upperBound) are kept")
    }
    return .text(text)
  }

  private func checked(
    _ value: Int64, in field: PayloadField, _ range: ClosedRange<Int>
  ) throws -> CBORItem {
    guard let exact = Int(exactly: value), range.contains(exact) else {
      throw FieldError(
        field.name, "must be \(field.form.expectation), not \(value)")
    }
    return .integer(value)
  }

  private func fraction(
    _ value: Double, in field: PayloadField
  ) throws -> CBORItem {
    guard (0...1).contains(value) else {
      throw FieldError(field.name, "must be from 0 to 1")
    }
    return .float(value)
  }

  private func names(
    _ items: [JSONValue], in field: PayloadField
  ) throws -> CBORItem {
    guard items.count <= FieldForm.listLimit else {
      throw FieldError(
        field.name, "has more than \(FieldForm.listLimit) entries")
    }
    return .array(
      try items.map { item in
        guard case .string(let text) = item else {
          throw FieldError(field.name, "must be a list of texts")
        }
        return try checked(text, in: field, 1...FieldForm.nameLimit)
      })
  }

  private func months(
    _ items: [JSONValue], in field: PayloadField
  ) throws -> CBORItem {
    var previous: Int64 = 0
    for item in items {
      guard case .integer(let month) = item, month > previous, month <= 12
      else {
        throw FieldError(field.name, "must be months 1 to 12, ascending")
      }
      previous = month
    }
    guard previous > 0 else {
      throw FieldError(field.name, "must name a month")
    }
    return .array(
      items.compactMap { item in
        guard case .integer(let month) = item else { return nil }
        return .integer(month)
      })
  }

  private func seasons(
    _ members: [JSONValue.Member], in field: PayloadField
  ) throws -> CBORItem {
    guard !members.isEmpty else {
      throw FieldError(field.name, "must name a season")
    }
    return .map(
      try members.map { member in
        guard Season(rawValue: member.name) != nil else {
          throw FieldError(
            field.name,
            "names '\(member.name)'; the seasons are spring, summer, autumn and winter"
          )
        }
        guard case .integer(let days) = member.value,
          (1...Int64(ScheduleSet.maximumInterval)).contains(days)
        else {
          throw FieldError(
            field.name,
            "must give \(member.name) 1 to \(ScheduleSet.maximumInterval) days")
        }
        return .init(member.name, .integer(days))
      })
  }

  private func object(
    _ members: [JSONValue.Member], _ fields: [PayloadField],
    in field: PayloadField
  ) throws -> CBORItem {
    let pairs: [CBORItem.Pair]
    do {
      pairs = try self.pairs(of: members, among: fields) { name in
        FieldError(name, "is none of \(fields.names)")
      }
      try Self.checkPresence(of: fields, in: pairs)
    } catch let error as FieldError {
      throw FieldError("\(field.name).\(error.field)", error.reason)
    }
    guard !pairs.isEmpty else {
      throw FieldError(field.name, "must not be empty")
    }
    return .map(pairs)
  }

  private func objects(
    _ items: [JSONValue], _ fields: [PayloadField], in field: PayloadField
  ) throws -> CBORItem {
    guard items.count <= FieldForm.listLimit else {
      throw FieldError(
        field.name, "has more than \(FieldForm.listLimit) entries")
    }
    return .array(
      try items.map { item in
        guard case .object(let members) = item else {
          throw FieldError(field.name, "must be a list of objects")
        }
        return try object(members, fields, in: field)
      })
  }

  private func setting(
    _ value: JSONValue, in field: PayloadField
  ) throws -> CBORItem {
    switch value {
    case .string(let text):
      return try checked(text, in: field, 0...FieldForm.nameLimit)
    case .bool(let value): return .bool(value)
    case .integer(let value): return .integer(value)
    default:
      throw FieldError(
        field.name, "must be a text, true, false, a whole number or null")
    }
  }
}
