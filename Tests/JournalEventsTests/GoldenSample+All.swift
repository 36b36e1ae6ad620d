import JournalEvents
import JournalTestSupport
import JournalTime

extension GoldenSample {
  /// Two samples of every type: with all optional fields, and with none.
  static let all =
    EventType.allCases.flatMap { type in
      [
        GoldenSample(
          name: type.rawValue, isWritten: type != .plantMeasured,
          payload: EventPayload(
            at: instant("2026-03-01T09:00:00.250+01:00"),
            note: "Dry — \"really\" 🌱", body: full(type))),
        GoldenSample(
          name: "\(type.rawValue).minimal", isWritten: type != .plantMeasured,
          payload: EventPayload(
            at: instant("2026-03-01T08:00:00Z"), body: minimal(type))),
      ]
    } + corrections + measurements + names + undoings + tasks + withPhotos
    + amendments + withPlace

  /// The second versions of what tells of tasks.
  private static let tasks: [GoldenSample] = [
    (
      full: EventBody.taskAdded(
        .init(
          kind: .pestControl, task: task, due: day("2026-04-01"),
          every: .months(3), title: "Nach Läusen sehen 🌱")),
      least: EventBody.taskAdded(
        .init(kind: .other, task: task, due: day("2026-04-01")))
    ),
    (
      .taskCompleted(
        .init(
          kind: .pestControl, task: task, due: day("2026-04-01"),
          title: "Nach Läusen sehen 🌱", amount: "250ml",
          batch: "room Kitchen")), .taskCompleted(.init(kind: .misting))
    ),
    (
      .taskSkipped(
        .init(
          kind: .other, task: task, due: day("2026-04-01"),
          title: "Buy soil")),
      .taskSkipped(.init(kind: .watering, due: day("2026-03-08")))
    ),
    (
      .taskSnoozed(
        .init(
          kind: .other, task: task, settled: day("2026-03-01"),
          until: day("2026-03-11"), title: "Buy soil")),
      .taskSnoozed(
        .init(kind: .watering, settled: nil, until: day("2026-03-11")))
    ),
  ].flatMap { samples(2, full: $0.full, least: $0.least) }

  /// The versions that name a photo, or its thumbnail.
  private static let withPhotos =
    samples(
      3,
      full: .taskCompleted(
        .init(
          kind: .pestControl, task: task, due: day("2026-04-01"),
          title: "Nach Läusen sehen 🌱", amount: "250ml", batch: "room Kitchen",
          photo: photo)), least: .taskCompleted(.init(kind: .misting)))
    + samples(
      2,
      full: .plantIdentified(
        .init(
          source: .plantNetAPI, confidence: 0.87,
          topResults: fullIdentification.topResults, photo: photo)),
      least: minimal(.plantIdentified))
    + samples(
      3,
      full: .plantIdentified(
        .init(
          source: .onDevice, confidence: 0.87,
          topResults: fullIdentification.topResults, photo: photo,
          model: "plantnet-300k-resnet18", modelVersion: "2021-10")),
      least: minimal(.plantIdentified))
    + samples(
      2, full: .careProfiled(careOfRooms),
      least: .careProfiled(.init(source: .openPlantbook)))
    + samples(
      2,
      full: .photoCaptured(
        .init(
          photo: photo, sha256: BlobName(of: Array("kept".utf8)),
          byteCount: 421_337, width: 1_536, height: 2_048,
          mediaType: "image/jpeg", dateSource: .fileName,
          sourceSha256: BlobName(of: Array("source".utf8)),
          dhash: "00f8c4e2a1b3d5f7",
          thumbnailSha256: BlobName(of: Array("small".utf8)))),
      least: minimal(.photoCaptured))

  /// The version of an identification that names a place.
  private static let withPlace = samples(
    4,
    full: .plantIdentified(
      .init(
        source: .onDevice, confidence: 0.87,
        topResults: fullIdentification.topResults, photo: photo,
        model: "plantnet-300k-resnet18", modelVersion: "2021-10",
        place: Coordinates(latitude: 52.52, longitude: -13.40512))),
    least: minimal(.plantIdentified))

  /// The version of care that stands in the place of other care.
  private static let amendments = samples(
    4,
    full: .taskCompleted(
      .init(
        kind: .pestControl, task: task, due: day("2026-04-01"),
        title: "Nach Läusen sehen 🌱", amount: "250ml", batch: "room Kitchen",
        photo: photo, amends: care)),
    least: .taskCompleted(.init(kind: .misting)))

