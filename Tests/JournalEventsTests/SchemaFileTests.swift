import Encodings
import JournalEvents
import Testing

/// The parts of `schemas/` that follow from the fields which bodies declare.
///
/// RECORD_GOLDEN=1 in the environment writes them. A new type's file starts as
/// a title; titles and descriptions are nobody's but the writer's.
@Suite struct SchemaFileTests {
  @Test(arguments: EventType.allCases)
  func aTypesSchemaIsOfItsFields(type: EventType) throws {
    let file = try SchemaFile("events/\(type.versionName())")
    let head = file.document.members.filter {
      ["$schema", "title", "description"].contains($0.name)
    }
    let forms = SchemaForms(definitions: "../definitions", isAppended: false)
    let common = type.fields.prefix(2)
    let fields = [common[0]] + type.fields.dropFirst(2) + [common[1]]
    try file.expect(.object(head + forms.object(of: fields)))
  }

  @Test func theSchemaOfAppendIsOfTheFields() throws {
    let file = try SchemaFile("append-line")
    guard case .array(let clauses) = file.document["allOf"] else { return }
    let types = EventType.allCases.filter(\.isAppendable)
    let names = JSONValue.texts(types.map(\.rawValue))
    let properties = try #require(file.document["properties"])
    let type = JSONValue.object([.init("enum", names)])
    // Each setting has values of its own, which are not an event's matter.
    let settings = try #require(
      clauses.first { $0.isClause(of: .settingChanged) })
    let written = types.map { type in
      type == .settingChanged ? settings : Self.clause(of: type)
    }
    try file.expect(
      file.document
        .replacing("properties", with: properties.replacing("type", with: type))
        .replacing("allOf", with: .array(written)))
  }

  @Test func thePlaceOfAllSchemasIsOfItsFields() throws {
    let place = try SchemaFile("definitions").document["$defs"]?["place"]
    let members = try #require(place).members
    let field = try #require(
      EventType.plantIdentified.fields.first { $0.name == "place" })
    guard case .object(let fields) = field.form else {
      Issue.record("the place is no object")
      return
    }
    let forms = SchemaForms(definitions: "definitions", isAppended: false)
    #expect(
      .object(members.filter { $0.name != "description" })
        == JSONValue.object(forms.object(of: fields)))
  }

  @Test func theSchemaOfHistoryNamesEveryVersion() throws {
    let file = try SchemaFile("history-line")
    let clauses = EventType.allCases.flatMap { type in
      (1...type.currentSchema).map { version in
        let header = Self.object([
          (
            "properties",
            Self.object([
              ("type", Self.const(.string(type.rawValue))),
              ("schema", Self.const(.integer(Int64(version)))),
            ])
          ), ("required", .texts(["type", "schema"])),
        ])
        let payload = JSONValue.reference(
          "events/\(type.versionName(version)).schema.json")
        return Self.object([
          (
            "if",
            Self.object([("properties", Self.object([("header", header)]))])
          ),
          (
            "then",
            Self.object([
              ("properties", Self.object([("payload", payload.orNull)]))
            ])
          ),
        ])
      }
    }
    try file.expect(file.document.replacing("allOf", with: .array(clauses)))
  }

  private static func object(_ members: [(String, JSONValue)]) -> JSONValue {
    .object(members.map { .init($0.0, $0.1) })
  }

  private static func const(_ value: JSONValue) -> JSONValue {
    .object([.init("const", value)])
  }

  private static func clause(of type: EventType) -> JSONValue {
    .object([.init("if", condition(type)), .init("then", content(of: type))])
  }

  fileprivate static func condition(_ type: EventType) -> JSONValue {
    object([
      ("properties", object([("type", const(.string(type.rawValue)))]))
    ])
  }

  /// Of a line that asks for more than its event holds.
  private static let care = object([
    (
      "description",
      .string(
        "Takes names and care from the catalogue if the match is certain.")
    ), ("const", .string("catalogue")),
  ])

  private static func content(of type: EventType) -> JSONValue {
    let forms = SchemaForms(definitions: "definitions", isAppended: true)
    let fields = Array(type.fields.dropFirst(2))
    let makesSubject = type == .plantAdded || type == .roomCreated
    let subject: String? =
      switch type.subject {
      case .plant: "plant"
      case .room: "room"
      case .journal: nil
      }
    var properties = fields.map { field in
      JSONValue.Member(field.name, forms.schema(of: field))
    }
    if let subject {
      properties.insert(.init(subject, .reference(SchemaForms.name)), at: 0)
    }
    if makesSubject {
      properties.append(.init("id", forms.schema(of: .id)))
    }
    if type == .plantAdded { properties.append(.init("care", care)) }
    var content: [JSONValue.Member] = [.init("properties", .object(properties))]
    var required = fields.filter { $0.isRequired && !$0.isSupplied }
      .map(\.name)
    if let subject, !makesSubject { required.insert(subject, at: 0) }
    if !required.isEmpty { content.append(.init("required", .texts(required))) }
    // A room is called what `room` says, or `name`.
    let either =
      type == .roomCreated
      ? ["room", "name"]
      : fields.allSatisfy { !$0.isRequired } ? fields.map(\.name) : []
    if !either.isEmpty {
      let names = either.map { JSONValue.texts([$0]) }
      content.append(
        .init(
          "anyOf", .array(names.map { .object([.init("required", $0)]) })))
    }
    return .object(content)
  }
}

