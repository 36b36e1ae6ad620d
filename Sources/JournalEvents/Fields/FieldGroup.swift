internal import Encodings

/// An event's body, or an object within one, that declares its fields once.
///
/// What is declared drives every way in and out: the stored bytes, the JSON
/// of `append` and the schemas. Each visitor is a type of its own, so that the
/// optimizer makes a function of its own for each use.
protocol FieldGroup: Hashable, Sendable {
  /// Visits the fields in the order of their bytes, the shorter names first
  /// (``Swift/String/precedesInCBOR(_:)``), and keeps what the visitor gives.
  init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure)
}

/// What visits the fields of a group; it may read from borrowed bytes.
typealias Fields<Group> = FieldVisitor<Group> & ~Escapable

/// Reads, writes or lists the fields of a group.
protocol FieldVisitor<Group>: ~Escapable {
  associatedtype Group
  associatedtype Failure: Error

  /// Visits one field. `value` takes it from the group that is written: `keep`
  /// stands for no field, `clear` for `null`.
  ///
  /// Gives only what `presence` allows.
  mutating func visit<Codec: FieldCodec>(
    _ name: StaticString, _ codec: Codec, _ presence: FieldPresence,
    _ value: (Group) -> FieldEdit<Codec.Value>
  ) throws(Failure) -> FieldEdit<Codec.Value>

  /// Says whether the optional fields that are given make sense without the
  /// field `name`; new input must.
  mutating func expect(_ isSensible: Bool, without name: StaticString)
}

extension FieldVisitor where Self: ~Escapable {
  @inline(__always)
  mutating func expect(_ isSensible: Bool, without name: StaticString) {}
}

extension FieldVisitor where Self: ~Escapable {
  /// A field that is always there.
  @inline(__always)
  mutating func required<Codec: FieldCodec>(
    _ name: StaticString, _ codec: Codec,
    _ presence: FieldPresence = .required, _ value: (Group) -> Codec.Value
  ) throws(Failure) -> Codec.Value {
    let given = try visit(name, codec, presence) { .set(value($0)) }
    guard case .set(let value) = given else {
      // `visit` gives only what the presence allows, and throws where a
      // reader misses the field: a visitor that gives none is a mistake in
      // this module that no input can bring about.
      preconditionFailure("no value for the field \(name)")
    }
    return value
  }

  /// A field that is left out where there is no value.
  @inline(__always)
  mutating func optional<Codec: FieldCodec>(
    _ name: StaticString, _ codec: Codec,
    _ presence: FieldPresence = .optional, _ value: (Group) -> Codec.Value?
  ) throws(Failure) -> Codec.Value? {
    try visit(name, codec, presence) { value($0).map { .set($0) } ?? .keep }
      .applied(to: nil)
  }

  /// A field that is left out where its value is `standard`.
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

  /// A field of an edit that never has no value: what is left out stays.
  @inline(__always)
  mutating func kept<Codec: FieldCodec>(
    _ name: StaticString, _ codec: Codec, _ value: (Group) -> Codec.Value?
  ) throws(Failure) -> Codec.Value? {
    try optional(name, codec, .kept, value)
  }

  /// A field that is always there, where `null` is a value.
  @inline(__always)
  mutating func nullable<Codec: FieldCodec>(
    _ name: StaticString, _ codec: Codec,
    _ presence: FieldPresence = .nullable, _ value: (Group) -> Codec.Value?
  ) throws(Failure) -> Codec.Value? {
    try visit(name, codec, presence) { value($0).map { .set($0) } ?? .clear }
      .applied(to: nil)
  }

  /// A field of an edit: what is left out stays, `null` clears.
  @inline(__always)
  mutating func edit<Codec: FieldCodec>(
    _ name: StaticString, _ codec: Codec,
    _ value: (Group) -> FieldEdit<Codec.Value>
  ) throws(Failure) -> FieldEdit<Codec.Value> {
    try visit(name, codec, .edit, value)
  }
}

/// Whether a field may be left out, and what `null` is in it.
enum FieldPresence {
  case required
  /// Required, but `append` fills it in where its input leaves it out.
  case supplied
  case optional
  /// As `optional`, and a stored `null`, which is never written, is read as
  /// none.
  case lenient
  /// May be left out, and then stays as it is.
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

  /// Whether stored maps may have `null`.
  var readsNull: Bool { self == .lenient || null == .value }

  /// What `null` means in JSON.
  var null: PayloadField.NullMeaning {
    switch self {
    case .required, .supplied, .kept: .nothing
    case .optional, .lenient: .absence
    case .nullable, .suppliedNullable, .edit: .value
    }
  }
}

/// How a field's value is stored, read from JSON and described.
protocol FieldCodec {
  associatedtype Value: Hashable & Sendable

  /// What the field holds, for people and schemas.
  var form: FieldForm { get }
  /// Some value, for listing the fields without a group.
  var example: Value { get }

  /// Reads a stored value; `nil` where it is none of this field's.
  func read(_ reader: inout CBORReader) throws(CBORError) -> Value?
  /// Writes the stored form.
  func write(_ value: Value, to writer: inout CBORWriter)
  /// Makes a value of JSON input.
  func parse(_ json: JSONValue, of field: JSONField) throws -> Value
}
