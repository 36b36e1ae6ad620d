import JournalCare
import JournalEvents
import JournalProjections
import JournalQueries
import JournalTestSupport
import JournalTime
import LMDBKit
import Testing

/// The folds as one would write them without storage, indices or haste: all
/// events in canonical order, those of undone actions left out.
struct FoldModel {
  private(set) var plants: [PlantID: PlantState] = [:]
  private(set) var rooms: [RoomID: RoomState] = [:]
  private(set) var settings: [String: SettingValue] = [:]
  private(set) var notes: [PlantID: [LogPosition]] = [:]
  private(set) var measurements: [PlantID: [LogPosition]] = [:]
  private(set) var photos: [PlantID: [LogPosition]] = [:]
  private(set) var identifications: [PlantID: [LogPosition]] = [:]
  private(set) var amended: [PlantID: [LogPosition]] = [:]
  private(set) var writerNames: [WriterID: WriterName] = [:]
  private var photoModels: [PlantID: PhotoModel] = [:]
  private var cares: [PlantID: CareModel] = [:]
  private var undone: [EventHash: [(plant: PlantID?, undone: Bool)]] = [:]
  private var erased: Set<NamedEvent> = []
  private var firstZone: String?
  /// The last merge of each plant.
  private var merges: [PlantID: (into: PlantID, position: LogPosition)] = [:]
  /// The plants that were added, and not by mistake.
  private var real: Set<PlantID> = []

  init(_ events: [RecordedEvent]) {
    let byHash = Dictionary(uniqueKeysWithValues: events.map { ($0.hash, $0) })
    let sorted = events.sorted { $0.position < $1.position }
    for event in sorted {
      guard event.header.stream == .journal else { continue }
      switch event.readablePayload?.body {
      case .actionUndone(let body):
        undone[body.hash, default: []].append((body.plant, body.undone))
      case .payloadErased(let body): erased.insert(body)
      default: break
      }
    }
    let readable = sorted.filter { !isErased($0) }
      .compactMap { event in event.readablePayload.map { (event, $0) } }
    var added: Set<PlantID> = []
    for (event, payload) in readable
    where event.isOfPlant(payload) && !isUndone(event, byHash) {
      let plant = event.header.stream
      switch payload.body {
      case .plantMerged(let body): merges[plant] = (body.into, event.position)
      case .plantAdded, .plantRestored:
        merges[plant] = nil
        if payload.body.type == .plantAdded { added.insert(plant) }
        real.insert(plant)
      case .plantRemoved(let body):
        if body.reason == .mistake {
          real.remove(plant)
        } else {
          real.insert(plant)
        }
      default: break
      }
    }
    real.formIntersection(added)
    merges = merges.filter { real.contains($0.value.into) }
    breakCircles()
    var said: [EventHash: EventPayload] = [:]
    var counting: Set<EventHash> = []
    for (event, payload) in readable {
      guard let origin = payload.body.amendedCare,
        let care = byHash[origin.hash],
        care.header.stream == event.header.stream,
        care.header.writer == origin.writer,
        care.header.sequence == origin.sequence,
        care.position < event.position, !isErased(care),
        case .taskCompleted(let body)? = care.readablePayload?.body,
        body.amends == nil, !isUndone(care, byHash), !isUndone(event, byHash)
      else { continue }
      said[origin.hash] = payload
      counting.insert(event.hash)
      for (other, payload) in readable
      where other.position < event.position
        && payload.body.amendedCare == origin
      {
        counting.remove(other.hash)
      }
    }
    for (event, payload) in readable {
      let isUndone = isUndone(event, byHash)
      let amendment = said[event.hash]
      let isAmendment = payload.body.amendedCare != nil
      if event.isOfPlant(payload), !isUndone,
        amendment != nil || isAmendment && !counting.contains(event.hash)
      {
        amended[subject(of: event), default: []].append(event.position)
      }
      fold(amendment ?? payload, event, isUndone: isUndone || isAmendment)
    }
    for id in merges.keys { plants[id]?.leaveAsMerged() }
  }

