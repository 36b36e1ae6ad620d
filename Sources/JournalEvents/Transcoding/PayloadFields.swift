/// The fields of each event type, for transcoding and for checking input.
///
/// The typed bodies say the same in Swift; the golden samples hold both to
/// it.
extension EventType {
  /// The fields of this type's payload, `at` and `note` among them.
  public var fields: [PayloadField] { Self.table[self] ?? [] }

  /// The field named `name`, or `nil` where this type has none.
  public func field(_ name: String) -> PayloadField? {
    fields.first { $0.name == name }
  }

  private static let table: [EventType: [PayloadField]] = Dictionary(
    uniqueKeysWithValues: allCases.map { type in
      let common = [required("at", .instant), optional("note", .note)]
      return (type, common + type.ownFields)
    })

  private var ownFields: [PayloadField] {
    switch subject {
    case .plant: plantFields ?? observationFields ?? careFields
    case .room: roomFields
    case .journal: journalFields
    }
  }

  private var plantFields: [PayloadField]? {
    switch self {
    case .plantAdded: Self.plantAddedFields
    case .plantFavorited: [required("isFavorite", .bool)]
    case .plantMoved: [nullable("room", .room)]
    case .plantRemoved: [required("reason", choice(RemovalReason.self))]
    case .plantRestored: []
    case .plantEdited: Self.plantEditedFields
    default: nil
    }
  }

  private var observationFields: [PayloadField]? {
    switch self {
    case .plantNoted: [required("text", .note)]
    case .plantMeasured: Self.measures
    case .plantIdentified: Self.identificationFields
    case .careProfiled: Self.profileFields
    default: nil
    }
  }

  private static let plantAddedFields = [
    required("scientificName", .name),
    required("commonNames", .names),
    required("family", .optionalName),
    required("genus", .optionalName),
    optional("category", .name),
    optional("nickname", .name),
    optional("room", .room),
    optional("acquiredOn", .day),
    required("source", choice(IdentificationSource.self)),
    optional("confidence", .fraction),
    optional("parent", .plant),
    required("tags", .names),
  ]

  private static let plantEditedFields = [
    kept("scientificName", .name),
    clearable("commonNames", .names),
    clearable("family", .name),
    clearable("genus", .name),
    clearable("category", .name),
    clearable("nickname", .name),
    clearable("acquiredOn", .day),
    kept("source", choice(IdentificationSource.self)),
    clearable("confidence", .fraction),
    clearable("parent", .plant),
    clearable("tags", .names),
    clearable("location", choice(GrowingLocation.self)),
  ]

  private static let measures = [
    optional("height", .integer(1...PlantMeasured.maximumLength)),
    optional("spread", .integer(1...PlantMeasured.maximumLength)),
    optional("leaves", .integer(0...PlantMeasured.maximumLeaves)),
    optional("pot", .integer(1...PlantMeasured.maximumLength)),
  ]

  private static let identificationFields = [
    required("source", choice(IdentificationSource.self)),
    optional("confidence", .fraction),
    required(
      "topResults",
      .objects([
        required("scientificName", .name),
        optional("commonNames", .names),
        optional("family", .name),
        optional("confidence", .fraction),
      ])),
  ]

  private static let profileFields = [
    optional("light", .integer(CareProfiled.lightLevels)),
    optional(
      "watering",
      .object([
        required("intervalDays", .integer(1...ScheduleSet.maximumInterval)),
        optional("seasonalIntervalDays", .seasons),
        optional("amount", .amount),
      ])),
    optional(
      "temperature",
      .object([
        optional("minimum", .integer(CareProfiled.temperatures)),
        optional("maximum", .integer(CareProfiled.temperatures)),
        optional("optimal", .integer(CareProfiled.temperatures)),
        optional("isFrostTolerant", .bool),
      ])),
    optional("humidity", .integer(0...100)),
    optional(
      "fertilizer",
      .object([
        required("intervalDays", .integer(1...ScheduleSet.maximumInterval)),
        optional("type", choice(FertilizerType.self)),
        optional("activeMonths", .months),
      ])),
    optional("soil", .name),
    optional("growth", choice(GrowthRate.self)),
    optional("bloom", .months),
    required("source", choice(CareProfileSource.self)),
    optional("sourceURL", .text(limit: CareProfiled.urlLimit)),
  ]

  private var careFields: [PayloadField] {
    let kind = required("kind", .kind)
    let task = optional("task", .id)
    return switch self {
    case .scheduleSet: [kind] + Self.scheduleFields
    case .taskAdded: [kind, required("task", .id), required("due", .day)]
    case .taskCompleted:
      [kind, task, optional("amount", .amount), optional("batch", .name)]
    case .taskSkipped: [kind, task, required("due", .day)]
    case .taskSnoozed:
      [kind, task, nullable("settled", .day), required("until", .day)]
    default: [kind]
    }
  }

  private static let scheduleFields = [
    required("intervalDays", .integer(1...ScheduleSet.maximumInterval)),
    optional("seasonalIntervalDays", .seasons),
    optional("activeMonths", .months),
    optional("amount", .amount),
    optional("fertilizer", choice(FertilizerType.self)),
    optional("time", .time),
    optional("startOn", .day),
  ]

  private var roomFields: [PayloadField] {
    let place = FieldForm.integer(0...RoomCreated.maximumSortOrder)
    return switch self {
    case .roomCreated:
      [
        required("name", .name), required("icon", .optionalName),
        required("sortOrder", place),
      ]
    case .roomEdited:
      [
        kept("name", .name), kept("icon", .optionalName),
        kept("sortOrder", place),
      ]
    default: []
    }
  }

  private var journalFields: [PayloadField] {
    switch self {
    case .journalCreated:
      [required("journal", .id), required("timeZone", .name)]
    case .writerStarted:
      [required("program", .name), optional("previous", .id)]
    case .writerNamed:
      [required("writer", .id), nullable("name", .name)]
    case .settingChanged:
      [required("key", .name), nullable("value", .setting)]
    default:
      [
        required("writer", .id), required("sequence", .integer(1...Int.max)),
        required("hash", .hash), required("undone", .bool),
      ]
    }
  }
}

private func required(_ name: String, _ form: FieldForm) -> PayloadField {
  PayloadField(name: name, form: form, isRequired: true, null: .nothing)
}

private func nullable(_ name: String, _ form: FieldForm) -> PayloadField {
  PayloadField(name: name, form: form, isRequired: true, null: .value)
}

private func optional(_ name: String, _ form: FieldForm) -> PayloadField {
  PayloadField(name: name, form: form, isRequired: false, null: .absence)
}

/// A field that may be left out, and that `null` clears.
private func clearable(_ name: String, _ form: FieldForm) -> PayloadField {
  PayloadField(name: name, form: form, isRequired: false, null: .value)
}

/// A field that may be left out, and never has no value.
private func kept(_ name: String, _ form: FieldForm) -> PayloadField {
  PayloadField(name: name, form: form, isRequired: false, null: .nothing)
}

private func choice<Choice: RawRepresentable<String> & CaseIterable>(
  _ type: Choice.Type
) -> FieldForm {
  .choice(type.allCases.map(\.rawValue))
}
