public import JournalEvents

extension PlantEdited {
  /// Returns the part of this edit that changes something about `plant`.
  public func changing(_ plant: PlantState) -> PlantEdited {
    guard let profile = plant.profile else { return self }
    var edit = PlantEdited()
    edit.scientificName = scientificName.changing(profile.scientificName)
    edit.commonNames = commonNames.changing(profile.commonNames)
    edit.family = family.changing(profile.family)
    edit.genus = genus.changing(profile.genus)
    edit.category = category.changing(profile.category)
    edit.nickname = nickname.changing(profile.nickname)
    edit.acquiredOn = acquiredOn.changing(profile.acquiredOn)
    edit.source = source.changing(profile.source)
    edit.confidence = confidence.changing(profile.confidence)
    edit.parent = parent.changing(profile.parent)
    edit.tags = tags.changing(profile.tags)
    edit.location = location.changing(plant.details.location)
    return edit
  }
}

extension Optional where Wrapped: Equatable {
  fileprivate func changing(_ old: Wrapped) -> Wrapped? {
    self == old ? nil : self
  }
}

extension FieldEdit {
  fileprivate func changing(_ old: Value?) -> FieldEdit {
    applied(to: old) == old ? .keep : self
  }
}

extension FieldEdit where Value: RangeReplaceableCollection {
  /// Returns the edit if it changes `old`. Cleared texts and lists are empty.
  fileprivate func changing(_ old: Value) -> FieldEdit {
    (applied(to: old) ?? Value()) == old ? .keep : self
  }
}

extension PlantAdded {
  /// Returns the plant's facts after an edit.
  public func edited(by edit: PlantEdited) -> PlantAdded {
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
