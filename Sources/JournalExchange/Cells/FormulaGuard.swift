/// Keeps spreadsheets from treating a text as a formula.
///
/// A spreadsheet computes text that begins with `=`, `+`, `-` or `@`, and a
/// formula in a plant's name could read other cells and send them away. Such a
/// text gets an apostrophe before it, which means "this is text" to
/// spreadsheets, and which reading removes again. To make this exactly
/// reversible, a text that already looks guarded is guarded as well.
enum FormulaGuard {
  /// Returns `text` as a cell holds it; empty for `nil`.
  static func guarded(_ text: String?) -> String {
    guard let text else { return "" }
    return isFormula(text.unicodeScalars[...]) ? "'" + text : text
  }

  /// Returns the text of a cell.
  static func unguarded(_ cell: String) -> String {
    let scalars = cell.unicodeScalars
    guard scalars.first == "'", isFormula(scalars[...]) else { return cell }
    return String(scalars.dropFirst())
  }

  /// Returns whether a spreadsheet might compute it, apart from apostrophes
  /// before it.
  private static func isFormula(_ text: Substring.UnicodeScalarView) -> Bool {
    guard let first = text.first(where: { $0 != "'" }) else { return false }
    return beginnings.contains(first)
  }

  // The wide forms count in some language versions, and a tab or a line break
  // before the sign gives no protection.
  private static let beginnings: Set<Unicode.Scalar> = [
    "=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠",
  ]
}
