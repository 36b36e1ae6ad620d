internal import CatalogueKit
internal import CatalogueStore
internal import JournalCare
public import JournalEvents
public import JournalProjections

/// The picture of a plant in lists.
public struct PlantPicture: Sendable, Hashable {
  /// The plant's cover; `nil` if it has no photo.
  public let photo: PhotoID?
  /// The plant's category if it has a symbol, or else the catalogue's; `nil` if
  /// there is none.
  public let category: String?
}

extension Snapshot {
  /// Returns the pictures of plants.
  ///
  /// - Complexity: O(*p*) for *p* photos of these plants.
  public func pictures(
    of plants: some Sequence<PlantID>
  ) throws -> [PlantID: PlantPicture] {
    var pictures: [PlantID: PlantPicture] = [:]
    // Many plants are of one species.
    var listed: [String: String?] = [:]
    for id in plants where id != .home && pictures[id] == nil {
      let profile = try plant(id)?.profile
      var category = profile?.category
      if category.flatMap(CategoryIcon.name(of:)) == nil,
        let name = profile?.scientificName
      {
        let known =
          try listed[name] ?? BundledCatalogue.category(ofPlantCalled: name)
        listed[name] = .some(known)
        category = known ?? category
      }
      pictures[id] = PlantPicture(
        photo: try PhotoView.all(of: id, in: self).cover?.id,
        category: category)
    }
    return pictures
  }
}
