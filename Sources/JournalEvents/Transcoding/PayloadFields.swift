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
    case .plant: plantFields ?? careFields
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
    case .plantNoted: [required("text", .note)]
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
    guard self == .roomCreated else { return [] }
    return [
      required("name", .name), required("icon", .optionalName),
      required("sortOrder", .integer(0...RoomCreated.maximumSortOrder)),
    ]
  }

  private var journalFields: [PayloadField] {
    switch self {
    case .journalCreated:
      [required("journal", .id), required("timeZone", .name)]
    case .writerStarted:
      [required("program", .name), optional("previous", .id)]
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
  PayloadField(name: name, form: form, isRequired: true, isNullable: false)
}

private func nullable(_ name: String, _ form: FieldForm) -> PayloadField {
  PayloadField(name: name, form: form, isRequired: true, isNullable: true)
}

private func optional(_ name: String, _ form: FieldForm) -> PayloadField {
  PayloadField(name: name, form: form, isRequired: false, isNullable: false)
}

private func choice<Choice: RawRepresentable<String> & CaseIterable>(
  _ type: Choice.Type
) -> FieldForm {
  .choice(type.allCases.map(\.rawValue))
}
