public import SearchEngine

/// What is known of a genus: what all its plants share.
public struct CatalogueGenus: Sendable, Hashable {
  /// Its name.
  public let name: String
  /// Its family; empty where it is not known.
  public let family: String
  /// The category of all its plants; empty where they have several.
  public let category: String
  /// How many plants of it there are.
  public let entryCount: Int
}

extension Catalogue {
  /// The genus of a name, in any case; `nil` where there is none.
  ///
  /// - Complexity: O(*n*) for *n* genera and the plants of one.
  public func genus(
    named name: String
  ) throws(ImageError) -> CatalogueGenus? {
    let folded = FoldedText(name).bytes
    let groups = try groups(by: .genus)
    guard
      let group = groups.first(where: { FoldedText($0.name).bytes == folded })
    else { return nil }
    var families: Set<String> = []
    var categories: Set<String> = []
    for number in try entries(ofGenus: group.number) {
      let entry = try entry(number)
      families.insert(entry.family)
      categories.insert(entry.category)
    }
    return CatalogueGenus(
      name: group.name, family: Self.only(families),
      category: Self.only(categories), entryCount: group.entryCount)
  }

  private static func only(_ names: Set<String>) -> String {
    names.count == 1 ? names.first ?? "" : ""
  }
}
