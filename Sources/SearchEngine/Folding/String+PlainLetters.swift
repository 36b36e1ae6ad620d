extension String {
  /// This text with plain, small letters for Latin ones that have accents,
  /// strokes or are ligatures, as the search compares them: "Cœur" becomes
  /// "Coeur" with a capital only where it had a plain one.
  public var plainLetters: String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return self }
    var plain = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if let letters = LatinFolding.letters(for: scalar) {
        plain.append(contentsOf: letters.map(Unicode.Scalar.init))
      } else if scalar.properties.generalCategory != .nonspacingMark {
        plain.append(scalar)
      }
    }
    return String(plain)
  }
}
