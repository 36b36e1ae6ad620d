internal import JournalCare
internal import JournalEvents
internal import JournalQueries
internal import JournalTime

/// The commands that give a plant what only the one merged into it has.
struct MergeFilling {
  /// A command, with the remark on what it sets, and the time from which that
  /// holds; `nil` for the time of the merge.
  struct Step {
    let command: PlantCommand
    var note: String?
    var since: OffsetInstant?
  }

  /// The commands in order.
  private(set) var steps: [Step] = []
  /// The commands that would replace what the plant has with what the merged
  /// one has; that stays behind.
  private(set) var leftBehind: [PlantCommand] = []

  /// Compares a plant with the merged one, which gives it these fields.
  ///
  /// - Throws: ``TooManyTags`` if both have more tags than a plant can have.
  init(
    _ plant: PlantState, _ given: PlantEdited, from merged: PlantState,
    _ fields: [FactField], _ rooms: RoomList, _ calendar: CareCalendar
  ) throws {
    let takesSpecies = !plant.isListed && merged.isListed
    let edit = try Self.edit(
      filling: plant, given, takingSpecies: takesSpecies)
    if !edit.isEmpty { add(.edit(edit)) }
    let left = Self.left(
      of: given.changing(plant), by: plant, takingSpecies: takesSpecies)
    if !left.isEmpty { leftBehind.append(.edit(left)) }
    let other = StandardRoom.other.id
    let (room, held) = (
      rooms.effective(merged.room), rooms.effective(plant.room)
    )
    if room != other, room != held {
      add(.move(to: room), isLacking: held == other)
    }
    for fact in PlantFact.all(of: merged, fields) where fact.isValid {
      let value = plant.details.facts[fact.field.name]
      guard value != fact.value else { continue }
      add(
        .setFact(FactSet(name: fact.field.name, value: fact.value)),
        isLacking: value == nil)
    }
    if merged.isFavorite, !plant.isFavorite { add(.favorite(true)) }
    if let profile = merged.details.careProfile?.body,
      profile != plant.details.careProfile?.body
    {
      add(.profileCare(profile), isLacking: plant.details.careProfile == nil)
    }
    for care in merged.cares {
      let present = plant.care(care.kind)
      guard present?.schedule == nil, present?.reminder == nil else {
        if let schedule = care.schedule, schedule != present?.schedule {
          leftBehind.append(.setSchedule(schedule))
        } else if let cadence = care.reminder?.cadence,
          cadence != present?.reminder?.cadence
        {
          leftBehind.append(.remindOfPhotos(cadence))
        }
        continue
      }
      let remark = merged.details.remarks.first {
        $0.kind == care.kind && $0.task == nil
      }
      if let schedule = care.schedule {
        add(
          .setSchedule(
            schedule.counted(in: calendar, for: plant, as: care, of: merged)),
          remark?.own,
          since: care.scheduledSince.map(calendar.zone.offsetInstant))
      } else if let reminder = care.reminder {
        add(
          .remindOfPhotos(reminder.cadence), remark?.own,
          since: calendar.zone.offsetInstant(
            of: calendar.zone.startOfDay(reminder.since)))
      }
    }
  }

  private mutating func add(
    _ command: PlantCommand, _ note: String? = nil,
    since: OffsetInstant? = nil, isLacking: Bool = true
  ) {
    guard isLacking else { return leftBehind.append(command) }
    steps.append(Step(command: command, note: note, since: since))
  }

  private static func edit(
    filling plant: PlantState, _ given: PlantEdited, takingSpecies: Bool
  ) throws(TooManyTags) -> PlantEdited {
    let held = PlantEdited(of: plant)
    var missing = Set(
      PlantEdited.copies.map(\.field).filter { held.only([$0]).isEmpty })
    if held.scientificName?.foldedName != given.scientificName?.foldedName {
      // They say how another name was found.
      missing.subtract(["source", "confidence"])
    }
    if takingSpecies { missing.formUnion(speciesFields) }
    var edit = given.only(missing)
    if takingSpecies, let profile = plant.profile, profile.nickname == nil,
      profile.commonNames.isEmpty
    {
      // It is still shown and found by the name that it had.
      let others = edit.commonNames.applied(to: nil) ?? []
      let former = profile.scientificName
      edit.commonNames = .set(
        Array(
          ([former] + others.filter { $0.foldedName != former.foldedName })
            .prefix(FieldForm.listLimit)))
    }
    if case .set(let tags) = held.tags, case .set(let others) = given.tags {
      let names = Set(tags.map(\.foldedName))
      edit.tags = .set(tags + others.filter { !names.contains($0.foldedName) })
    }
    if case .set(let tags) = edit.tags, tags.count > FieldForm.listLimit {
      throw TooManyTags()
    }
    return edit.changing(plant)
  }

  /// The fields that follow from the species, or say how it was found.
  private static let speciesFields = [
    "scientificName", "family", "genus", "category", "source", "confidence",
  ]

  /// Returns the differing fields that do not come along. Both nicknames find
  /// the plant, and tags of both come along.
  private static func left(
    of given: PlantEdited, by plant: PlantState, takingSpecies: Bool
  ) -> PlantEdited {
    let held = PlantEdited(of: plant)
    var fields = Set(
      PlantEdited.copies.map(\.field).filter { !held.only([$0]).isEmpty })
    fields.subtract(["nickname", "tags", "source", "confidence"])
    if takingSpecies { fields.subtract(speciesFields) }
    var left = given.only(fields)
    if case .set(let names) = left.commonNames {
      let own = Set(plant.profile?.commonNames.map(\.foldedName) ?? [])
      let others = names.filter { !own.contains($0.foldedName) }
      left.commonNames = others.isEmpty ? .keep : .set(others)
    }
    return left
  }
}

extension ScheduleSet {
  /// Returns the schedule of a merged plant's care as it counts for another:
  /// with its due day as the first one if it would count from the later day on
  /// which the other was added.
  fileprivate func counted(
    in calendar: CareCalendar, for plant: PlantState, as care: CareState,
    of merged: PlantState
  ) -> ScheduleSet {
    guard plant.care(kind).flatMap(calendar.settledDay) == nil,
      let due = calendar.explanation(of: care, in: merged), !due.basis.isDue,
      let added = plant.addedAt?.instant,
      calendar.zone.localDay(of: added) > due.basis.day
    else { return self }
    return ScheduleSet(
      kind: kind, intervalDays: intervalDays,
      seasonalIntervalDays: seasonalIntervalDays, activeMonths: activeMonths,
      amount: amount, fertilizer: fertilizer, time: time,
      startOn: due.activeDay)
  }
}