  private static let care = NamedEvent(
    writer: writer, sequence: 1_040,
    hash: EventHash(of: "completed".utf8.span.bytes))

  /// The samples of a later version of a type.
  private static func samples(
    _ schema: UInt64, full: EventBody, least: EventBody
  ) -> [GoldenSample] {
    let name = "\(full.type.rawValue).\(schema)"
    return [
      GoldenSample(
        name: name, schema: schema,
        payload: EventPayload(
          at: instant("2026-03-01T09:00:00.250+01:00"),
          note: "Dry — \"really\" 🌱", body: full)),
      GoldenSample(
        name: "\(name).minimal", schema: schema,
        payload: EventPayload(
          at: instant("2026-03-01T08:00:00Z"), body: least)),
    ]
  }

  /// The second version of `plant.noted`.
  private static let corrections = [
    GoldenSample(
      name: "plant.noted.2", schema: 2,
      payload: EventPayload(
        at: instant("2026-03-01T09:00:00.250+01:00"),
        note: "Dry — \"really\" 🌱",
        body: .plantNoted(
          .init(
            text: "Two new leaves.",
            replaces: EventHash(of: "noted".utf8.span.bytes))))),
    GoldenSample(
      name: "plant.noted.2.minimal", schema: 2,
      payload: EventPayload(
        at: instant("2026-03-01T08:00:00Z"),
        body: .plantNoted(
          .init(
            text: "", replaces: EventHash(of: "noted".utf8.span.bytes))))),
  ]

  /// The second version of `plant.measured`, the first that has millimetres.
  private static let measurements =
    [
      GoldenSample(
        name: "plant.measured.2", schema: 2,
        payload: EventPayload(
          at: instant("2026-03-01T09:00:00.250+01:00"),
          note: "Dry — \"really\" 🌱", body: full(.plantMeasured))),
      GoldenSample(
        name: "plant.measured.2.minimal", schema: 2,
        payload: EventPayload(
          at: instant("2026-03-01T08:00:00Z"), body: minimal(.plantMeasured))),
    ]
    + samples(
      3,
      full: .plantMeasured(
        .init(height: 1_420, spread: 900, leaves: 0, pot: 240, health: 4)),
      least: minimal(.plantMeasured))

  /// The second version of `writer.named`.
  private static let names = [
    GoldenSample(
      name: "writer.named.2", schema: 2,
      payload: EventPayload(
        at: instant("2026-03-01T09:00:00.250+01:00"),
        note: "Dry — \"really\" 🌱",
        body: .writerNamed(
          .init(
            writer: writer,
            name: WriterName(device: "Handy — Küche", person: "Änne"))))),
    GoldenSample(
      name: "writer.named.2.minimal", schema: 2,
      payload: EventPayload(
        at: instant("2026-03-01T08:00:00Z"),
        body: .writerNamed(.init(writer: earlier, name: WriterName())))),
  ]

  /// The second version of `action.undone`.
  private static let undoings = [
    GoldenSample(
      name: "action.undone.2", schema: 2,
      payload: EventPayload(
        at: instant("2026-03-01T09:00:00.250+01:00"),
        note: "Dry — \"really\" 🌱",
        body: .actionUndone(
          .init(
            writer: writer, sequence: 1_040,
            hash: EventHash(of: "undone".utf8.span.bytes), plant: parent,
            undone: true)))),
    GoldenSample(
      name: "action.undone.2.minimal", schema: 2,
      payload: EventPayload(
        at: instant("2026-03-01T08:00:00Z"), body: minimal(.actionUndone))),
  ]

  private static func full(_ type: EventType) -> EventBody {
    switch type.subject {
    case .plant:
      fullPlant(type) ?? fullObservation(type) ?? fullPhoto(type)
        ?? fullCare(type)
    case .room: fullRoom(type)
    case .journal: fullJournal(type)
    }
  }

  private static func fullPlant(_ type: EventType) -> EventBody? {
    switch type {
    case .plantAdded:
      .plantAdded(
        .init(
          scientificName: "Monstera deliciosa",
          commonNames: ["Swiss cheese plant", "Fensterblatt"],
          family: "Araceae", genus: "Monstera", category: "foliage",
          nickname: "Monty", room: room, acquiredOn: day("2026-02-28"),
          source: .plantNetAPI, confidence: 0.875, parent: parent,
          tags: ["gift", "südfenster"]))
    case .plantMoved: .plantMoved(.init(room: room))
    case .plantEdited: .plantEdited(fullEdit)
    case .plantFavorited, .plantRemoved, .plantRestored, .plantMerged:
      minimal(type)
    default: nil
    }
  }