  /// Of the merges that lead in a circle the earliest is ignored.
  private mutating func breakCircles() {
    for id in merges.keys {
      var path = [id]
      while let next = path.last.flatMap({ merges[$0]?.into }) {
        if let start = path.firstIndex(of: next) {
          let circle = path[start...].compactMap { id in
            merges[id].map { (position: $0.position, id: id) }
          }
          if let earliest = circle.min(by: { $0.position < $1.position }) {
            merges[earliest.id] = nil
          }
          break
        }
        path.append(next)
      }
    }
  }

  /// The plant for which an event counts.
  private func subject(of event: RecordedEvent) -> StreamID {
    let type = event.header.type
    var plant = event.header.stream
    guard
      type.hasPrefix("task.")
        || ["plant.noted", "plant.measured"].contains(type)
        || type.hasPrefix("photo.") && type != "photo.reminderSet"
    else { return plant }
    while let next = merges[plant]?.into { plant = next }
    return plant
  }

  private func isErased(_ event: RecordedEvent) -> Bool {
    let header = event.header
    let isProtected = [
      "journal.created", "writer.started", "action.undone", "payload.erased",
    ].contains(header.type)
    return !isProtected
      && erased.contains(
        .init(
          writer: header.writer, sequence: header.sequence, hash: event.hash))
  }

  /// Walks back to the action's first event.
  private func isUndone(
    _ event: RecordedEvent, _ byHash: [EventHash: RecordedEvent]
  ) -> Bool {
    var first = event
    while first.header.sequence > first.header.action,
      let parent = byHash[first.header.previous]
    {
      first = parent
    }
    let words = undone[first.hash] ?? []
    return words.last { $0.plant == nil || $0.plant == event.header.stream }?
      .undone ?? false
  }

  private mutating func fold(
    _ payload: EventPayload, _ event: RecordedEvent, isUndone: Bool
  ) {
    let stream = subject(of: event)
    switch payload.body.type.subject {
    case .plant:
      guard event.isOfPlant(payload) else { return }
      var plant = plants[stream] ?? PlantState()
      plant.latest = event.position
      if !isUndone {
        plant.evolve(payload)
        cares[stream, default: CareModel()].append(payload)
      }
      plants[stream] = plant
      guard !isUndone else { return }
      switch payload.body {
      case .plantNoted: notes[stream, default: []].append(event.position)
      case .plantMeasured:
        measurements[stream, default: []].append(event.position)
      case .photoCaptured, .photoAnnotated, .photoRemoved:
        photos[stream, default: []].append(event.position)
        photoModels[stream, default: PhotoModel()]
          .append(payload, event.reference, of: event.header.stream)
      case .plantIdentified:
        identifications[stream, default: []].append(event.position)
      default: break
      }
    case .room:
      var room = rooms[stream] ?? RoomState(initial: stream)
      room.latest = event.position
      if !isUndone { room.evolve(payload, of: stream, at: event.position) }
      rooms[stream] = room
    case .journal:
      guard stream == .journal else { return }
      foldJournal(payload, isUndone)
    }
  }

  private mutating func foldJournal(_ payload: EventPayload, _ isUndone: Bool) {
    switch payload.body {
    case .settingChanged(let body) where !isUndone && !body.key.isEmpty:
      settings[body.key] = body.value
    case .writerNamed(let body) where !isUndone:
      writerNames[body.writer] = body.name
    case .journalCreated(let body):
      firstZone = firstZone ?? body.timeZone
    default: break
    }
  }

  private var journalSettings: JournalSettings {
    JournalSettings(values: settings, originalTimeZone: firstZone)
  }

