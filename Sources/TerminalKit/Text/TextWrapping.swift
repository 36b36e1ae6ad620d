/// Breaks text into lines between words.
enum TextWrapping {
  /// The words of `text` in lines of at most `width` columns; a longer word
  /// has a line of its own. The first line begins with `indent` blanks, the
  /// others with `hanging`.
  static func wrap(
    _ text: String, width: Int, indent: Int = 0, hanging: Int = 0
  ) -> String {
    var lines: [String] = []
    var line = String(repeating: " ", count: indent)
    var columns = indent
    var isEmpty = true
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      let size = TextWidth.columns(of: String(word))
      if !isEmpty, columns + 1 + size > width {
        lines.append(line)
        line = String(repeating: " ", count: hanging)
        columns = hanging
        isEmpty = true
      }
      line += isEmpty ? word : " " + word
      columns += size + (isEmpty ? 0 : 1)
      isEmpty = false
    }
    lines.append(line)
    return lines.joined(separator: "\n")
  }
}