  private static let fullEdit: PlantEdited = {
    var edit = PlantEdited()
    edit.scientificName = "Monstera adansonii"
    edit.commonNames = .set(["Monkey mask"])
    edit.family = .clear
    edit.genus = .set("Monstera")
    edit.category = .set("climber")
    edit.nickname = .clear
    edit.acquiredOn = .set(day("2026-02-27"))
    edit.source = .catalogue
    edit.confidence = .clear
    edit.parent = .set(parent)
    edit.tags = .set([])
    edit.location = .set(.greenhouse)
    return edit
  }()

  private static func fullObservation(_ type: EventType) -> EventBody? {
    switch type {
    case .plantNoted: minimal(type)
    case .plantMeasured:
      .plantMeasured(.init(height: 1_420, spread: 900, leaves: 0, pot: 240))
    case .plantIdentified: .plantIdentified(fullIdentification)
    case .factSet:
      .factSet(.init(name: "Schnittmonat — ✂", value: "März, „vor Austrieb“"))
    case .careProfiled: .careProfiled(fullCareProfile)
    default: nil
    }
  }

  private static func fullPhoto(_ type: EventType) -> EventBody? {
    switch type {
    case .photoCaptured:
      .photoCaptured(
        .init(
          photo: photo, sha256: BlobName(of: Array("kept".utf8)),
          byteCount: 421_337, width: 1_536, height: 2_048,
          mediaType: "image/jpeg", dateSource: .fileName,
          sourceSha256: BlobName(of: Array("source".utf8)),
          dhash: "00f8c4e2a1b3d5f7"))
    case .photoAnnotated: .photoAnnotated(fullAnnotation)
    case .photoReminderSet: .photoReminderSet(.init(cadence: .biweekly))
    case .photoRemoved: minimal(type)
    default: nil
    }
  }

  private static let fullAnnotation: PhotoAnnotated = {
    var annotation = PhotoAnnotated(photo: photo)
    annotation.caption = .set("Das dritte Blatt")
    annotation.isCover = true
    annotation.takenAt = instant("2026-02-28T18:05:00-05:00")
    annotation.isFavorite = false
    return annotation
  }()

  private static let fullIdentification = PlantIdentified(
    source: .hybrid, confidence: 0.75,
    topResults: [
      .init(
        scientificName: "Monstera deliciosa",
        commonNames: ["Swiss cheese plant"], family: "Araceae",
        confidence: 0.75),
      .init(scientificName: "Monstera adansonii"),
    ])

  private static let fullCareProfile: CareProfiled = {
    var profile = CareProfiled(source: .trefle)
    profile.light = 6
    profile.watering = .init(
      intervalDays: 7, seasonalIntervalDays: SeasonalIntervals([.winter: 14]),
      amount: "thorough")
    profile.temperature = .init(
      minimum: -5, maximum: 35, optimal: 22, isFrostTolerant: false)
    profile.humidity = 60
    profile.fertilizer = .init(
      intervalDays: 30, type: .highNitrogen,
      activeMonths: MonthSet([4, 5, 6, 7, 8, 9]) ?? .all)
    profile.soil = "loose, rich in humus"
    profile.growth = .rapid
    profile.bloom = MonthSet([6, 7])
    profile.sourceURL = "https://trefle.io/api/v1/species/monstera-deliciosa"
    return profile
  }()

  private static let careOfRooms: CareProfiled = {
    var profile = fullCareProfile
    profile.source = .openPlantbook
    profile.sourceURL =
      "https://open.plantbook.io/api/v1/plant/detail/monstera%20deliciosa/"
      + "#light,temperature,humidity;species"
    return profile
  }()

  private static func fullRoom(_ type: EventType) -> EventBody {
    switch type {
    case .roomCreated: shelf(icon: "books")
    case .roomEdited:
      .roomEdited(.init(name: "Étagère", icon: "", sortOrder: 3))
    default: minimal(type)
    }
  }

