internal import Encodings

/// An event's body, or an object within one, that declares its fields once.
///
/// The declaration drives all input and output: the stored bytes, the JSON of
/// `append` and the schemas. Each visitor is a type of its own, so that the
/// optimizer specializes the code for it.
protocol FieldGroup: Hashable, Sendable {
  /// Visits the fields in the order of their bytes, shorter names first
  /// (``Swift/String/precedesInCBOR(_:)``), and keeps the visitor's values.
  init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure)
}

/// A visitor of a group's fields; it may read from borrowed bytes.
typealias Fields<Group> = FieldVisitor<Group> & ~Escapable

/// Reads, writes or lists the fields of a group.
protocol FieldVisitor<Group>: ~Escapable {
  associatedtype Group
  associatedtype Failure: Error

  /// Visits a field. A writer takes its value from `value`: `keep` leaves the
  /// field out, and `clear` writes `null`.
  ///
  /// Returns only an edit that `presence` allows.
  mutating func visit<Codec: FieldCodec>(
    _ name: StaticString, _ codec: Codec, _ presence: FieldPresence,
    _ value: (Group) -> FieldEdit<Codec.Value>
  ) throws(Failure) -> FieldEdit<Codec.Value>

  /// Checks in new input that the optional fields make sense without the field
  /// `name`.
  mutating func expect(_ isSensible: Bool, without name: StaticString)
}

extension FieldVisitor where Self: ~Escapable {
  @inline(__always)
  mutating func expect(_ isSensible: Bool, without name: StaticString) {}
}

extension FieldVisitor where Self: ~Escapable {
  /// Visits a field that is always present.
  @inline(__always)
  mutating func required<Codec: FieldCodec>(
    _ name: StaticString, _ codec: Codec,
    _ presence: FieldPresence = .required, _ value: (Group) -> Codec.Value
  ) throws(Failure) -> Codec.Value {
    let given = try visit(name, codec, presence) { .set(value($0)) }
    guard case .set(let value) = given else {
      // `visit` returns only edits that the presence allows, and throws if a
      // reader misses the field. No value is therefore a mistake in this
      // module, which no input can cause.
      preconditionFailure("no value for the field \(name)")
    }
    return value
  }

  /// Visits a field that is left out if it has no value.
  @inline(__always)
  mutating func optional<Codec: FieldCodec>(
    _ name: StaticString, _ codec: Codec,
    _ presence: FieldPresence = .optional, _ value: (Group) -> Codec.Value?
  ) throws(Failure) -> Codec.Value? {
    try visit(name, codec, presence) { value($0).map { .set($0) } ?? .keep }
      .applied(to: nil)
  }

  /// Visits a field that is left out if its value is `standard`.
  @inline(__always)
  mutating func optional<Codec: FieldCodec>(
    _ name: StaticString, _ codec: Codec, else standard: Codec.Value,
    _ value: (Group) -> Codec.Value
  ) throws(Failure) -> Codec.Value {
    try optional(name, codec) { group in
      let value = value(group)
      return value == standard ? nil : value
    } ?? standard
  }

  /// Visits a field of an edit that cannot be cleared; `nil` keeps it.
  @inline(__always)
  mutating func kept<Codec: FieldCodec>(
    _ name: StaticString, _ codec: Codec, _ value: (Group) -> Codec.Value?
  ) throws(Failure) -> Codec.Value? {
    try optional(name, codec, .kept, value)
  }

  /// Visits a field that is always present and may be `null`.
  @inline(__always)
  mutating func nullable<Codec: FieldCodec>(
    _ name: StaticString, _ codec: Codec,
    _ presence: FieldPresence = .nullable, _ value: (Group) -> Codec.Value?
  ) throws(Failure) -> Codec.Value? {
    try visit(name, codec, presence) { value($0).map { .set($0) } ?? .clear }
      .applied(to: nil)
  }

  /// Visits a field of an edit: a missing field is kept, `null` clears.
  @inline(__always)
  mutating func edit<Codec: FieldCodec>(
    _ name: StaticString, _ codec: Codec,
    _ value: (Group) -> FieldEdit<Codec.Value>
  ) throws(Failure) -> FieldEdit<Codec.Value> {
    try visit(name, codec, .edit, value)
  }
}

/// The rules for a missing field and for `null`.
enum FieldPresence {
  case required
  /// Required, but `append` supplies a missing one.
  case supplied
  case optional
  /// As `optional`, but a stored `null`, which this program never writes, is
  /// read as a missing field.
  case lenient
  /// Optional; a missing field keeps its value.
  case kept
  case nullable
  case suppliedNullable
  case edit

  var isRequired: Bool {
    switch self {
    case .required, .supplied, .nullable, .suppliedNullable: true
    case .optional, .lenient, .kept, .edit: false
    }
  }

  var isSupplied: Bool { self == .supplied || self == .suppliedNullable }

  var readsNull: Bool { self == .lenient || null == .value }

  /// The meaning of `null` in JSON.
  var null: PayloadField.NullMeaning {
    switch self {
    case .required, .supplied, .kept: .nothing
    case .optional, .lenient: .absence
    case .nullable, .suppliedNullable, .edit: .value
    }
  }
}

/// The conversion of a field's value: its stored form, its JSON and its
/// description.
protocol FieldCodec {
  associatedtype Value: Hashable & Sendable

  /// The form of the field, for messages and schemas.
  var form: FieldForm { get }
  /// A sample value, to list the fields without a group.
  var example: Value { get }

  /// Reads a stored value; `nil` if it is not valid for this field.
  func read(_ reader: inout CBORReader) throws(CBORError) -> Value?
  /// Writes the stored form.
  func write(_ value: Value, to writer: inout CBORWriter)
  /// Creates a value from JSON input.
  func parse(_ json: JSONValue, of field: JSONField) throws -> Value
}
