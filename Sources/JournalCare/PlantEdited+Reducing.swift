public import JournalEvents

extension PlantEdited {
  /// The part of this edit that changes something about `plant`.
  public func changing(_ plant: PlantState) -> PlantEdited {
    guard let profile = plant.profile else { return self }
    var edit = PlantEdited()
    edit.scientificName = scientificName.changing(profile.scientificName)
    edit.commonNames = commonNames.changing(profile.commonNames.orNil)
    edit.family = family.changing(profile.family.orNil)
    edit.genus = genus.changing(profile.genus.orNil)
    edit.category = category.changing(profile.category)
    edit.nickname = nickname.changing(profile.nickname)
    edit.acquiredOn = acquiredOn.changing(profile.acquiredOn)
    edit.source = source.changing(profile.source)
    edit.confidence = confidence.changing(profile.confidence)
    edit.parent = parent.changing(profile.parent)
    edit.tags = tags.changing(profile.tags.orNil)
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

extension Collection {
  /// `nil` for nothing, which is what clearing leaves.
  fileprivate var orNil: Self? { isEmpty ? nil : self }
}
