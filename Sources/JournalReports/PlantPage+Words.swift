internal import Encodings
internal import JournalCare
internal import JournalEvents
package import JournalQueries
package import JournalTime
internal import TextKit

extension PlantPage {
  /// Returns the local day and time of an instant, as histories show it.
  package func localTime(_ at: OffsetInstant) -> String {
    zone.words(of: at.instant, on: today)
  }

  /// Returns the day of the latest care, and the recorder if not this device.
  package func lastCare(of view: ScheduleView) -> String {
    let day = view.lastDone?.words(on: today) ?? "never"
    guard let recorder = recorders[view.schedule.kind], !recorder.isOwn else {
      return day
    }
    return "\(day) by \(recorder.shown)"
  }

  /// The number of photos, and the day of the latest.
  package var photoText: String? {
    photos.last.map { latest in
      let day = latest.at.localDay.words(on: today)
      return photos.count == 1
        ? "1, of \(day)" : "\(photos.count), the latest of \(day)"
    }
  }
}

extension TodayView.Task {
  /// The notes on the task, in one line.
  package var remarkText: String {
    [entry.facts.remark, entry.facts.snoozeRemark].compactMap(\.self)
      .map(SafeText.shownNote).joined(by: "; ")
  }
}
