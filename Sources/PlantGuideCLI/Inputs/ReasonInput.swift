internal import JournalEvents

extension RemovalReason {
  private static let others: [String: RemovalReason] = [
    "dead": .died, "gaveaway": .givenAway, "gift": .givenAway,
    "gifted": .givenAway, "swapped": .givenAway, "byaccident": .mistake,
  ]

  /// Reads `died`, `givenAway`, `given away`, `given-away`, `sold`, `mistake`
  /// or `other`, in any case.
  init?(typed text: String) {
    let word = text.lowercased().filter { !" -_".contains($0) }
    let named = Self.allCases.first { $0.rawValue.lowercased() == word }
    guard let reason = named ?? Self.others[word] else { return nil }
    self = reason
  }

  /// As people read it.
  var shown: String { self == .givenAway ? "given away" : rawValue }
}
