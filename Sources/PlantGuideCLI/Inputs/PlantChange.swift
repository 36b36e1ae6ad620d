internal import JournalCare
internal import JournalEvents

/// What is wanted of one or several plants: values to set, and labels to add
/// to and take from those that each has.
struct PlantChange {
  /// The fields that get the same value everywhere.
  var fields = PlantEdited()
  /// Labels that are added.
  var tagged: [String] = []
  /// Labels that are taken away.
  var untagged: [String] = []

  /// Whether nothing is wanted.
  var isEmpty: Bool {
    fields.isEmpty && tagged.isEmpty && untagged.isEmpty
  }

  /// The edit that this is for one plant: only what changes something.
  func edit(of plant: PlantState) throws -> PlantEdited {
    var edit = fields
    if !tagged.isEmpty || !untagged.isEmpty {
      let tags = try tags(
        from: fields.tags.applied(to: plant.profile?.tags) ?? [])
      edit.tags = tags.isEmpty ? .clear : .set(tags)
    }
    if let genus = impliedGenus(of: plant) { edit.genus = .set(genus) }
    return edit.changing(plant)
  }

  private func tags(from old: [String]) throws -> [String] {
    let gone = Set(untagged.map(\.foldedName))
    var tags = old.filter { !gone.contains($0.foldedName) }
    var held = Set(tags.map(\.foldedName))
    for tag in tagged where held.insert(tag.foldedName).inserted {
      tags.append(tag)
    }
    guard tags.count <= FieldForm.listLimit else {
      throw UsageError(
        "a plant has at most \(FieldForm.listLimit) tags",
        hint: "take some away with --untag")
    }
    return tags
  }

  /// The genus follows the scientific name where it did so before.
  private func impliedGenus(of plant: PlantState) -> String? {
    guard let name = fields.scientificName, fields.genus == .keep,
      let profile = plant.profile,
      profile.genus == NameInput.genus(of: profile.scientificName)
    else { return nil }
    return NameInput.genus(of: name)
  }
}
