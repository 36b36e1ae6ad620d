public import Encodings
public import ErrorKit

/// An error of the bytes of a segment.
public enum SegmentError: DescribedError, Sendable, Hashable {
  /// The segment is shorter or longer than a segment can be.
  case badLength
  /// The bytes do not match the hash at their end: they were cut or changed.
  case badFooter
  case malformed(CBORError)
  /// A later version made the segment.
  case newerFormat
  /// The segment holds other events than its name says.
  case otherName
  /// The events have another writer or other sequences.
  case otherEvents
  /// The segment belongs to another journal.
  case otherJournal
  /// The segment is unencrypted where everything must be sealed.
  case notSealed
  /// The seal is of another key than the name says, or of nobody with that key.
  case badSeal

  public var facts: ErrorFacts {
    switch self {
    case .badLength: Self.refusal("no segment has its length")
    case .badFooter: Self.refusal("it was cut or changed on the way")
    case .malformed(let error): Self.refusal("it is damaged: \(error)")
    case .newerFormat:
      .init(
        .newerFormat, "it was made by a later version of the program",
        "update the program", outcome: .nothingTaken)
    case .otherName: Self.refusal("it holds other events than its name says")
    case .otherEvents:
      Self.refusal("its events differ from those that it names")
    case .otherJournal: Self.refusal("it belongs to another journal")
    case .notSealed:
      Self.refusal(
        "it is not encrypted, and this remote holds only encrypted data")
    case .badSeal:
      Self.refusal(
        "it was not encrypted with this remote's key as its name says")
    }
  }

  private static func refusal(_ message: String) -> ErrorFacts {
    .init(.invalidInput, message, outcome: .nothingTaken)
  }
}
