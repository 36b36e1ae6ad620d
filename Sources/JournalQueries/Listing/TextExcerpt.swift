/// The part of a long text around a match, as one line.
public struct TextExcerpt: Sendable {
  /// The part, with dots where it was cut.
  public let text: String
  /// The matches, as byte ranges of the part.
  public let marks: [Range<Int>]

  // In characters; a line of a terminal has about twice as many.
  private static let before = 16
  private static let longest = 56

  /// Cuts out the part around the first match.
  ///
  /// - Parameters:
  ///   - text: The whole text.
  ///   - marks: The matches, as byte ranges of the text's UTF-8, in order.
  public init(_ text: String, around marks: [Range<Int>]) {
    let isShort =
      text.index(
        text.startIndex, offsetBy: Self.longest, limitedBy: text.endIndex)
      == nil
    let first = isShort ? nil : marks.first
    let found =
      first.flatMap {
        text.utf8.index(text.startIndex, offsetBy: $0.lowerBound)
          .samePosition(in: text)
      } ?? text.startIndex
    let start = Self.wordStart(before: found, in: text)
    let end =
      text.index(start, offsetBy: Self.longest, limitedBy: text.endIndex)
      ?? text.endIndex
    let lead = start == text.startIndex ? "" : "… "
    let shown = text.utf8.distance(from: text.startIndex, to: start)
    let last = text.utf8.distance(from: text.startIndex, to: end)
    self.text =
      lead + Self.line(text[start..<end])
      + (end == text.endIndex ? "" : " …")
    let shift = lead.utf8.count - shown
    self.marks = marks.compactMap { mark in
      guard mark.lowerBound >= shown, mark.upperBound <= last else {
        return nil
      }
      return (mark.lowerBound + shift)..<(mark.upperBound + shift)
    }
  }

  /// Returns the start of the words shortly before `place`.
  private static func wordStart(
    before place: String.Index, in text: String
  ) -> String.Index {
    guard
      let start = text.index(
        place, offsetBy: -before, limitedBy: text.startIndex)
    else { return text.startIndex }
    let blank = text[start..<place].firstIndex(where: \.isWhitespace)
    return blank.map { text.index(after: $0) } ?? place
  }

  /// Returns `text` with a space for each byte of a line break or tab, so that
  /// byte ranges remain valid.
  private static func line(_ text: Substring) -> String {
    String(
      decoding: text.utf8.map { (0x09...0x0d).contains($0) ? 0x20 : $0 },
      as: UTF8.self)
  }
}
