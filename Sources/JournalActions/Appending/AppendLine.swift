internal import Encodings
internal import JournalEvents
internal import JournalTime

/// A line of input: an object, split into its place and the payload's fields.
struct AppendLine {
  let type: EventType
  /// The payload's fields.
  let members: [JSONValue.Member]
  /// The plant or room, as an id or a name.
  let subject: String?
  let id: StreamID?
  let recordedAt: Instant?
  /// The label that neighbouring lines of one action share.
  let label: String?
  /// A Boolean value that indicates whether an added plant takes its care from
  /// the catalogue.
  let takesCare: Bool

  /// Reads a line.
  ///
  /// - Throws: ``FieldError`` for an unusable field, ``NameInputError`` for a
  ///   name that nothing new can have.
  init(_ value: JSONValue) throws {
    guard case .object(let members) = value else {
      throw FieldError("type", "is missing: the line is not a JSON object")
    }
    let type = try Self.type(of: value)
    let subjectName = type.subject == .plant ? "plant" : "room"
    var rest: [JSONValue.Member] = []
    var found: [String: String] = [:]
    for member in members {
      switch member.name {
      case "type": break
      case subjectName where type.subject != .journal,
        "id", "recordedAt", "action",
        "care" where type == .plantAdded:
        guard case .string(let text) = member.value else {
          throw FieldError(member.name, "must be a string")
        }
        // The length is limited like a name's; unknown names fail elsewhere.
        guard
          member.name != "action"
            || 1...FieldForm.nameLimit ~= text.utf8.count
        else {
          throw FieldError(
            "action", "must be a string of 1 to \(FieldForm.nameLimit) bytes")
        }
        found[member.name] = text
      default: rest.append(member)
      }
    }
    self.type = type
    self.members = rest
    subject = try found[subjectName].map { try Self.subject($0, of: type) }
    label = found["action"]
    guard found["care"] == nil || found["care"] == "catalogue" else {
      throw FieldError("care", "must be \"catalogue\"")
    }
    takesCare = found["care"] != nil
    id = try found["id"].map { try Self.id($0, of: type) }
    recordedAt = try found["recordedAt"].map { text in
      guard let instant = OffsetInstant(text)?.instant else {
        throw FieldError(
          "recordedAt",
          "must be a date and time such as \"2026-03-08T18:20:00+01:00\"")
      }
      return instant
    }
  }

  /// Returns the name of the plant or room. A name for a new one must follow
  /// the rules for new names.
  private static func subject(
    _ text: String, of type: EventType
  ) throws -> String {
    let makesIt = type == .plantAdded || type == .roomCreated
    guard makesIt, StreamID(text) == nil else { return text }
    return try NameInput.name(text, "the name")
  }

  private static func id(
    _ text: String, of type: EventType
  ) throws(FieldError) -> StreamID {
    guard type == .plantAdded || type == .roomCreated else {
      throw FieldError(
        "id", "belongs to what is made; say which one is meant by its name")
    }
    guard let id = StreamID(text), id != .journal else {
      throw FieldError(
        "id",
        "must be a UUID, and not the nil one, which stands for the journal")
    }
    return id
  }

  private static func type(of value: JSONValue) throws -> EventType {
    guard case .string(let name) = value["type"] else {
      throw FieldError("type", "is missing or not a string")
    }
    guard name != EventType.payloadErased.rawValue else {
      throw FieldError(
        "type", "cannot be appended: erasing asks first")
    }
    guard let type = EventType(name: name), type.isAppendable else {
      let names = EventType.allCases.filter(\.isAppendable).map(\.rawValue)
      throw FieldError(
        "type",
        "names no event that can be appended; there are "
          + names.joined(by: ", "))
    }
    return type
  }
}

extension AppendLine {
  /// Returns whether the payload has a field of this name.
  func names(_ field: String) -> Bool {
    members.contains { $0.name == field }
  }

  /// Throws if a field gives another name than the line's subject, as one of
  /// the two would be lost.
  func checkNames(
    _ field: String, _ subject: String
  ) throws(FieldError) {
    guard
      case .string(let name)? = members.first(where: { $0.name == field })?
        .value, NewName.trimmed(name) != subject
    else { return }
    let subjectName = type.subject == .plant ? "plant" : "room"
    throw FieldError(field, "is not the same name as '\(subjectName)'")
  }

  /// The line's id of a one-off task.
  var task: TaskID? {
    guard
      case .string(let text)? = members.first(where: { $0.name == "task" })?
        .value
    else { return nil }
    return TaskID(text)
  }

  /// The genus in the scientific name.
  var genus: String {
    let name = members.first { $0.name == "scientificName" }
    guard case .string(let text) = name?.value else { return "" }
    return NameInput.genus(of: NewName.trimmed(text))
  }

  /// The time of the event, if the line has one.
  var at: Instant? {
    guard let member = members.first(where: { $0.name == "at" }),
      case .string(let text) = member.value
    else { return nil }
    return OffsetInstant(text)?.instant
  }
}
