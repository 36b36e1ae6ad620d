internal import Encodings
internal import ErrorKit
package import JournalEvents
internal import JournalFormats
internal import JournalQueries
internal import TextKit

extension NewsNames {
  /// Returns a writer's name, which others chose, safe to show.
  func shown(_ writer: WriterID) -> String {
    writers[writer]?.name?.shown ?? writer.shownShortly
  }

  /// Returns the line on a writer whose chain has two ends.
  func lineOnFork(of writer: WriterID) -> String {
    "\(shown(writer)) has written in two places; both branches are kept"
  }

  /// Returns a line for each removed plant that took plants that are part of it
  /// along, with the way to bring them back.
  func linesOnDeparted(_ wording: Wording) -> [String] {
    departed.values.sorted { $0.name.id < $1.name.id }.map { left in
      let name = SafeText.shown(left.name.displayName)
      let parts = Phrase.list(left.parts.map(SafeText.shown), joinedBy: "and")
      let are = left.parts.count == 1 ? "which is" : "which are"
      let way = Remedy.run([
        "plantguide", "restore", ShortID.text(of: left.name.id),
      ])
      return
        "\(name) \(left.reason.past), and with it \(parts), \(are) part of it; "
        + "bring all of it back: \(wording.remedy(way))"
    }
  }
}

extension ReceivedNews {
  /// Returns the news in words, the most frequent first, and then removed
  /// plants by name; empty if nothing is worth a report.
  func text(_ names: NewsNames) -> String {
    var counts = careCounts.reduce(into: [String: Int]()) {
      $0[SafeText.shown($1.key.words)] = $1.value
    }
    var others: [(count: Int, text: String)] = []
    for (type, count) in countsByType {
      switch Self.noun(type) {
      case .noun(let noun): counts[noun, default: 0] += count
      case .phrase(let text): others.append((count, text(count)))
      case .none: break
      }
    }
    if amendmentCount > 0 {
      others.append(
        (amendmentCount, "\(Phrase.count(amendmentCount, "care")) amended"))
    }
    others += counts.map { ($0.value, Phrase.count($0.value, $0.key)) }
    others.sort { ($1.count, $0.text) < ($0.count, $1.text) }
    let left = removed.prefix(3).map { removal in
      "\(SafeText.shown(names.plants[removal.plant] ?? "a plant")) \(removal.reason.past)"
    }
    let more =
      removed.count > 3
      ? ["\(Phrase.count(removed.count - 3, "plant")) more removed"] : []
    // Merges that do not count are left out.
    let parts = Set(merged).sorted().compactMap { names.parts[$0] }
    let shown = parts.prefix(3).map {
      "\(SafeText.shown($0.name)) is now part of \(SafeText.shown($0.whole))"
    }
    let moreParts = parts.count > 3 ? ["\(parts.count - 3) more merged"] : []
    return (others.map(\.text) + left + more + shown + moreParts)
      .joined(separator: ", ")
  }

  /// The way to count events of a type.
  private enum Counting {
    /// With this noun, together with other types that have it.
    case noun(String)
    /// With this phrase.
    case phrase((Int) -> String)
    /// Not here, as another count includes them.
    case none
  }

  private static func noun(_ type: String) -> Counting {
    switch EventType(rawValue: type) {
    // Care, removals and merges are told by kind and name, and every replica writes
    // the last two before its first event.
    case .taskCompleted, .plantRemoved, .plantMerged, .roomMerged,
      .journalCreated, .writerStarted:
      .none
    case .plantAdded: .phrase { "\(Phrase.count($0, "plant")) added" }
    case .plantEdited, .factSet: .noun("correction")
    case .plantFavorited: .noun("favourite")
    case .plantMoved: .noun("move")
    case .plantRestored: .phrase { "\(Phrase.count($0, "plant")) restored" }
    case .plantNoted: .noun("note")
    case .plantMeasured: .noun("measurement")
    case .plantIdentified: .noun("identification")
    case .careProfiled: .noun("care profile")
    case .scheduleSet, .scheduleCleared: .noun("schedule change")
    case .taskAdded: .noun("task")
    case .taskSkipped: .noun("skip")
    case .taskSnoozed: .noun("snooze")
    case .photoCaptured: .noun("photo")
    case .photoAnnotated, .photoRemoved: .noun("photo change")
    case .photoReminderSet: .noun("photo reminder")
    case .roomCreated, .roomEdited, .roomDeleted: .noun("room change")
    case .writerNamed: .noun("device name")
    case .settingChanged: .noun("setting")
    case .actionUndone: .phrase { "\($0) undone" }
    case .payloadErased: .phrase { "\($0) erased" }
    case nil:
      .phrase { "\(Phrase.count($0, "event")) of a kind that is unknown here" }
    }
  }
}

extension RemovalReason {
  fileprivate var past: String {
    switch self {
    case .died: "died"
    case .givenAway: "was given away"
    case .sold: "was sold"
    case .mistake: "was added by mistake"
    case .other: "was removed"
    }
  }
}

extension JSONWriter {
  /// Writes the received news, by writer.
  mutating func news(
    _ name: StaticString, _ news: [WriterID: ReceivedNews], _ names: NewsNames
  ) {
    objects(name, news.sorted { $0.key < $1.key }) { writer, entry in
      if let recorder = names.writers[entry.key] {
        writer.members(of: recorder)
      }
      writer.member("events", entry.value.count)
      writer.object("types") { writer in
        let counts = entry.value.countsByType.sorted { $0.key < $1.key }
        for (type, count) in counts where !type.isEmpty {
          writer.name(escaping: type)
          writer.integer(count)
        }
      }
    }
  }
}

extension WriterID {
  /// The beginning of the id, for writers without a name.
  package var shownShortly: String { "writer \(description.prefix(8))" }
}
