internal import CatalogueKit
public import CatalogueStore
public import ErrorKit
public import JournalCare
public import JournalEvents
internal import JournalProjections
public import JournalQueries

/// An edit of one or several plants: values to set, and labels to add or
/// remove.
public struct PlantEdit: Sendable {
  /// The fields to change, with the same values for all plants.
  public var fields = PlantEdited()
  /// The labels to add.
  public var tagged: [String] = []
  /// The labels to remove.
  public var untagged: [String] = []
  /// The values of custom fields.
  public var facts: [FactSet] = []

  /// Creates an empty edit.
  public init() {}

  /// A Boolean value that indicates whether the edit is empty.
  public var isEmpty: Bool {
    fields.isEmpty && tagged.isEmpty && untagged.isEmpty && facts.isEmpty
  }
}

/// A request to edit plants.
public struct EditRequest {
  /// The plants.
  public var plants: PlantChoice
  /// The catalogues. If the edit changes a scientific name, they have the family
  /// and the like of the new species.
  public var catalogues: Catalogues
  /// The edit.
  public var edit: PlantEdit
  /// The time and remark of the edit.
  public var occasion: Occasion
  /// Checks each plant before the edit, and throws if the edit was made for
  /// another state.
  public var precondition: (@Sendable (PlantState) throws -> Void)?

  /// Creates a request.
  public init(
    _ plants: PlantChoice, _ edit: PlantEdit, in catalogues: Catalogues,
    _ occasion: Occasion = Occasion()
  ) {
    self.plants = plants
    self.catalogues = catalogues
    self.edit = edit
    self.occasion = occasion
  }
}

/// An error for a plant that would get too many labels.
public struct TooManyTags: DescribedError {
  public var facts: ErrorFacts {
    ErrorFacts(
      .invalidInput, "a plant has at most \(FieldForm.listLimit) tags",
      .removeTags)
  }
}

extension CareJournal {
  /// Edits plants, as one action.
  ///
  /// - Returns: ``Change/edited(_:_:parent:)``,
  ///   ``Change/factsSet(_:_:of:)`` or ``Change/unchanged(_:)`` for each; of
  ///   notices those on species, places and days.
  /// - Throws: `CareError`, ``TooManyTags``, and errors of `precondition` and
  ///   of choosing plants.
  public func edit(
    _ request: EditRequest, _ mode: ActionMode = .commit
  ) throws -> Receipt {
    try act(mode) { session, receipt in
      let (at, note) = try session.resolve(request.occasion, &receipt)
      let names = NameReadings(in: request.catalogues)
      var edits: [(plant: PlantName, edit: PlantEdited, facts: [FactSet])] = []
      for id in try session.snapshot().plants(request.plants) {
        let plant = try session.plant(id)
        try request.precondition?(plant)
        let (edit, notice) = try request.edit.edit(of: plant, in: names)
        let facts = request.edit.facts.filter {
          plant.details.facts[$0.name] != $0.value
        }
        let name = PlantName(id, plant.displayName)
        guard !edit.isEmpty || !facts.isEmpty else {
          receipt.changes.append(.unchanged(name))
          continue
        }
        edits.append((name, edit, facts))
        if let notice { receipt.notices.append(notice) }
      }
      guard !edits.isEmpty else { return }
      var unfit: [PlantName] = []
      var hasProfile = false
      try session.action { session in
        for (name, edit, facts) in edits {
          let before = try session.plant(name.id)
          if !edit.isEmpty {
            try session.perform(
              .edit(edit), on: name.id, at: at, note: note)
          }
          for fact in facts {
            try session.perform(
              .setFact(fact), on: name.id, at: at, note: note)
          }
          let plant = try session.plant(name.id)
          let called = PlantName(name.id, plant.displayName)
          if !edit.isEmpty {
            receipt.changes.append(try session.edited(called, edit))
          }
          if !facts.isEmpty {
            let fields = session.settings.fields
            receipt.changes.append(.factsSet(called, facts, of: fields))
          }
          if plant.needsOtherWatering(than: before, session.calendar) {
            if unfit.isEmpty {
              hasProfile = plant.details.careProfile != nil
            }
            unfit.append(PlantName(name.id, plant.displayName))
          }
        }
      }
      if !unfit.isEmpty {
        receipt.notices.append(
          .wateringUnchanged(unfit, hasProfile: hasProfile))
      }
      let acquired = edits.lazy.compactMap {
        $0.edit.acquiredOn.applied(to: nil)
      }.max()
      if let acquired, acquired > session.today {
        receipt.notices.append(.dayInFuture(acquired))
      }
    }
  }
}

