/// What a write does, as a verb: reports say it of what is done, and with
/// `--dry-run` of what would be.
package struct Verb: Sendable, Hashable {
  /// What follows "would": "water".
  private let infinitive: String
  /// What is said once it is done: "watered".
  private let past: String

  /// Creates a verb.
  package init(_ infinitive: String, _ past: String) {
    self.infinitive = infinitive
    self.past = past
  }

  /// The sentence that `rest` ends.
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
