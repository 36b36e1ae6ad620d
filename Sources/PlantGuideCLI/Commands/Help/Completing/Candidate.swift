/// A word that a shell can offer.
struct Candidate: Hashable, Sendable {
  /// The whole word, as the program would get it.
  let value: String
  /// What it means, in a few words; may be empty.
  let meaning: String

  init(_ value: String, _ meaning: String = "") {
    self.value = value
    self.meaning = meaning
  }

  /// Whether nothing in the value would hide or break a line.
  var isShowable: Bool { SafeText.shown(value) == value }
}
