internal import Encodings
internal import JournalEvents

/// The fields of a request: of its query, and of its body as a form or as a
/// JSON object.
///
/// Each reader takes the fields that it knows out; a request with fields left
/// is refused, as they would be ignored otherwise.
struct RequestFields {
  /// A value of a field.
  private struct Value {
    let json: JSONValue
    /// A Boolean value that indicates whether a text may stand for a number or
    /// a truth value, as in queries and forms.
    let isText: Bool
  }

  /// A file that was sent.
  struct SentFile {
    let field: String
    /// The name of the file; empty if it has none.
    let name: String
    let content: [UInt8]
    /// A Boolean value that indicates whether a browser sent it for a choice of
    /// no file.
    var isBlank: Bool { name.isEmpty && content.isEmpty }
  }

  private var values: [(name: String, value: Value)] = []
  private var files: [SentFile] = []
  /// The moment of an action whose request names none.
  var usualMoment: String?

  private static let maximumCount = 1_000
  /// The field of an image that is the whole body.
  static let imageField = "photo"

  /// Reads the fields of a request.
  ///
  /// - Throws: ``RequestError`` or `JSONError`.
  init(_ request: WebRequest) throws {
    try add(form: request.query)
    guard !request.body.isEmpty else { return }
    let type = HeaderParameters(request.headers["content-type"] ?? "")
    switch type?.value {
    case "application/json":
      try add(try JSONReader.parse(request.body.span.bytes))
    case "application/x-www-form-urlencoded":
      guard let text = String(validating: request.body, as: UTF8.self) else {
        throw RequestError.badForm
      }
      try add(form: text[...])
    case "multipart/form-data":
      guard let boundary = type?.parameters["boundary"], !boundary.isEmpty
      else { throw RequestError.badForm }
      try add(try MultipartForm(request.body, boundary: boundary))
    case let type? where type.hasPrefix("image/"):
      files.append(
        SentFile(field: Self.imageField, name: "", content: request.body))
    default: throw RequestError.unknownBody(type?.value ?? "")
    }
  }

  private mutating func add(_ form: MultipartForm) throws {
    for part in form.parts {
      if let name = part.fileName {
        files.append(
          SentFile(
            field: part.name, name: name, content: Array(part.content)))
      } else {
        guard let text = String(validating: part.content, as: UTF8.self),
          !text.utf8.contains(0)
        else { throw RequestError.badForm }
        try add(part.name, Value(json: .string(text), isText: true))
      }
    }
  }

  private mutating func add(form: Substring) throws {
    for field in Self.fields(of: form) {
      guard let (name, text) = field else { throw RequestError.badForm }
      try add(name, Value(json: .string(text), isText: true))
    }
  }

  /// Reads the fields of a query or a form; `nil` for one that cannot be
  /// decoded.
  static func fields(
    of form: some StringProtocol
  ) -> [(name: String, value: String)?] {
    form.split(separator: "&").map { part in
      let halves = String(part).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard
        let name = PercentEncoding.decode(halves[0], plusIsSpace: true),
        let value = PercentEncoding.decode(
          halves.count > 1 ? halves[1] : "", plusIsSpace: true)
      else { return nil }
      return (name, value)
    }
  }

  private mutating func add(_ object: JSONValue) throws {
    guard case .object(let members) = object else {
      throw RequestError.noObject
    }
    for member in members {
      switch member.value {
      case .null:
        throw FieldError(
          member.name, "must not be null; leave it out instead")
      case .array(let items):
        guard !items.isEmpty else {
          throw FieldError(member.name, "must not be an empty list")
        }
        for item in items {
          try add(member.name, Value(json: item, isText: false))
        }
      default:
        try add(member.name, Value(json: member.value, isText: false))
      }
    }
  }

  private mutating func add(_ name: String, _ value: Value) throws {
    guard values.count < Self.maximumCount else {
      throw RequestError.tooManyFields
    }
    values.append((name, value))
  }

  // MARK: Reading

  /// Takes all values of a field out.
  private mutating func take(_ name: String) -> [Value] {
    let taken = values.filter { $0.name == name }.map(\.value)
    if !taken.isEmpty { values.removeAll { $0.name == name } }
    return taken
  }

  /// Takes the texts of a field that may be given several times.
  mutating func texts(
    _ name: String, mayBeEmpty: Bool = false
  ) throws -> [String] {
    try take(name).map { value in
      guard case .string(let text) = value.json else {
        throw FieldError(name, "must be a string")
      }
      guard mayBeEmpty || !text.isEmpty else {
        throw FieldError(name, "must not be empty")
      }
      return text
    }
  }

  /// Takes the values out that a field had as it was shown to whoever sends it:
  /// none if it was empty, and `nil` if the request does not tell.
  mutating func shown(_ name: String) throws -> [String]? {
    let texts = try texts("was.\(name)", mayBeEmpty: true)
    return texts.isEmpty ? nil : texts.filter { !$0.isEmpty }
  }

