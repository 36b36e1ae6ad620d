internal import Encodings
internal import ErrorKit
internal import JournalCare
internal import JournalEvents
internal import JournalInput
package import JournalQueries
internal import JournalTime
internal import TextKit

extension Listing {
  /// The words before near matches: nothing has the words themselves.
  package static let nearWords = "Nothing has this name. Did you mean:"

  /// Returns the error if no plant matches the words.
  package func nothingFound(_ words: [String]) -> NothingMatched {
    NothingMatched(
      reason: "no plant matches '\(words.joined(by: " "))'",
      remedy: nearNames.isEmpty
        ? "try fewer or other words; names, families, categories, tags, rooms and notes were looked through"
        : .didYouMean(nearNames))
  }

  /// The plants whose toxicity is unknown; `nil` if there are none.
  package var unknownToxicityWords: String? {
    guard !unknownToxicity.isEmpty else { return nil }
    let names = unknownToxicity.prefix(5).map(\.shown)
    let rest = unknownToxicity.count - names.count
    return "Not known of \(names.joined(by: ", "))"
      + (rest > 0 ? " and \(rest) more" : "")
      + ", which does not mean that they are safe."
  }
}

extension ListRow {
  /// The next task and when it is due: "water, 2 days late"; `nil` if there is
  /// none.
  package var dueWords: String? {
    guard let next, state.removal == nil else { return nil }
    let days = next.due.distance(to: today)
    let time =
      days > 0
      ? ", \(Phrase.lateness(days))" : " \(next.due.distance(from: today))"
    return (next.title ?? next.kind.verb) + time
  }

  /// The reason and day of leaving: "died, Sat 24 Oct"; `nil` while it is here.
  package var departure: String? {
    day(of: ListField(.removed, .date)).flatMap { day in
      reasonForLeaving.map { "\($0), \(day.words(on: today))" }
    }
  }

  /// The plant into which it was merged, in words; `nil` for none.
  package var mergedText: String? { whole.map { "merged into \($0)" } }

  /// The reason for leaving; `nil` while it is here.
  package var reasonForLeaving: String? {
    mergedText
      ?? state.removal.map { $0.reason == .other ? "left" : $0.reason.shown }
  }
}
