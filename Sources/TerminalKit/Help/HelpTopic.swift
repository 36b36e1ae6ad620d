/// A subject that concerns many commands, explained in one place.
package struct HelpTopic: Sendable {
  /// The word after `help`.
  package let name: String
  /// The subject, as a heading.
  package let title: String
  /// The explanation.
  package let blocks: [HelpBlock]

  package init(name: String, title: String, blocks: [HelpBlock]) {
    self.name = name
    self.title = title
    self.blocks = blocks
  }

  /// The command lines of the explanation.
  package var examples: [String] {
    blocks.flatMap { block in
      guard case .examples(let lines) = block else { return [String]() }
      return lines
    }
  }
}

/// A part of an explanation, in help and in the manual page.
package enum HelpBlock: Sendable {
  case paragraph(String)
  /// Terms and their meanings.
  case list([(term: String, meaning: String)])
  /// Whole command lines.
  case examples([String])
}
