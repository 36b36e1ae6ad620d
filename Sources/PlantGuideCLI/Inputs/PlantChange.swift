internal import JournalCare
internal import JournalEvents
internal import TerminalKit

/// What is wanted of one or several plants: values to set, and labels to add
/// to and take from those that each has.
struct PlantChange {
  /// The fields that get the same value everywhere.
  var fields = PlantEdited()
  /// Labels that are added.
  var tagged: [String] = []
  /// Labels that are taken away.
  var untagged: [String] = []

  /// What the catalogue knows of the new scientific name; `nil` where none is
  /// given, or it does not know it.
  var kinship: CatalogueNames?

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
    if renames(plant), let kinship {
      edit.take(kinship)
    } else if let genus = impliedGenus(of: plant) {
      edit.genus = .set(genus)
    }
    return edit.changing(plant)
  }

  /// Whether the plant's scientific name becomes another one.
  func renames(_ plant: PlantState) -> Bool {
    fields.scientificName.map { $0 != plant.profile?.scientificName } ?? false
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

extension PlantEdited {
  /// Takes the family, the genus and the category that go with a new
  /// scientific name, where nothing else is said of them.
  fileprivate mutating func take(_ kinship: CatalogueNames) {
    func taken(_ edit: FieldEdit<String>, _ name: String) -> FieldEdit<String> {
      edit == .keep && !name.isEmpty ? .set(name) : edit
    }
    family = taken(family, kinship.family)
    genus = taken(genus, kinship.genus)
    category = taken(category, kinship.category)
  }
}