  private static func fullCare(_ type: EventType) -> EventBody {
    switch type {
    case .scheduleSet: .scheduleSet(fullSchedule)
    case .taskCompleted:
      .taskCompleted(
        .init(
          kind: .watering, task: task, amount: "250ml", batch: "room Kitchen"))
    case .taskSkipped:
      .taskSkipped(
        .init(kind: .watering, task: task, due: day("2026-03-08")))
    case .taskSnoozed:
      .taskSnoozed(
        .init(
          kind: .watering, task: task, settled: day("2026-03-01"),
          until: day("2026-03-11")))
    default: minimal(type)
    }
  }

  private static let fullSchedule = ScheduleSet(
    kind: .fertilizing, intervalDays: 14,
    seasonalIntervalDays: SeasonalIntervals([
      .spring: 10, .summer: 7, .autumn: 30, .winter: 36_500,
    ]),
    activeMonths: MonthSet([3, 4, 5, 10]) ?? .all, amount: "thorough",
    fertilizer: .highPotassium, time: .init(hour: 9, minute: 5),
    startOn: day("2026-03-15"))

  private static func fullJournal(_ type: EventType) -> EventBody {
    switch type {
    case .writerStarted:
      .writerStarted(.init(program: "plantguide 1.0.0", previous: earlier))
    case .writerNamed:
      .writerNamed(
        .init(writer: writer, name: WriterName(device: "Laptop — Küche")))
    case .settingChanged:
      .settingChanged(.init(key: "hemisphere", value: .text("southern")))
    default: minimal(type)
    }
  }

  private static func shelf(icon: String) -> EventBody {
    .roomCreated(.init(name: "Shelf", icon: icon, sortOrder: 7))
  }

  private static func minimal(_ type: EventType) -> EventBody {
    switch type {
    case .plantAdded: .plantAdded(.init(scientificName: "Hoya"))
    case .plantFavorited: .plantFavorited(.init(isFavorite: true))
    case .plantMoved: .plantMoved(.init(room: nil))
    case .plantRemoved: .plantRemoved(.init(reason: .givenAway))
    case .plantRestored: .plantRestored(.init())
    case .plantMerged: .plantMerged(.init(into: parent))
    case .plantNoted: .plantNoted(.init(text: "A new leaf.\nFenestrated!"))
    case .plantEdited: .plantEdited(.init())
    case .plantMeasured: .plantMeasured(.init())
    case .plantIdentified:
      .plantIdentified(.init(source: .onDevice, topResults: []))
    case .factSet: .factSet(.init(name: "price", value: nil))
    case .careProfiled: .careProfiled(.init(source: .manual))
    case .photoCaptured:
      .photoCaptured(
        .init(
          photo: photo, sha256: BlobName(of: Array("kept".utf8)), byteCount: 1,
          width: 1, height: 1, mediaType: "image/webp", dateSource: .added))
    case .photoAnnotated: .photoAnnotated(.init(photo: photo))
    case .photoRemoved: .photoRemoved(.init(photo: photo))
    case .photoReminderSet: .photoReminderSet(.init(cadence: .off))
    case .scheduleSet: .scheduleSet(.init(kind: .watering, intervalDays: 1))
    case .scheduleCleared: .scheduleCleared(.init(kind: .pestControl))
    case .taskAdded:
      .taskAdded(.init(kind: .repotting, task: task, due: day("2026-04-01")))
    case .taskCompleted: .taskCompleted(.init(kind: .misting))
    case .taskSkipped:
      .taskSkipped(.init(kind: .watering, due: day("2026-03-08")))
    case .taskSnoozed:
      .taskSnoozed(
        .init(kind: .watering, settled: nil, until: day("2026-03-11")))
    case .roomCreated: shelf(icon: "")
    case .roomEdited: .roomEdited(.init())
    case .roomDeleted: .roomDeleted(.init())
    case .roomMerged: .roomMerged(.init(into: room))
    case .journalCreated:
      .journalCreated(.init(journal: journal, timeZone: "Europe/Paris"))
    case .writerStarted: .writerStarted(.init(program: "plantguide 1.0.0"))
    case .writerNamed: .writerNamed(.init(writer: earlier, name: WriterName()))
    case .settingChanged: .settingChanged(.init(key: "timeZone", value: .null))
    case .actionUndone:
      .actionUndone(
        .init(
          writer: writer, sequence: 1_040,
          hash: EventHash(of: "undone".utf8.span.bytes), undone: true))
    case .payloadErased:
      .payloadErased(
        .init(
          writer: writer, sequence: 1_040,
          hash: EventHash(of: "erased".utf8.span.bytes)))
    }
  }
}
