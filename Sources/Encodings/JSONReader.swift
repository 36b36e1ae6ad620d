internal import CJansson
public import ErrorKit

/// The reason why a text is not JSON that the journal accepts.
public struct JSONError: DescribedError, Sendable, Hashable {
  /// The error in the parser's words.
  public let reason: String
  /// The byte of the text at which it was noticed, counted from 1.
  public let column: Int

  public var description: String { "\(reason) at byte \(column)" }

  public var facts: ErrorFacts {
    .init(
      .invalidInput, "not the JSON expected: \(description)",
      "each line holds one whole object")
  }
}

/// Parses JSON with jansson: strict UTF-8, no duplicate names, integers of
/// 64 bits, bounded depth.
public enum JSONReader {
  /// The deepest nesting of values; deeper input is refused before recursing.
  public static let maximumDepth = 32

  /// Parses one value that fills `text`.
  public static func parse(_ text: RawSpan) throws(JSONError) -> JSONValue {
    try checkForm(of: text)
    var failure = json_error_t()
    let flags = Int(JSON_REJECT_DUPLICATES) | Int(JSON_DECODE_ANY)
    let parsed = text.withUnsafeBytes { raw in
      let start = raw.baseAddress?.assumingMemoryBound(to: CChar.self)
      return start.flatMap { json_loadb($0, raw.count, flags, &failure) }
    }
    guard let parsed else {
      throw JSONError(
        reason: message(of: failure), column: max(Int(failure.position), 1))
    }
    defer { shim_json_decref(parsed) }
    return JSONValue(parsed)
  }

  // jansson's own limit of 2,048 is too deep for callers that walk the tree
  // recursively. It also takes a NUL as the end of the text, and so would
  // ignore everything after it.
  private static func checkForm(of text: RawSpan) throws(JSONError) {
    var depth = 0
    var inString = false
    var escaped = false
    for index in 0..<text.byteCount {
      let byte = text.unsafeLoad(fromByteOffset: index, as: UInt8.self)
      if inString {
        if escaped {
          escaped = false
        } else if byte == 0x5c {
          escaped = true
        } else if byte == 0x22 {
          inString = false
        }
        continue
      }
      switch byte {
      case 0x22: inString = true
      case 0x5b, 0x7b: depth += 1
      case 0x5d, 0x7d: depth -= 1
      case 0:
        throw JSONError(reason: "NUL character", column: index + 1)
      default: break
      }
      guard depth <= maximumDepth else {
        throw JSONError(
          reason: "nested deeper than \(maximumDepth) levels",
          column: index + 1)
      }
    }
  }

  private static func message(of failure: json_error_t) -> String {
    withUnsafeBytes(of: failure.text) { raw in
      let text = String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
      // This advice of jansson's is for programmers.
      guard !text.contains("JSON_ALLOW_NUL") else {
        return "the character \\u0000 is not allowed"
      }
      return text.isEmpty ? "not JSON" : text
    }
  }
}

extension JSONValue {
  fileprivate init(_ value: UnsafeMutablePointer<json_t>) {
    switch value.pointee.type {
    case JSON_TRUE: self = .bool(true)
    case JSON_FALSE: self = .bool(false)
    case JSON_INTEGER: self = .integer(Int64(json_integer_value(value)))
    case JSON_REAL: self = .number(json_real_value(value))
    case JSON_STRING: self = .string(Self.text(of: value))
    case JSON_ARRAY: self = .array(Self.items(of: value))
    case JSON_OBJECT: self = .object(Self.members(of: value))
    default: self = .null
    }
  }

  private static func text(of value: UnsafeMutablePointer<json_t>) -> String {
    guard let start = json_string_value(value) else { return "" }
    let bytes = UnsafeRawBufferPointer(
      start: start, count: json_string_length(value))
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func items(
    of value: UnsafeMutablePointer<json_t>
  ) -> [JSONValue] {
    (0..<json_array_size(value)).map { index in
      json_array_get(value, index).map { JSONValue($0) } ?? .null
    }
  }

  private static func members(
    of value: UnsafeMutablePointer<json_t>
  ) -> [Member] {
    var members: [Member] = []
    var iterator = json_object_iter(value)
    while let current = iterator {
      if let name = json_object_iter_key(current),
        let item = json_object_iter_value(current)
      {
        members.append(Member(String(cString: name), JSONValue(item)))
      }
      iterator = json_object_iter_next(value, current)
    }
    return members
  }
}

/// A JSON value as a tree (RFC 8259).
public enum JSONValue: Hashable, Sendable {
  /// The null value.
  case null
  /// A Boolean value.
  case bool(Bool)
  /// A whole number.
  case integer(Int64)
  /// A number with a fraction or an exponent.
  case number(Double)
  /// A string.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// Members in the order of the text; names are unique.
  case object([Member])

  /// A member of an object.
  public struct Member: Hashable, Sendable {
    /// The name.
    public let name: String
    /// The value.
    public let value: JSONValue

    /// Creates a member.
    public init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// The kind of value in plain words: "a text", "a list" …
  public var kindDescription: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .integer: "a whole number"
    case .number: "a number"
    case .string: "a text"
    case .array: "a list"
    case .object: "an object"
    }
  }

  /// The whole number in any notation: 3.0 is one too.
  public var wholeNumber: Int64? {
    switch self {
    case .integer(let value): value
    case .number(let value): Int64(exactly: value)
    default: nil
    }
  }

  /// The value of a member of this object, or `nil`.
  public subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }
}
