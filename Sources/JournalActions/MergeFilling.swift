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

  /// Compares a plant with the merged one, which gives it these fields.
  ///
  /// - Throws: ``TooManyTags`` if both have more tags than a plant can have.
  init(
    _ plant: PlantState, _ given: PlantEdited, from merged: PlantState,
    _ fields: [FactField], _ rooms: RoomList, _ calendar: CareCalendar
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
    since: OffsetInstant? = nil
  ) {
    steps.append(Step(command: command, note: note, since: since))
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
