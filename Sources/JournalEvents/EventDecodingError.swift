public import Encodings
public import ErrorKit

/// An error in the bytes of an event, a header or a payload.
public enum EventDecodingError: DescribedError, Sendable, Hashable {
  /// The bytes are not valid CBOR of the format.
  case malformed(CBORError)
  /// The header has a version that this program does not know.
  case unknownVersion(UInt64)
  /// A required field of a payload is missing.
  case missingField(String)
  /// A payload's field has an invalid value.
  case badField(String, reason: String)
  /// The payload is shorter than its salt.
  case payloadTooShort

  public var description: String {
    switch self {
    case .malformed(let error): "not an event: \(error)"
    case .unknownVersion(let version):
      version > EventHeader.version
        ? "event format \(version) is newer than this program"
        : "event format \(version) does not exist"
    case .missingField(let name): "the field '\(name)' is missing"
    case .badField(let name, let reason): "the field '\(name)' \(reason)"
    case .payloadTooShort: "the payload is shorter than its salt"
    }
  }

  public var facts: ErrorFacts {
    if case .unknownVersion(let version) = self, version > EventHeader.version {
      return .init(
        .newerFormat, description,
        "install the newer program; nothing was changed")
    }
    return .init(
      .damagedData, "an event is damaged: \(description)", .verifyLog)
  }

  static func wrap<Value: ~Copyable>(
    _ body: () throws(CBORError) -> Value
  ) throws(EventDecodingError) -> Value {
    do {
      return try body()
    } catch {
      throw .malformed(error)
    }
  }
}
