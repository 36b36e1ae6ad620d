internal import JournalEvents
internal import TerminalKit

/// Reasons for which plants leave, as people say them.
enum ReasonInput {
  private static let others: [String: RemovalReason] = [
    "dead": .died, "gaveaway": .givenAway, "gift": .givenAway,
    "gifted": .givenAway, "swapped": .givenAway, "byaccident": .mistake,
  ]

  /// Reads `died`, `givenAway`, `given away`, `given-away`, `sold`, `mistake`
  /// or `other`, in any case.
  static func reason(_ text: String) throws -> RemovalReason {
    let word = text.lowercased().filter { !" -_".contains($0) }
    let named = RemovalReason.allCases.first {
      $0.rawValue.lowercased() == word
    }
    guard let reason = named ?? others[word] else {
      throw UsageError.badValue(
        option: "reason", value: text,
        expectation: Wording.list(
          RemovalReason.allCases.map(\.shown), joinedBy: "or"))
    }
    return reason
  }
}

extension RemovalReason {
  /// As people read it.
  var shown: String { self == .givenAway ? "given away" : rawValue }
}
