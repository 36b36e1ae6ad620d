/// Keeps spreadsheets from taking a text for a formula.
///
/// A spreadsheet computes what begins with `=`, `+`, `-` or `@`, and a formula
/// in a plant's name could read other cells and send them away. Such a text is
/// written with an apostrophe before it, which spreadsheets take for "this is
/// text" and which reading takes away again. So that this can be undone
/// exactly, a text that looks as if it had been guarded is guarded as well.
enum FormulaGuard {
  /// `text` as it stands in a cell; nothing for none.
  static func guarded(_ text: String?) -> String {
    guard let text else { return "" }
    return isFormula(text.unicodeScalars[...]) ? "'" + text : text
  }

  /// The text that a cell means.
  static func unguarded(_ cell: String) -> String {
    let scalars = cell.unicodeScalars
    guard scalars.first == "'", isFormula(scalars[...]) else { return cell }
    return String(scalars.dropFirst())
  }

  /// Whether a spreadsheet might compute it, apostrophes before it aside.
  private static func isFormula(_ text: Substring.UnicodeScalarView) -> Bool {
    guard let first = text.first(where: { $0 != "'" }) else { return false }
    return beginnings.contains(first)
  }

  // The wide forms count in some languages' versions, and a tab or a line
  // break before the sign does not help.
  private static let beginnings: Set<Unicode.Scalar> = [
    "=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠",
  ]
}
