/// The form of a payload's field, in JSON and in CBOR.
public enum FieldForm: Sendable, Equatable {
  /// A text of 1 to `limit` bytes.
  case text(limit: Int)
  /// A text of 0 to 200 bytes.
  case optionalName
  /// A list of at most 50 texts of 1 to 200 bytes.
  case names
  /// An RFC 3339 date and time with an offset.
  case instant
  /// A date.
  case day
  /// A time of day.
  case time
  /// A one-off task's, journal's or writer's id: a UUID in JSON, bytes in
  /// CBOR.
  case id
  /// A plant: its id or, in JSON input, its name.
  case plant
  /// A room: its id or, in JSON input, its name.
  case room
  /// A hash: hexadecimal in JSON, bytes in CBOR.
  case hash
  /// A Boolean value.
  case bool
  /// A whole number.
  case integer(ClosedRange<Int>)
  /// A number, whole or not.
  case number(ClosedRange<Int>)
  /// A kind of care.
  case kind
  /// A text out of a fixed list.
  case choice([String])
  /// An amount of water.
  case amount
  /// The rhythm of a repeating task.
  case rhythm
  /// A list of months, ascending.
  case months
  /// An object of days per season.
  case seasons
  /// A text, truth value, whole number or null.
  case setting
  /// An object with at least one of these fields.
  case object([PayloadField])
  /// A list of at most 50 objects with these fields.
  case objects([PayloadField])

  /// The maximum length of a name, in bytes of UTF-8.
  public static let nameLimit = 200
  /// The maximum length of a note, in bytes of UTF-8.
  public static let noteLimit = 65_536
  /// The maximum number of names in a list.
  public static let listLimit = 50

  static let name = FieldForm.text(limit: nameLimit)
  static let note = FieldForm.text(limit: noteLimit)
}

/// A field of a payload.
public struct PayloadField: Sendable, Equatable {
  /// The field's name, the same in JSON and in CBOR.
  public let name: String
  /// The form of the field's value.
  public let form: FieldForm
  /// A Boolean value that indicates whether stored payloads always have the
  /// field.
  public let isRequired: Bool
  /// A Boolean value that indicates whether the field is required, but `append`
  /// supplies a missing one.
  public let isSupplied: Bool
  /// The meaning of `null` in the field.
  public let null: NullMeaning

  /// The meaning of `null` in place of a value.
  public enum NullMeaning: Sendable, Equatable {
    /// `null` is refused.
    case nothing
    /// `null` has the same effect as leaving the field out.
    case absence
    /// `null` is a stored value.
    case value
  }

  /// A Boolean value that indicates whether a stored payload may contain
  /// `null`.
  public var isNullable: Bool { null == .value }
}
extension FieldForm {
  /// The end of the message "must be …".
  var expectation: String {
    switch self {
    case .text, .optionalName, .plant, .room: "a text"
    case .names: "a list of strings"
    case .instant:
      "a date and time such as \"2026-03-08T18:20:00+01:00\""
    case .day: "a date such as \"2026-03-18\""
    case .time: "a time such as \"09:00\""
    case .id: "a UUID"
    case .hash: "64 hexadecimal digits"
    case .bool: "true or false"
    case .integer(let range) where range.upperBound == .max:
      "a whole number from \(range.lowerBound)"
    case .integer(let range):
      "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .number(let range):
      "a number from \(range.lowerBound) to \(range.upperBound)"
    case .kind:
      "a kind of care such as \"watering\" or one of your own ([a-z][A-Za-z0-9-]{0,31})"
    case .choice(let choices): "one of " + choices.joined(separator: ", ")
    case .amount:
      "light, moderate, thorough, soak or an amount such as \"250ml\""
    case .rhythm: "a number of days or months such as \"14d\" or \"3mo\""
    case .months: "a list of months 1 to 12"
    case .seasons: "an object of days per season"
    case .setting: "a text, true, false, a whole number or null"
    case .object(let fields): "an object of \(fields.names)"
    case .objects(let fields): "a list of objects of \(fields.names)"
    }
  }
}

extension [PayloadField] {
  var names: String {
    map(\.name).joined(separator: ", ")
  }
}
