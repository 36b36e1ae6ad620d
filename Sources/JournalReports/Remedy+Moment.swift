package import ErrorKit
package import JournalTime

extension Remedy {
  /// The moment after which to try again; `nil` for any other remedy.
  package var moment: Instant? {
    guard case .tryAfter(let milliseconds) = self else { return nil }
    return Instant(milliseconds: milliseconds)
  }

  /// Returns the remedy with its moment in the words that a closure returns.
  ///
  /// Words have no seconds, so they name the next whole minute, which is surely
  /// late enough.
  package func saying(_ words: (Instant) -> String) -> Remedy {
    guard let moment else { return self }
    let minute = (moment.milliseconds + 59_999) / 60_000 * 60_000
    return .text("try again after \(words(Instant(milliseconds: minute)))")
  }
}
