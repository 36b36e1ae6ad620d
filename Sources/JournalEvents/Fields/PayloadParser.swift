public import Encodings
public import ErrorKit
public import JournalTime

/// Why a field of JSON input cannot become a payload's.
public struct FieldError: DescribedError, Sendable, Hashable {
  /// The field's name.
  public let field: String
  /// What is wrong with it, as the end of a sentence.
  public let reason: String
  /// What to do about it.
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

/// Makes a typed payload of JSON input, which people and programs write by
/// hand and which may therefore be wrong in every field.
public struct PayloadParser {
  /// Finds the plant that an id or a name means.
  public let plant: (String) throws -> PlantID
  /// Finds the room that an id or a name means.
  public let room: (String) throws -> RoomID
  /// Whether names are held to ``NewName``, and not taken as they are.
  let namesAreNew: Bool

  /// Creates a parser that resolves names through the closures, which throw
  /// where a name means nothing or too much.
  public init(
    namesAreNew: Bool = true, plant: @escaping (String) throws -> PlantID,
    room: @escaping (String) throws -> RoomID
  ) {
    self.namesAreNew = namesAreNew
    self.plant = plant
    self.room = room
  }

  /// The payload of `type` with the fields of `members`.
  ///
  /// - Parameters:
  ///   - type: The event's type.
  ///   - members: The payload's fields, and only those.
  ///   - at: What `at` is where the input leaves it out.
  ///   - defaults: Fields of the payload that the input may leave out.
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

/// The fields of a payload in JSON.
private struct GivenFields: BodySource {
  let members: [JSONValue.Member]
  let parser: PayloadParser

  mutating func body<Body: FieldGroup>() throws -> Body {
    var fields = JSONFieldReader<Body>(members: members, parser: parser)
    return try fields.group()
  }
}

/// What every payload may have beside its body.
private struct CommonFields: FieldGroup {
  let at: OffsetInstant?
  let note: String?

  init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {
    at = try fields.kept("at", .instant) { $0.at }
    note = try fields.optional("note", .note) { $0.note }
  }
}
