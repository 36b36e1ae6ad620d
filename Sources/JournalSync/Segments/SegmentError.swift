public import Encodings
public import ErrorKit

/// Why bytes are not the segment they should be.
public enum SegmentError: DescribedError, Sendable, Hashable {
  /// It is shorter than any segment, or longer than one may be.
  case badLength
  /// Its bytes do not have the hash at their end: it was cut or changed.
  case badFooter
  case malformed(CBORError)
  /// A later program made it.
  case newerFormat
  /// It holds other events than its name says.
  case otherName
  /// The events are not those of its writer and its sequences.
  case otherEvents
  /// It belongs to another journal.
  case otherJournal
  /// It lies in the open where all must be sealed.
  case notSealed
  /// Another key than its name says sealed it, or nobody who has that key.
  case badSeal

  public var facts: ErrorFacts {
    switch self {
    case .badLength: Self.refusal("it has a length that no segment has")
    case .badFooter: Self.refusal("it was cut or changed on the way")
    case .malformed(let error): Self.refusal("it is damaged: \(error)")
    case .newerFormat:
      .init(
        .newerFormat, "it was made by a later version of the program",
        "update the program", outcome: .nothingTaken)
    case .otherName: Self.refusal("it holds other events than its name says")
    case .otherEvents: Self.refusal("its events are not those that it names")
    case .otherJournal: Self.refusal("it belongs to another journal")
    case .notSealed:
      Self.refusal("it is not encrypted, as all of this remote must be")
    case .badSeal:
      Self.refusal(
        "it was not encrypted with this remote's key as its name says")
    }
  }

  private static func refusal(_ message: String) -> ErrorFacts {
    .init(.invalidInput, message, outcome: .nothingTaken)
  }
}
