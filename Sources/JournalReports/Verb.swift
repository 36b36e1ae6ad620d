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