  /// Takes the files of a field out.
  mutating func takeFiles(_ field: String) -> [SentFile] {
    takeFileChoices(field).compactMap(\.self)
  }

  /// Takes the files of a field out, in the order of the controls that chose
  /// them; `nil` for a choice of no file.
  mutating func takeFileChoices(_ field: String) -> [SentFile?] {
    let taken = files.filter { $0.field == field }
    files.removeAll { $0.field == field }
    return taken.map { $0.isBlank ? nil : $0 }
  }

  /// Takes the text of a field; `nil` if it is not given.
  mutating func text(
    _ name: String, mayBeEmpty: Bool = false
  ) throws -> String? {
    let texts = try texts(name, mayBeEmpty: mayBeEmpty)
    guard texts.count <= 1 else {
      throw FieldError(name, "must be given once")
    }
    return texts.first
  }

  /// Takes the text of a field that must be given.
  mutating func requiredText(_ name: String) throws -> String {
    guard let text = try text(name) else {
      throw FieldError(name, "is missing")
    }
    return text
  }

  /// Takes a truth value; `nil` if it is not given.
  mutating func flag(_ name: String) throws -> Bool? {
    let values = take(name)
    guard let value = values.first else { return nil }
    guard values.count == 1 else {
      throw FieldError(name, "must be given once")
    }
    switch value.json {
    case .bool(let flag): return flag
    case .string("true") where value.isText: return true
    case .string("false") where value.isText: return false
    default: throw FieldError(name, "must be true or false")
    }
  }

  /// Takes a text that `parse` reads; `nil` if it is not given.
  mutating func value<Value>(
    _ name: String, expects expectation: String, parse: (String) -> Value?
  ) throws -> Value? {
    try text(name).map { text in
      guard let value = parse(text) else {
        throw FieldError(name, "must be \(expectation)")
      }
      return value
    }
  }

  /// Takes a whole number in a range; `nil` if it is not given.
  mutating func number(
    _ name: String, in range: ClosedRange<Int>
  ) throws -> Int? {
    let values = take(name)
    guard let value = values.first else { return nil }
    let number: Int? =
      switch value.json {
      case .integer(let number): Int(exactly: number)
      case .string(let text) where value.isText: Int(text)
      default: nil
      }
    guard values.count == 1, let number, range.contains(number) else {
      throw FieldError(
        name,
        "must be a whole number from \(range.lowerBound) to \(range.upperBound)"
      )
    }
    return number
  }

  /// Takes one of several words; `nil` if none is given.
  mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String, of _: Choice.Type = Choice.self
  ) throws -> Choice? {
    try text(name).map { try Self.choice(name, $0) }
  }

  /// Takes words of several, for a field that may be given several times.
  mutating func choices<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String, of _: Choice.Type = Choice.self
  ) throws -> [Choice] {
    try texts(name).map { try Self.choice(name, $0) }
  }

  private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String, _ text: String
  ) throws -> Choice {
    guard let choice = Choice(rawValue: text) else {
      let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw FieldError(name, "must be one of \(words)")
    }
    return choice
  }

  /// The fields as a form would send them, in their order.
  var allTexts: [(name: String, value: String)] {
    values.compactMap { name, value in
      switch value.json {
      case .string(let text): (name, text)
      case .bool(let flag): (name, "\(flag)")
      case .integer(let number): (name, "\(number)")
      default: nil
      }
    }
  }

  /// A Boolean value that indicates whether files are left.
  var hasFiles: Bool { files.contains { !$0.isBlank } }

  /// Removes the fields that are empty texts.
  mutating func removeEmptyTexts() {
    values.removeAll { $0.value.json == .string("") }
  }

  /// A short hash of all fields that are left and of the sent files.
  var digest: String {
    var bytes: [UInt8] = []
    for (name, value) in values {
      bytes += Array("\(name)\0\(value.json)\0".utf8)
    }
    for file in files where !file.isBlank {
      bytes += Array("\(file.field)\0".utf8)
      bytes += EventHash(of: file.content.span.bytes).bytes
    }
    let hash = EventHash(of: bytes.span.bytes)
    return Hexadecimal.encode(Array(hash.bytes.prefix(8)))
  }

  /// The fields whose words may count from the present hour.
  static let clockNames: Set<String> = [
    "added-since", "added-until", "as-of", "since", "until",
  ]

  /// Returns whether one of these fields is given.
  func has(_ names: Set<String>) -> Bool {
    values.contains { names.contains($0.name) }
  }

  /// Refuses a request with fields that nobody has read.
  func finish() throws {
    let file = files.first { !$0.isBlank }
    guard let left = values.first?.name ?? file?.field else { return }
    throw FieldError(left, "is not a field of this request")
  }
}