extension PlantEdit {
  /// Returns the edit for one plant, with only the fields that change, and the
  /// notice on a new scientific name: that the family and the like come from the
  /// catalogue, or stay.
  ///
  /// A plant that has no common names, or those of its former species, gets
  /// those of the new species.
  package func edit(
    of plant: PlantState, in names: NameReadings?
  ) throws -> (edit: PlantEdited, notice: Notice?) {
    var edit = fields
    if !tagged.isEmpty || !untagged.isEmpty {
      let tags = try tags(
        from: fields.tags.applied(to: plant.profile?.tags) ?? [])
      edit.tags = tags.isEmpty ? .clear : .set(tags)
    }
    let former = plant.profile?.scientificName
    let renaming = fields.scientificName.flatMap { $0 == former ? nil : $0 }
    let species = try renaming.flatMap { try names?.certainNames(of: $0) }
    if let species {
      edit.family = edit.family.filled(with: species.family)
      edit.genus = edit.genus.filled(with: species.genus)
      edit.category = edit.category.filled(with: species.category)
      let usual = try former.flatMap { try names?.certainNames(of: $0) }
      let common = plant.profile?.commonNames ?? []
      if edit.commonNames == .keep,
        common.isEmpty || common == usual?.commonNames
      {
        edit.commonNames =
          species.commonNames.isEmpty ? .clear : .set(species.commonNames)
      }
    } else if let genus = impliedGenus(of: plant) {
      edit.genus = .set(genus)
    }
    edit = edit.changing(plant)
    let notice = renaming.flatMap {
      self.notice(on: plant, edit, called: $0, isKnown: species != nil)
    }
    return (edit, notice)
  }

  private func tags(from old: [String]) throws(TooManyTags) -> [String] {
    let gone = Set(untagged.map(\.foldedName))
    var tags = old.filter { !gone.contains($0.foldedName) }
    var held = Set(tags.map(\.foldedName))
    for tag in tagged where held.insert(tag.foldedName).inserted {
      tags.append(tag)
    }
    guard tags.count <= FieldForm.listLimit else { throw TooManyTags() }
    return tags
  }

  /// Returns the genus in the new scientific name, if the former name has the
  /// former genus.
  private func impliedGenus(of plant: PlantState) -> String? {
    guard let name = fields.scientificName, fields.genus == .keep,
      let profile = plant.profile,
      profile.genus == NameInput.genus(of: profile.scientificName)
    else { return nil }
    return NameInput.genus(of: name)
  }

  private func notice(
    on plant: PlantState, _ edit: PlantEdited, called name: String,
    isKnown: Bool
  ) -> Notice? {
    let open: [(SpeciesField, FieldEdit<String>, String?)] = [
      (.family, fields.family, plant.profile?.family),
      (.genus, fields.genus, plant.profile?.genus),
      (.category, fields.category, plant.profile?.category),
    ]
    let unsaid = open.filter { $0.1 == .keep }
    func isTaken(_ field: SpeciesField) -> Bool {
      switch field {
      case .family: edit.family != .keep
      case .genus: edit.genus != .keep
      case .category: edit.category != .keep
      }
    }
    guard !isKnown else {
      let taken = unsaid.map(\.0).filter(isTaken)
      return taken.isEmpty ? nil : .takenFromCatalogue(taken, species: name)
    }
    let kept = unsaid.filter { !isTaken($0.0) && $0.2?.isEmpty == false }
    return kept.isEmpty
      ? nil : .keptWithoutCatalogue(kept.map(\.0), species: name)
  }
}

extension FieldEdit<String> {
  /// Returns this edit, or the setting of a non-empty `value` if it keeps the
  /// field.
  fileprivate func filled(with value: String) -> FieldEdit {
    self == .keep && !value.isEmpty ? .set(value) : self
  }
}

extension PlantState {
  /// Returns whether the plant's location has changed since `before`, and the
  /// new one asks for another watering schedule.
  package func needsOtherWatering(
    than before: PlantState, _ calendar: CareCalendar
  ) -> Bool {
    guard let schedule = care(.watering)?.schedule,
      details.location != before.details.location
    else { return false }
    let advised = advisedWatering(calendar)
    return advised != before.advisedWatering(calendar)
      && advised != schedule.seasonalIntervalDays
  }

  private func advisedWatering(_ calendar: CareCalendar) -> SeasonalIntervals? {
    advice(for: details.careProfile?.body, in: calendar.hemisphere).first {
      $0.schedule.kind == .watering
    }?.schedule.seasonalIntervalDays
  }
}
