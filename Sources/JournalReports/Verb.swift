internal import JournalEvents
internal import JournalQueries
internal import TextKit

/// A verb for a write: reports say that something was done or, with
/// `--dry-run`, that it would be done.
package struct Verb: Sendable, Hashable {
  /// The form after "would": "water".
  private let infinitive: String
  /// The past form: "watered".
  private let past: String

  /// Creates a verb.
  package init(_ infinitive: String, _ past: String) {
    self.infinitive = infinitive
    self.past = past
  }

  /// Returns a request of the verb and `rest`, as a question or a button has it.
  package func request(_ rest: String) -> String { "\(infinitive) \(rest)" }

  /// Returns a sentence of the verb and `rest`.
  package func sentence(_ rest: String, isDryRun: Bool) -> String {
    "\(isDryRun ? "would \(infinitive)" : past) \(rest)"
  }
}

extension Verb {
  package static let add = Verb("add", "added")
  package static let adopt = Verb("adopt", "adopted")
  package static let edit = Verb("edit", "edited")
  package static let restore = Verb("restore", "restored")
  static let merge = Verb("merge", "merged")
  package static let make = Verb("make", "made")
  package static let set = Verb("set", "set")
  static let receive = Verb("receive", "received")
  static let send = Verb("send", "sent")
}

extension Verb {
  /// Returns the verb of a kind of care, before the name of a plant.
  static func care(_ kind: TaskKind) -> Verb {
    isKnown(kind)
      ? care([kind]) : Verb("do \(kind.words):", "done \(kind.words):")
  }

  /// Returns the verb of several known kinds of care: "watered and turned".
  static func care(_ kinds: [TaskKind]) -> Verb {
    Verb(
      Phrase.list(kinds.map(\.verb), joinedBy: "and"),
      Phrase.list(kinds.map { pasts[$0] ?? $0.verb }, joinedBy: "and"))
  }

  /// Returns whether a kind of care has a verb that takes a plant.
  static func isKnown(_ kind: TaskKind) -> Bool { pasts[kind] != nil }

  private static let pasts: [TaskKind: String] = [
    .watering: "watered", .fertilizing: "fed", .pruning: "pruned",
    .repotting: "repotted", .pestControl: "checked", .rotation: "turned",
    .misting: "misted", .cleaning: "cleaned",
  ]
}