  /// Compares this model with what a journal has folded and indexed.
  func expectEqual(_ journal: Journal, _ comment: Comment) throws {
    try journal.read { transaction in
      let projections = journal.projections
      let settings = try projections.journalSettings(in: transaction)
      #expect(settings == journalSettings, comment)
      var count = 0
      try projections.forEachPlant(in: transaction) { _, _ in
        count += 1
        return true
      }
      #expect(count == plants.count, comment)
      for (id, plant) in plants {
        #expect(
          try projections.plant(id, in: transaction) == plant, comment)
        #expect(
          try projections.positions(of: .note, of: id, in: transaction)
            == notes[id] ?? [], comment)
        #expect(
          try projections.positions(of: .measurement, of: id, in: transaction)
            == measurements[id] ?? [], comment)
        #expect(
          try projections.positions(of: .photo, of: id, in: transaction)
            == photos[id] ?? [], comment)
        #expect(
          try projections.positions(
            of: .identification, of: id, in: transaction)
            == identifications[id] ?? [], comment)
        #expect(
          try projections.positions(of: .amendedCare, of: id, in: transaction)
            == amended[id] ?? [], comment)
        // The random histories name writers after plants.
        let writer = WriterID(bits: id.bits)
        #expect(
          try projections.name(of: writer, in: transaction)
            == writerNames[writer], comment)
      }
      for (id, room) in rooms {
        #expect(try projections.room(id, in: transaction) == room, comment)
      }
      try expectEqualTasks(journal, comment, in: transaction)
    }
    let clock = Instant(milliseconds: 0)
    let end = Instant(milliseconds: .max)
    func expectEqual(_ snapshot: borrowing Snapshot) throws {
      try expectEqualPhotos(snapshot, comment)
    }
    try journal.snapshot(clock: clock, expectEqual)
    try journal.snapshot(clock: clock, asOf: { _ in end }, expectEqual)
  }

  private func expectEqualPhotos(
    _ snapshot: borrowing Snapshot, _ comment: Comment
  ) throws {
    for id in plants.keys {
      #expect(
        try PhotoView.all(of: id, in: snapshot).map(PhotoModel.Photo.init)
          == photoModels[id]?.photos ?? [], comment)
    }
    let files = photoModels.values.flatMap(\.photos).flatMap(\.file.files)
    let found = try PhotoView.files(in: snapshot)
    #expect(found.thumbnails.union(found.photos) == Set(files), comment)
    let names = Set(photoModels.values.flatMap(\.photos).map(\.file.sha256))
    #expect(try NamedPhotos(in: snapshot).shownNames == names, comment)
    #expect(
      try PhotoView.sources(in: snapshot)
        == Set(photoModels.values.flatMap(\.sources)), comment)
  }

  private func expectEqualTasks(
    _ journal: Journal, _ comment: Comment,
    in transaction: borrowing ReadTransaction
  ) throws {
    let projections = journal.projections
    let calendar = journalSettings.calendar()
    let present = plants.values.filter(\.isPresent)
    var tasks: [PlantID: Set<OpenTask>] = [:]
    for (id, plant) in plants {
      let open = calendar.openTasks(of: plant, id: id)
      if !open.isEmpty { tasks[id] = Set(open) }
    }
    var indexed: [PlantID: Set<OpenTask>] = [:]
    try projections.forEachTask(
      .due, in: .earliest ... .latest, transaction
    ) { entry in
      indexed[entry.plant, default: []].insert(entry.task)
      return true
    }
    #expect(indexed == tasks, comment)
    for (id, plant) in plants where plant.isPresent {
      let scheduled = (indexed[id] ?? []).filter { $0.task == nil }
      #expect(
        Set(scheduled.map(CareModel.Task.init))
          == cares[id]?.tasks(in: calendar) ?? [], comment)
    }
    #expect(
      try projections.count(of: .total, in: transaction) == present.count,
      comment)
    #expect(
      try projections.count(of: .favorites, in: transaction)
        == present.count { $0.isFavorite }, comment)
    #expect(
      try projections.count(of: .unscheduled, in: transaction)
        == present.count { $0.lacksSchedule }, comment)
  }
}

extension RecordedEvent {
  /// Returns whether a payload is about a plant; of the home only tasks are
  /// folded.
  fileprivate func isOfPlant(_ payload: EventPayload) -> Bool {
    let type = payload.body.type
    return type.subject == .plant
      && (header.stream != .home || type.rawValue.hasPrefix("task."))
  }

  /// The typed payload of a known type that can be read.
  var readablePayload: EventPayload? {
    guard let type = EventType(name: header.type), let payloadBytes else {
      return nil
    }
    return try? EventPayload(
      decoding: payloadBytes.span.bytes, type: type, schema: header.schema)
  }
}
