internal import JournalCare
internal import JournalEvents
internal import JournalQueries

/// The commands that give a plant what only the one merged into it has.
struct MergeFilling {
  /// The commands, with the remarks on what they set.
  private(set) var commands: [(command: PlantCommand, note: String?)] = []

  /// Compares a plant with the merged one, which gives it these fields.
  ///
  /// - Throws: ``TooManyTags`` if both have more tags than a plant can have.
  init(
    _ plant: PlantState, _ given: PlantEdited, from merged: PlantState,
    _ fields: [FactField], _ rooms: RoomList
  ) throws {
    let edit = try Self.edit(filling: plant, given)
    if !edit.isEmpty { add(.edit(edit)) }
    let other = StandardRoom.other.id
    let room = rooms.effective(merged.room)
    if rooms.effective(plant.room) == other, room != other {
      add(.move(to: room))
    }
    for fact in PlantFact.all(of: merged, fields)
    where fact.isValid && plant.details.facts[fact.field.name] == nil {
      add(.setFact(FactSet(name: fact.field.name, value: fact.value)))
    }
    if merged.isFavorite, !plant.isFavorite { add(.favorite(true)) }
    if plant.details.careProfile == nil,
      let profile = merged.details.careProfile
    {
      add(.profileCare(profile.body))
    }
    for care in merged.cares {
      let present = plant.care(care.kind)
      guard present?.schedule == nil, present?.reminder == nil else { continue }
      let remark = merged.details.remarks.first {
        $0.kind == care.kind && $0.task == nil
      }
      if let schedule = care.schedule {
        add(.setSchedule(schedule), remark?.own)
      } else if let reminder = care.reminder {
        add(.remindOfPhotos(reminder.cadence), remark?.own)
      }
    }
  }

  private mutating func add(_ command: PlantCommand, _ note: String? = nil) {
    commands.append((command, note))
  }

  private static func edit(
    filling plant: PlantState, _ given: PlantEdited
  ) throws(TooManyTags) -> PlantEdited {
    let held = PlantEdited(of: plant)
    var missing = Set(
      PlantEdited.copies.map(\.field).filter { held.only([$0]).isEmpty })
    if held.scientificName?.foldedName != given.scientificName?.foldedName {
      // They say how another name was found.
      missing.subtract(["source", "confidence"])
    }
    var edit = given.only(missing)
    if case .set(let tags) = held.tags, case .set(let others) = given.tags {
      let names = Set(tags.map(\.foldedName))
      edit.tags = .set(tags + others.filter { !names.contains($0.foldedName) })
    }
    if case .set(let tags) = edit.tags, tags.count > FieldForm.listLimit {
      throw TooManyTags()
    }
    return edit.changing(plant)
  }
}
