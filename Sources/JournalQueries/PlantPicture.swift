internal import JournalCare
public import JournalEvents
public import JournalProjections

/// The picture of a plant in lists.
public struct PlantPicture: Sendable, Hashable {
  /// The plant's cover; `nil` if it has no photo.
  public let photo: PhotoID?
  /// The plant's category; `nil` if it has none.
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
    for id in plants where id != .home && pictures[id] == nil {
      pictures[id] = PlantPicture(
        photo: try PhotoView.all(of: id, in: self).cover?.id,
        category: try plant(id)?.profile?.category)
    }
    return pictures
  }
}