extension EventType {
  /// The name of a version's schema, rule and samples; by default the newest.
  func versionName(_ version: UInt64? = nil) -> String {
    let version = version ?? currentSchema
    return version == 1 ? rawValue : "\(rawValue).\(version)"
  }
}

extension JSONValue {
  fileprivate func isClause(of type: EventType) -> Bool {
    self["if"] == SchemaFileTests.condition(type)
  }
}

/// The JSON Schemas of fields.
private struct SchemaForms {
  /// The file of definitions, relative to the one that is written.
  let definitions: String
  /// A Boolean value that indicates whether it is input of `append`: names
  /// stand for ids, and unknown fields are refused within objects.
  let isAppended: Bool

  static let name = "#/$defs/idOrName"
  private static let place = ["latitude", "longitude"]

  /// The members `type`, `required` and `properties` of an object.
  func object(of fields: [PayloadField]) -> [JSONValue.Member] {
    let required = fields.filter(\.isRequired).map(\.name)
    let properties = fields.map {
      JSONValue.Member($0.name, schema(of: $0))
    }
    return [.init("type", .string("object"))]
      + (required.isEmpty ? [] : [.init("required", .texts(required))])
      + [.init("properties", .object(properties))]
  }

  func schema(of field: PayloadField) -> JSONValue {
    if field.name == "note" { return reference("note") }
    // A setting's value may be `null` by itself.
    let schema = schema(of: field.form)
    return field.isNullable && field.form != .setting ? schema.orNull : schema
  }

  func schema(of form: FieldForm) -> JSONValue {
    switch form {
    case .text(FieldForm.nameLimit): reference("shortText")
    case .text(FieldForm.noteLimit): reference("longText")
    case .text: reference("url")
    case .optionalName: reference("shortTextOrEmpty")
    case .names: reference("shortTexts")
    case .instant: reference("instant")
    case .day: reference("day")
    case .time: reference("timeOfDay")
    case .id: reference("uuid")
    case .plant, .room: isAppended ? .reference(Self.name) : reference("uuid")
    case .hash: reference("hash")
    case .bool: .object([.init("type", .string("boolean"))])
    case .integer(1...Int.max): reference("ordinal")
    case .integer(let range):
      .object([
        .init("type", .string("integer")),
        .init("minimum", .integer(Int64(range.lowerBound))),
        .init("maximum", .integer(Int64(range.upperBound))),
      ])
    case .number(0...1): reference("confidence")
    case .number(let range):
      .object([
        .init("type", .string("number")),
        .init("minimum", .integer(Int64(range.lowerBound))),
        .init("maximum", .integer(Int64(range.upperBound))),
      ])
    case .kind: reference("careKind")
    case .choice(let choices): .object([.init("enum", .texts(choices))])
    case .amount: reference("amount")
    case .rhythm: reference("rhythm")
    case .months: some(reference("months"), "minItems")
    case .seasons: some(reference("seasonalIntervals"), "minProperties")
    case .setting: reference("settingValue")
    case .object(let fields) where fields.map(\.name) == Self.place:
      .object(
        reference("place").members
          + (isAppended ? [.init("unevaluatedProperties", .bool(false))] : []))
    case .object(let fields): nested(fields)
    case .objects(let fields):
      .object([
        .init("type", .string("array")),
        .init("maxItems", .integer(Int64(FieldForm.listLimit))),
        .init("items", nested(fields)),
      ])
    }
  }

  private func nested(_ fields: [PayloadField]) -> JSONValue {
    let least: [JSONValue.Member] =
      fields.contains(where: \.isRequired)
      ? [] : [.init("minProperties", .integer(1))]
    let closed: [JSONValue.Member] =
      isAppended ? [.init("additionalProperties", .bool(false))] : []
    return .object(object(of: fields) + least + closed)
  }

  private func some(_ schema: JSONValue, _ limit: String) -> JSONValue {
    .object([
      .init(
        "allOf", .array([schema, .object([.init(limit, .integer(1))])]))
    ])
  }

  private func reference(_ definition: String) -> JSONValue {
    .reference("\(definitions).schema.json#/$defs/\(definition)")
  }
}
