public import ErrorKit

/// Why bytes are not the CBOR that a reader expected.
public struct CBORError: DescribedError, Sendable, Hashable {
  /// What kind of fault it is.
  public enum Code: String, Sendable {
    /// The bytes end inside an item.
    case truncated
    /// An item of another type stands where one was expected.
    case typeMismatch
    /// A length or integer is not in its shortest form.
    case notShortest
    /// A text string is not valid UTF-8.
    case invalidUTF8
    /// An indefinite length, a tag or a reserved value, which the
    /// deterministic subset has no place for.
    case unsupported
    /// Items are nested deeper than any that the journal writes.
    case tooDeep
    /// Map keys are not sorted, not unique or not text.
    case badKeys
    /// Bytes are left after the last item.
    case trailingBytes
    /// A value lies outside of what its place allows.
    case outOfRange
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
    "\(code.explanation) at byte \(offset)"
  }

  public var facts: ErrorFacts {
    .init(.damagedData, "the data is damaged: \(description)", .verifyLog)
  }
}

extension CBORError.Code {
  fileprivate var explanation: String {
    switch self {
    case .truncated: "the bytes end too early"
    case .typeMismatch: "an item has the wrong type"
    case .notShortest: "a number is not in its shortest form"
    case .invalidUTF8: "a text is not valid UTF-8"
    case .unsupported: "a CBOR feature outside the format is used"
    case .tooDeep: "items are nested too deeply"
    case .badKeys: "map keys are not sorted, unique texts"
    case .trailingBytes: "bytes follow the last item"
    case .outOfRange: "a value is out of range"
    }
  }
}
