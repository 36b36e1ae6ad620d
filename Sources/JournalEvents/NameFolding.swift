// Foundation stays out of the product, and no public interface of the standard
// library gives Unicode's normal forms; Foundation itself takes them from here.
@_spi(_Unicode) import Swift

extension String {
  /// This name as it is compared: without case, and the same for every way in
  /// which its characters can be composed (Unicode normal form C).
  public var foldedName: String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return lowercased() }
    var folded = UnicodeScalarView()
    for scalar in unicodeScalars {
      guard scalar.properties.changesWhenCaseFolded else {
        folded.append(scalar)
        continue
      }
      // Through upper case, so that "ß" meets "SS" and "ς" meets "Σ"; and
      // first to lower case, since "ẞ" is its own upper case.
      let upper = scalar.properties.lowercaseMapping.uppercased()
      folded.append(contentsOf: upper.lowercased().unicodeScalars)
    }
    var normal = UnicodeScalarView()
    normal.append(contentsOf: String(folded)._nfc)
    return String(normal)
  }
}
