internal import TextKit

/// The width of text on a terminal, in columns.
package enum TextWidth {
  /// Returns the columns of a text without line breaks.
  ///
  /// - Complexity: O(*n*); there is a fast path for plain Latin letters.
  package static func columns(of text: String) -> Int {
    text.plainColumns ?? text.reduce(0) { $0 + columns(of: $1) }
  }

  /// Returns the columns that a text takes on terminals with the poorest
  /// support for emoji, which show skin tones and joined emoji side by side.
  ///
  /// Columns are aligned by ``columns(of:)``, but this function decides whether
  /// a line fits, so that no terminal breaks it.
  package static func mostColumns(of text: String) -> Int {
    text.plainColumns ?? text.reduce(0) { $0 + mostColumns(of: $1) }
  }

  /// Returns the same for one grapheme cluster.
  package static func mostColumns(of character: Character) -> Int {
    let parts = character.unicodeScalars.reduce(0) { sum, scalar in
      isHangulPart(scalar) ? sum : sum + columns(of: scalar)
    }
    return max(parts, columns(of: character))
  }

  /// Returns the columns of one grapheme cluster.
  ///
  /// Marks are drawn over their base and joined characters into it; other
  /// letters of a cluster, as in Devanagari or Thai, have columns of their own.
  /// An emoji made by a selector takes two.
  package static func columns(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    var columns = 0
    var isJoined = false
    var previous: Unicode.Scalar?
    for scalar in scalars {
      if scalar == "\u{FE0F}", previous?.properties.isEmoji == true {
        columns = max(columns, 2)
      } else if !isJoined, previous == nil || !isDrawnOver(scalar) {
        columns += self.columns(of: scalar)
      }
      isJoined =
        scalar == "\u{200D}"
        && (previous == "\u{FE0F}" || previous?.isPicture == true)
      previous = scalar
    }
    return columns
  }

  /// Returns whether the scalar is a skin tone or a part of a Hangul syllable.
  private static func isDrawnOver(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isEmojiModifier || isHangulPart(scalar)
  }

  private static func isHangulPart(_ scalar: Unicode.Scalar) -> Bool {
    0x1160...0x11FF ~= scalar.value || 0xD7B0...0xD7FF ~= scalar.value
  }

  private static func columns(of scalar: Unicode.Scalar) -> Int {
    // Half a flag; the two halves make two columns.
    if 0x1F1E6...0x1F1FF ~= scalar.value { return 1 }
    let properties = scalar.properties
    if properties.isEmojiPresentation || isWide(scalar) { return 2 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .control, .format,
      .lineSeparator, .paragraphSeparator:
      return 0
    default:
      return properties.isDefaultIgnorableCodePoint ? 0 : 1
    }
  }

  /// Returns the longest start of `text` that fits, with `ellipsis` at the end
  /// if it is cut and there is space.
  package static func truncated(
    _ text: String, to width: Int, ellipsis: String = "…"
  ) -> String {
    guard columns(of: text) > width else { return text }
    let ending = columns(of: ellipsis) <= width ? ellipsis : ""
    var result = ""
    var room = width - columns(of: ending)
    for character in text {
      room -= columns(of: character)
      if room < 0 { break }
      result.append(character)
    }
    return result + ending
  }

  /// Returns the text in pieces of at most `width` columns, broken after a slash
  /// or a hyphen if there is one; a character that is wider is a piece of its
  /// own.
  static func pieces(of text: some StringProtocol, _ width: Int) -> [String] {
    var pieces: [String] = []
    var room = 0
    for character in text {
      let columns = columns(of: character)
      if pieces.isEmpty || columns > room {
        var rest = ""
        if let last = pieces.indices.last,
          let end = pieces[last].lastIndex(where: { "/-".contains($0) })
        {
          rest = String(pieces[last][pieces[last].index(after: end)...])
          pieces[last].removeLast(rest.count)
        }
        pieces.append(rest)
        room = width - Self.columns(of: rest)
      }
      pieces[pieces.count - 1].append(character)
      room -= columns
    }
    return pieces
  }

  /// Returns `text` padded with spaces to `width` columns, or unchanged if
  /// longer.
  package static func padded(
    _ text: String, to width: Int, alignment: Alignment = .left
  ) -> String {
    let blanks = String(
      repeating: " ", count: max(0, width - columns(of: text)))
    return alignment == .left ? text + blanks : blanks + text
  }

  /// The side of its column at which a text is placed.
  package enum Alignment: Sendable {
    case left
    case right
  }
}

extension TextWidth {
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x1100 else { return false }
    return wideRanges.contains { $0.contains(scalar.value) }
  }

  // East_Asian_Width W and F of Unicode's EastAsianWidth.txt, without emoji,
  // which have their own property; ranges span unassigned scalars.
  private static let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247,
    0x3250...0x4DBF, 0x4E00...0xA4C6, 0xA960...0xA97C, 0xAC00...0xD7A3,
    0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60,
    0xFFE0...0xFFE6, 0x16FE0...0x18D08, 0x1AFF0...0x1B2FB,
    0x1F200...0x1F265, 0x20000...0x3FFFD,
  ]
}
