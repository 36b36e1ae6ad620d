internal import JournalEvents

extension PlantAdded {
  /// What is said of the plant after an edit.
  func edited(by edit: PlantEdited) -> PlantAdded {
    PlantAdded(
      scientificName: edit.scientificName ?? scientificName,
      commonNames: edit.commonNames.applied(to: commonNames) ?? [],
      family: edit.family.applied(to: family) ?? "",
      genus: edit.genus.applied(to: genus) ?? "",
      category: edit.category.applied(to: category),
      nickname: edit.nickname.applied(to: nickname), room: room,
      acquiredOn: edit.acquiredOn.applied(to: acquiredOn),
      source: edit.source ?? source,
      confidence: edit.confidence.applied(to: confidence),
      parent: edit.parent.applied(to: parent),
      tags: edit.tags.applied(to: tags) ?? [])
  }
}
