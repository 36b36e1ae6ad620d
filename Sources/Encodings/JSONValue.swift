/// A JSON value as a tree (RFC 8259).
public enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSONValue])
  /// Members in the order of the text; names are unique.
  case object([Member])

  /// One member of an object.
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

  /// What a person would call this kind of value: "a text", "a list" …
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

  /// The member's value of this object, or `nil`.
  public subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }
}
