/// Something that holds for many commands, to be explained in one place.
struct HelpTopic: Sendable {
  /// The word after `help`.
  let name: String
  /// What it explains, as a heading.
  let title: String
  /// The explanation.
  let blocks: [HelpBlock]

  /// The command lines in it.
  var examples: [String] {
    blocks.flatMap { block in
      guard case .examples(let lines) = block else { return [String]() }
      return lines
    }
  }
}

/// A piece of an explanation, which help and the manual page show alike.
enum HelpBlock: Sendable {
  /// A term and what it means.
  struct Entry: Sendable {
    let term: String
    let meaning: String

    init(_ term: String, _ meaning: String) {
      self.term = term
      self.meaning = meaning
    }
  }

  case paragraph(String)
  case list([Entry])
  /// Whole command lines.
  case examples([String])
}
