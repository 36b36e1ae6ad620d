public import ErrorKit

/// Why bytes are not the CBOR that a reader expected.
public struct CBORError: DescribedError, Sendable, Hashable {
  /// What kind of fault it is, in words.
  public enum Code: String, Sendable {
    /// The bytes end inside an item.
    case truncated = "the bytes end too early"
    /// An item of another type stands where one was expected.
    case typeMismatch = "an item has the wrong type"
    /// A length or integer is not in its shortest form.
    case notShortest = "a number is not in its shortest form"
    case invalidUTF8 = "a text is not valid UTF-8"
    /// An indefinite length, a tag or a reserved value, which the
    /// deterministic subset has no place for.
    case unsupported = "a CBOR feature outside the format is used"
    /// Items are nested deeper than any that the journal writes.
    case tooDeep = "items are nested too deeply"
    case badKeys = "map keys are not sorted, unique texts"
    case trailingBytes = "bytes follow the last item"
    /// A value lies outside of what its place allows.
    case outOfRange = "a value is out of range"
  }

  /// What kind of fault it is.
  public let code: Code
  /// Where the fault lies, in bytes from the start of the input.
  public let offset: Int

  /// Creates an error.
  public init(_ code: Code, at offset: Int) {
    self.code = code
    self.offset = offset
  }

  public var description: String {
    "\(code.rawValue) at byte \(offset)"
  }

  public var facts: ErrorFacts {
    .init(.damagedData, "the data is damaged: \(description)", .verifyLog)
  }
}
