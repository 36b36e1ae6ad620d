internal import Encodings
package import JournalQueries
internal import JournalTime
internal import TextKit

extension UpcomingView {
  /// The sentence if nothing is due: "Nothing is due until Sat 5 Dec."
  package var emptyWords: String {
    let rooms = Phrase.list(
      chosenRooms.map { SafeText.shown($0) }, joinedBy: "and")
    return "Nothing is due\(rooms.isEmpty ? "" : " in \(rooms)") until "
      + "\(last.words(on: today))."
  }
}

extension DayView {
  /// The day and its distance: "Sat 5 Dec, in 7 d".
  package var heading: String {
    "\(day.words(on: today)), \(day.distance(from: today))"
  }

  /// The sentence if the day is empty.
  package static let emptyWords = "Nothing is due or was done on this day."
}
