public import Encodings
public import ErrorKit
public import JournalTime

/// An error in a field of JSON input.
public struct FieldError: DescribedError, Sendable, Hashable {
  /// The field's name.
  public let field: String
  /// The end of the sentence that says what is wrong with the field.
  public let reason: String
  /// The remedy, if any.
  public let remedy: Remedy?

  /// Creates an error.
  public init(_ field: String, _ reason: String, _ remedy: Remedy? = nil) {
    self.field = field
    self.reason = reason
    self.remedy = remedy
  }

  public var facts: ErrorFacts {
    .init(.invalidInput, "field '\(field)' \(reason)", remedy)
  }
}

/// Creates typed payloads from JSON input, which people and programs write by
/// hand; any field may be wrong.
public struct PayloadParser {
  /// Finds the plant with an id or a name.
  public let plant: (String) throws -> PlantID
  /// Finds the room with an id or a name.
  public let room: (String) throws -> RoomID
  /// A Boolean value that indicates whether names must follow ``NewName``.
  let namesAreNew: Bool

  /// Creates a parser that resolves names with the closures, which throw if a
  /// name is unknown or ambiguous.
  public init(
    namesAreNew: Bool = true, plant: @escaping (String) throws -> PlantID,
    room: @escaping (String) throws -> RoomID
  ) {
    self.namesAreNew = namesAreNew
    self.plant = plant
    self.room = room
  }

  /// Creates the payload of `type` with the fields of `members`.
  ///
  /// - Parameters:
  ///   - type: The event's type.
  ///   - members: The payload's own fields.
  ///   - at: The value of `at` if the input leaves it out.
  ///   - defaults: Values of fields that the input may leave out.
  /// - Returns: The payload.
  /// - Throws: ``FieldError``, or what a closure throws.
  public func payload(
    of type: EventType, members: [JSONValue.Member], at: OffsetInstant,
    defaults: [JSONValue.Member] = []
  ) throws -> EventPayload {
    for member in members where type.field(member.name) == nil {
      throw FieldError(member.name, "is not a field of \(type.rawValue)")
    }
    let left = defaults.filter { field in
      !members.contains { $0.name == field.name }
    }
    var source = GivenFields(members: members + left, parser: self)
    let common = try source.body() as CommonFields
    return EventPayload(
      at: common.at ?? at, note: common.note,
      body: try EventBody(type, from: &source))
  }
}

private struct GivenFields: BodySource {
  let members: [JSONValue.Member]
  let parser: PayloadParser

  mutating func body<Body: FieldGroup>() throws -> Body {
    var fields = JSONFieldReader<Body>(members: members, parser: parser)
    return try fields.group()
  }
}

/// The fields that every payload may have in addition to its body.
private struct CommonFields: FieldGroup {
  let at: OffsetInstant?
  let note: String?

  init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {
    at = try fields.kept("at", .instant) { $0.at }
    note = try fields.optional("note", .note) { $0.note }
  }
}
