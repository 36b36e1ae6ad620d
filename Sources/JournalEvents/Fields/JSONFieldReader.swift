internal import Encodings

/// Reads the fields of a group from a JSON object that a person or a program
/// wrote.
struct JSONFieldReader<Group: FieldGroup>: FieldVisitor {
  typealias Failure = any Error

  let members: [JSONValue.Member]
  let parser: PayloadParser

  /// The first missing required field, reported only if all values are valid.
  private(set) var missing: FieldError?

  init(members: [JSONValue.Member], parser: PayloadParser) {
    self.members = members
    self.parser = parser
  }

  mutating func visit<Codec: FieldCodec>(
    _ name: StaticString, _ codec: Codec, _ presence: FieldPresence,
    _ value: (Group) -> FieldEdit<Codec.Value>
  ) throws -> FieldEdit<Codec.Value> {
    let field = JSONField(name: name.description, parser: parser)
    let given = members.first { $0.name == field.name }?.value
    guard let given else {
      guard presence.isRequired else { return .keep }
      missing = missing ?? field.error("is missing")
      return .set(codec.example)
    }
    guard case .null = given else {
      return .set(try codec.parse(given, of: field))
    }
    switch presence.null {
    case .nothing: throw field.error("must not be null")
    case .absence: return .keep
    case .value: return .clear
    }
  }

  mutating func expect(_ isSensible: Bool, without name: StaticString) {
    guard !isSensible, missing == nil else { return }
    missing = FieldError(name.description, "is missing")
  }

  mutating func group() throws -> Group {
    let group = try Group(visiting: &self)
    if let missing { throw missing }
    return group
  }
}

/// A field of JSON input, as passed to its codec.
struct JSONField {
  let name: String
  let parser: PayloadParser

  func error(_ reason: String) -> FieldError { FieldError(name, reason) }

  /// Returns the error for a value of another kind.
  func mismatch(_ json: JSONValue, _ form: FieldForm) -> FieldError {
    error("must be \(form.expectation), not \(json.kindDescription)")
  }

  func text(_ json: JSONValue, _ form: FieldForm) throws(FieldError) -> String {
    guard case .string(let text) = json else { throw mismatch(json, form) }
    return text
  }

  /// Returns the value that `make` creates from a text.
  func value<Value>(
    _ json: JSONValue, _ form: FieldForm, _ make: (String) -> Value?
  ) throws(FieldError) -> Value {
    guard let value = make(try text(json, form)) else {
      throw error("must be \(form.expectation)")
    }
    return value
  }

  /// Returns the items of a list, if there are not too many.
  func items(
    _ json: JSONValue, _ form: FieldForm
  ) throws(FieldError) -> [JSONValue] {
    guard case .array(let items) = json else { throw mismatch(json, form) }
    guard items.count <= FieldForm.listLimit else {
      throw error("has more than \(FieldForm.listLimit) entries")
    }
    return items
  }

  /// Returns the text, if its length in bytes is within `range`.
  func checked(
    _ text: String, _ range: ClosedRange<Int>
  ) throws(FieldError) -> String {
    let count = text.utf8.count
    if count < range.lowerBound { throw error("must not be empty") }
    guard count <= range.upperBound else {
      throw error(
        "is \(count) bytes long; at most \(range.upperBound) are kept")
    }
    return text
  }

  /// Returns the text as a name. If the parser checks new names, this one must
  /// follow the rules for them.
  func name(_ text: String, least: Int = 1) throws(FieldError) -> String {
    let isNew = parser.namesAreNew
    let name = isNew ? NewName.trimmed(text) : text
    if isNew, let fault = NewName.fault(of: name) {
      throw error("holds \(fault)")
    }
    return try checked(name, least...FieldForm.nameLimit)
  }

  /// Returns the text as a note, checked in new input.
  func note(_ text: String) throws(FieldError) -> String {
    if parser.namesAreNew, let fault = NewName.fault(ofNote: text) {
      throw error("holds \(fault)")
    }
    return try checked(text, 1...FieldForm.noteLimit)
  }

  /// Creates an object. An error in its fields contains both names.
  func object<Object: FieldGroup>(
    _ members: [JSONValue.Member]
  ) throws -> Object {
    let known = FieldLister.fields(of: Object.self)
    do {
      for member in members
      where !known.contains(where: { $0.name == member.name }) {
        throw FieldError(member.name, "is none of \(known.names)")
      }
      var fields = JSONFieldReader<Object>(members: members, parser: parser)
      let object = try fields.group()
      guard members.contains(where: { $0.value != .null }) else {
        throw error("must not be empty")
      }
      return object
    } catch let fault as FieldError where fault.field != name {
      throw FieldError("\(name).\(fault.field)", fault.reason)
    }
  }
}
