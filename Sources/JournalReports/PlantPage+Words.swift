internal import CatalogueKit
internal import Encodings
internal import JournalCare
internal import JournalEvents
internal import JournalInput
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

extension PlantPage {
  /// The facts about the plant, each under its label; `nil` for none.
  package var facts: [(label: String, text: String?)] {
    let state = plant.state
    let profile = state.profile
    return [
      ("scientific", profile?.scientificName),
      ("common", profile?.commonNames.joined(by: ", ")),
      ("family", profile?.family), ("category", profile?.category),
      ("room", room), ("location", state.details.location?.rawValue),
      ("tags", profile?.tags.joined(by: ", ")),
      ("added", state.addedAt.map(localTime)),
      ("acquired", profile?.acquiredOn?.words(on: today)),
      ("from", parent), ("photos", photoText),
      ("health", state.details.healthText(on: today)),
    ]
      + plant.facts.map { fact in
        (
          SafeText.shown(fact.field.name),
          SafeText.shown(fact.words(on: today))
        )
      } + [
        ("id", plant.id.description),
        (
          "removed",
          state.removal.map { "\(localTime($0.at)) (\($0.reason.shown))" }
        ), ("merged into", plant.shownBy?.shown),
        (
          "age",
          state.removal.flatMap { _ in plant.age }.map {
            "\(Phrase.age($0)) when it left"
          }
        ), ("remark", plant.farewell.map { SafeText.shownNote($0) }),
      ]
  }

  /// The plant's needs by its own profile, otherwise by the catalogue's, in the
  /// lines of a species.
  package var needLines: [(need: String, text: String)] {
    let own = plant.state.details.careProfile?.body
    return
      (own?.needs(in: units)
      ?? listedCare?.lines(in: units).filter { $0.need != "toxicity" }
      ?? [("care", CareProfile.unknown)])
      + [("toxicity", CareProfile.text(of: listedCare?.toxicity))]
  }

  /// The source of the needs, without those that the catalogue has besides.
  package var ownCareSource: String? {
    plant.state.details.careProfile.map { "from \($0.body.origin)" }
      ?? careSource()
  }

  /// Returns the source of the needs; `nil` if there is none. `take` is the way
  /// to give the plant the catalogue's care.
  package func careSource(taking take: String? = nil) -> String? {
    let own = plant.state.details.careProfile?.body
    return switch (own, listedCare?.recorded) {
    case (let own?, let listed?)
    where own.source == .catalogue && !own.advisesSame(as: listed):
      "from \(own.origin); there is other care now, \(listed.origin)"
        + (take.map { ": \($0)" } ?? "")
    case (let own?, _): "from \(own.origin)"
    case (nil, let listed?):
      "advice of \(listed.origin)" + (take.map { "; \($0)" } ?? "")
    case (nil, nil): nil
    }
  }

  /// A Boolean value that indicates whether the catalogue has care that the
  /// plant has not, or the plant has no care at all.
  package var canAdopt: Bool {
    guard let own = plant.state.details.careProfile?.body else { return true }
    return own.source == .catalogue
      && listedCare.map { !own.advisesSame(as: $0.recorded) } ?? false
  }
}

extension TodayView.Task {
  /// The notes on the task, in one line.
  package var remarkText: String {
    [entry.facts.remark, entry.facts.snoozeRemark].compactMap(\.self)
      .map(SafeText.shownNote).joined(by: "; ")
  }
}
