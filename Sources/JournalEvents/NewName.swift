/// The rule for names, tags and the like in new input: no blanks around them,
/// and one line each. It binds who writes; what events hold already is read
/// as it is.
public enum NewName {
  /// `text` without the blanks, tabs and line breaks around it.
  public static func trimmed(_ text: String) -> String {
    let inner = text.drop(while: \.isWhitespace)
    guard let last = inner.lastIndex(where: { !$0.isWhitespace }) else {
      return ""
    }
    return String(inner[...last])
  }

  /// Whether `text` has a tab or a line break within, which a table, a list
  /// of names or a line of history has no place for.
  public static func isBroken(_ text: String) -> Bool {
    text.unicodeScalars.contains { breaks.contains($0.value) }
  }

  /// Tab, line feed, vertical tab, form feed, carriage return, next line, and
  /// the separators of lines and paragraphs.
  private static let breaks: Set<UInt32> = [
    0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x85, 0x2028, 0x2029,
  ]
}
