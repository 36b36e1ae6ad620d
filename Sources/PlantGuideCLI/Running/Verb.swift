/// What a write does, as a verb: reports say it of what is done, and with
/// `--dry-run` of what would be.
struct Verb: Sendable, Hashable {
  /// What follows "would": "water".
  let infinitive: String
  /// What is said once it is done: "watered".
  let past: String

  init(_ infinitive: String, _ past: String) {
    self.infinitive = infinitive
    self.past = past
  }

  /// The sentence that `rest` ends.
  func sentence(_ rest: String, isDryRun: Bool) -> String {
    "\(isDryRun ? "would \(infinitive)" : past) \(rest)"
  }
}

extension Verb {
  static let add = Verb("add", "added")
  static let adopt = Verb("adopt", "adopted")
  static let edit = Verb("edit", "edited")
  static let restore = Verb("restore", "restored")
  static let make = Verb("make", "made")
  static let set = Verb("set", "set")
}
