import Encodings
import JournalEvents
import JournalTestSupport
import Testing

/// The declarations of the bodies drive the stored bytes, JSON and the table
/// alike.
@Suite struct FieldTableTests {
  /// Every field of `type` with a value that its form allows.
  private func members(of type: EventType) -> [JSONValue.Member] {
    type.fields.map { .init($0.name, Self.example(of: $0.form)) }
      .sorted { $0.name.precedesInCBOR($1.name) }
  }

  private func parse(
    _ type: EventType, _ members: [JSONValue.Member]
  ) throws -> EventPayload {
    try PayloadParser.idsOnly.payload(
      of: type, members: members, at: instant("2000-01-01"))
  }

  @Test(arguments: EventType.allCases)
  func everyFieldOfTheTableIsTypedAndComesBack(type: EventType) throws {
    let members = members(of: type)
    let payload = try parse(type, members)
    #expect(payload.body.type == type)
    let form = try json(
      of: payload.encoded(salt: zeroSalt), type: type.rawValue)
    // A field that the typed body does not know would be lost here.
    #expect(form == .object(members))
  }

  @Test(arguments: EventType.allCases)
  func fieldsAreDeclaredInTheOrderOfTheirBytes(type: EventType) {
    func check(_ fields: some Sequence<PayloadField>) {
      let names = fields.map(\.name)
      #expect(names == names.sorted { $0.precedesInCBOR($1) })
      for field in fields {
        switch field.form {
        case .object(let inner), .objects(let inner): check(inner)
        default: break
        }
      }
    }
    // `at` comes first in any payload; `note` is put in by the writer.
    #expect(type.fields.prefix(2).map(\.name) == ["at", "note"])
    check(type.fields.dropFirst(2))
    #expect(type.fields.dropFirst().allSatisfy { "at".precedesInCBOR($0.name) })
  }

  @Test(arguments: EventType.allCases)
  func aMissingRequiredFieldIsRefusedByBoth(type: EventType) throws {
    let whole = try parse(type, members(of: type))
    for field in type.fields where field.isRequired {
      let rest = members(of: type).filter { $0.name != field.name }
      if field.name != "at" {
        #expect(throws: FieldError(field.name, "is missing")) {
          try parse(type, rest)
        }
      }
      let kept = try pairs(of: whole).filter { $0.key != field.name }
      #expect(throws: EventDecodingError.missingField(field.name)) {
        try decode(stored(kept), as: type)
      }
    }
  }

  @Test(arguments: EventType.allCases)
  func optionalFieldsMayBeLeftOut(type: EventType) throws {
    for field in type.fields where !field.isRequired {
      let rest = members(of: type).filter { $0.name != field.name }
      let payload = try parse(type, rest)
      let names = try pairs(of: payload).map(\.key)
      #expect(names == rest.map(\.name))
      let withNull = rest + [JSONValue.Member(field.name, .null)]
      guard field.null != .nothing else {
        #expect(throws: FieldError(field.name, "must not be null")) {
          try parse(type, withNull)
        }
        continue
      }
      // Written as null it is left out too, or is cleared.
      #expect(
        (try parse(type, withNull) == payload) == (field.null == .absence))
    }
  }

  @Test(arguments: EventType.allCases)
  func nullStandsOnlyWhereTheTableAllowsIt(type: EventType) throws {
    for field in type.fields where field.isRequired {
      let rest = members(of: type).filter { $0.name != field.name }
      let withNull = rest + [JSONValue.Member(field.name, .null)]
      if field.isNullable {
        let payload = try parse(type, withNull)
        #expect(
          try pairs(of: payload).first { $0.key == field.name }?.value == .null)
      } else {
        #expect(throws: FieldError(field.name, "must not be null")) {
          try parse(type, withNull)
        }
      }
    }
  }

  @Test(arguments: EventType.allCases)
  func anUnknownFieldIsRefused(type: EventType) {
    #expect(
      throws: FieldError("colour", "is not a field of \(type.rawValue)")
    ) {
      try parse(type, members(of: type) + [.init("colour", .string("green"))])
    }
  }

  @Test(arguments: EventType.allCases)
  func whateverTheParserTakesDecodes(type: EventType) throws {
    let junk: [JSONValue] = [
      .bool(true), .integer(-1), .integer(0), .integer(.max), .number(0.5),
      .number(-1.5), .string(""), .string("x"), .string("2026-02-30"),
      .string(String(repeating: "x", count: 70_000)), .array([]),
      .array([.null]), .array([.integer(3), .integer(2)]), .object([]),
      .object([.init("spring", .integer(0))]),
    ]
    var refused = 0
    for field in type.fields {
      let rest = members(of: type).filter { $0.name != field.name }
      for value in junk {
        guard
          let payload = try? parse(type, rest + [.init(field.name, value)])
        else {
          refused += 1
          continue
        }
        let bytes = payload.encoded(salt: zeroSalt)
        #expect(try decode(bytes, as: type) == payload)
      }
    }
    #expect(refused >= type.fields.count * 8)
  }

  @Test func typeNamesAreThoseOfTheFormat() {
    for type in EventType.allCases {
      #expect(EventType(name: type.rawValue) == type)
    }
    #expect(EventType(name: "plant.watered") == nil)
    #expect(EventType(name: "") == nil)
  }

  private static func object(of fields: [PayloadField]) -> JSONValue {
    .object(
      fields.map { .init($0.name, example(of: $0.form)) }
        .sorted { $0.name.precedesInCBOR($1.name) })
  }

  private static func example(of form: FieldForm) -> JSONValue {
    switch form {
    case .text: .string("a text")
    case .optionalName: .string("")
    case .names: .array([.string("one"), .string("two")])
    case .instant: .string("2026-03-01T09:00:00.250+01:00")
    case .day: .string("2026-03-18")
    case .time: .string("09:05")
    case .id, .plant, .room: .string("01234567-89ab-4def-8123-456789abcdef")
    case .hash: .string(String(repeating: "0a", count: 32))
    case .bool: .bool(true)
    case .integer(let range): .integer(Int64(range.lowerBound))
    case .number: .number(0.75)
    case .kind: .string("tiger-nut")
    case .choice(let choices): .string(choices[choices.count - 1])
    case .amount: .string("250ml")
    case .rhythm: .string("3mo")
    case .months: .array([.integer(1), .integer(12)])
    case .seasons:
      .object([.init("autumn", .integer(9)), .init("winter", .integer(14))])
    case .setting: .integer(-3)
    case .object(let fields): object(of: fields)
    case .objects(let fields): .array([object(of: fields)])
    }
  }
}
