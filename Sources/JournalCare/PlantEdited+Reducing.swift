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

extension PlantEdited {
  /// Creates the edit that gives a plant all that this one has. A name that
  /// somebody typed has no source.
  public init(of plant: PlantState) {
    self.init()
    guard let profile = plant.profile else { return }
    scientificName = profile.scientificName
    commonNames = FieldEdit(profile.commonNames)
    family = FieldEdit(profile.family)
    genus = FieldEdit(profile.genus)
    category = FieldEdit(profile.category)
    nickname = FieldEdit(profile.nickname)
    acquiredOn = FieldEdit(profile.acquiredOn)
    source = profile.source == .manual ? nil : profile.source
    confidence = FieldEdit(profile.confidence)
    parent = FieldEdit(profile.parent)
    tags = FieldEdit(profile.tags)
    location = FieldEdit(plant.details.location)
  }
}

extension FieldEdit {
  /// Sets a value, or keeps the field for `nil`.
  fileprivate init(_ value: Value?) {
    self = value.map { .set($0) } ?? .keep
  }
}

extension FieldEdit where Value: Collection {
  /// Sets a text or a list, or keeps the field for an empty one.
  fileprivate init(_ value: Value) {
    self = value.isEmpty ? .keep : .set(value)
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
