/// The parts of a scientific name.
public enum BotanicalName {
  /// The genus: the first word, with the sign of a hybrid genus. A sign that
  /// stands alone belongs to the word after it.
  public static func genus(of name: String) -> String {
    let words = name.split(separator: " ")
    guard let first = words.first else { return "" }
    guard first == "×", words.count > 1 else { return String(first) }
    return "×" + words[1]
  }

  /// The genus of a name that expressly gives no more, such as "Begonia sp.";
  /// `nil` for any other name.
  public static func genus(ofUndetermined name: String) -> String? {
    let words = name.split(whereSeparator: \.isWhitespace).map(String.init)
    guard let last = words.last?.lowercased(),
      undetermined.contains(last)
    else { return nil }
    let rest = words.dropLast()
    let length = rest.first == "×" ? 2 : 1
    return rest.count == length
      ? genus(of: rest.joined(separator: " ")) : nil
  }

  /// The words in place of an unknown epithet.
  private static let undetermined: Set = [
    "sp", "sp.", "spp", "spp.", "spec.", "species",
  ]

  /// The name without its cultivar, as in "Philodendron hederaceum" for
  /// "Philodendron hederaceum 'Brasil'"; `nil` if there is no cultivar.
  public static func species(ofCultivar name: String) -> String? {
    space(beforeCultivarOf: name).map { String(name[..<$0]) }
  }

  /// The genus and the epithet, with the sign of a hybrid: the name without
  /// cultivar, variety and author. A single word stays unchanged.
  public static func binomial(of name: String) -> String {
    let words = name.split(whereSeparator: \.isWhitespace)
    let signs = words.prefix(2).count { $0 == "×" || $0 == "x" }
    return words.prefix(2 + signs).joined(separator: " ")
  }

  /// The cultivar with its quotes and the space before them, if any.
  public static func cultivar(of name: String) -> String? {
    space(beforeCultivarOf: name).map { String(name[$0...]) }
  }

  private static func space(
    beforeCultivarOf name: String
  ) -> String.Index? {
    let text = name.utf8
    return text.indices.first { index in
      text[index] == UInt8(ascii: " ")
        && text[text.index(after: index)...].first == UInt8(ascii: "'")
    }
  }
}
