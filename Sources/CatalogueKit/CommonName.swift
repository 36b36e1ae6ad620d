/// A common name of a plant, and its language.
public struct CommonName: Sendable, Hashable {
  /// The language.
  public let language: CatalogueLanguage
  /// The name.
  public let text: String

  /// Creates a name.
  public init(_ text: String, in language: CatalogueLanguage) {
    self.text = text
    self.language = language
  }
}

/// A language of common names.
public enum CatalogueLanguage: String, Sendable, Hashable, CaseIterable {
  case english = "en"
  case german = "de"
  case french = "fr"
  case spanish = "es"
  case italian = "it"
  case dutch = "nl"
  case polish = "pl"

  /// Reads a code of two or three letters, which a country may follow, or the
  /// language's English name; `nil` if it is none of these languages.
  public init?(_ text: String) {
    let word = text.lowercased().prefix { $0.isLetter }
    let found = Self.allCases.first { language in
      language.rawValue == word || language.longCodes.contains(word)
        || language.name.lowercased() == word
    }
    guard let found else { return nil }
    self = found
  }

  /// The English name of the language.
  public var name: String {
    switch self {
    case .english: "English"
    case .german: "German"
    case .french: "French"
    case .spanish: "Spanish"
    case .italian: "Italian"
    case .dutch: "Dutch"
    case .polish: "Polish"
    }
  }

  /// The codes of ISO 639-2 and 639-3.
  private var longCodes: [Substring] {
    switch self {
    case .english: ["eng"]
    case .german: ["deu", "ger"]
    case .french: ["fra", "fre"]
    case .spanish: ["spa"]
    case .italian: ["ita"]
    case .dutch: ["nld", "dut"]
    case .polish: ["pol"]
    }
  }
}
