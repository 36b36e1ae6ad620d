internal import Encodings
internal import JournalCare
internal import JournalEvents
package import JournalQueries
package import JournalTime
internal import TextKit

extension PlantPage {
  /// The local day and time of an instant, as a history tells it.
  package func localTime(_ at: OffsetInstant) -> String {
    zone.words(of: at.instant, on: today)
  }

  /// When care was given last, and by whom where it was another device.
  package func lastCare(of view: ScheduleView) -> String {
    let day = view.lastDone?.words(on: today) ?? "never"
    guard let recorder = recorders[view.schedule.kind], !recorder.isOwn else {
      return day
    }
    return "\(day) by \(recorder.shown)"
  }

  /// How many photos there are, and when the latest was taken.
  package var photoText: String? {
    photos.last.map { latest in
      let day = latest.at.localDay.words(on: today)
      return photos.count == 1
        ? "1, of \(day)" : "\(photos.count), the latest of \(day)"
    }
  }
}

extension TodayView.Task {
  /// What was remarked on it, in one line.
  package var remarkText: String {
    [entry.facts.remark, entry.facts.snoozeRemark].compactMap(\.self)
      .map(SafeText.shownNote).joined(by: "; ")
  }
}
