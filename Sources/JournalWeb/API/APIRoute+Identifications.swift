internal import Encodings
internal import ErrorKit
internal import JournalActions
internal import JournalEvents
internal import JournalIdentification
internal import JournalInput
internal import JournalPhotos
internal import JournalProjections
internal import JournalQueries
internal import JournalReports
internal import JournalTime
internal import PlantServices

extension APIRoute {
  /// The routes that identify plants. An identification may cost a request to a
  /// service, so it needs the right to add plants.
  static let identifications: [APIRoute] = [
    .get("identifications") { call in
      let plants = try call.fields.plants(nil, .exact(includesRemoved: true))
      let limit = try call.fields.limit() ?? .max
      return try call.view({
        try $0.identifications(of: plants, limit: limit)
      }) {
        $0.identifications($1)
      }
    },
    .act(
      .post, "identifications", .changeAll, lane: .services, takesPhotos: true
    ) { try $0.identify() },
    .act(
      .post, "identifications/{identification}/add", .changeAll, lane: .photos
    ) { try $0.addIdentified() },
    .act(
      .post, "identifications/{identification}/record", .changeAll,
      lane: .photos
    ) { try $0.recordIdentified() },
    .act(.delete, "identifications/{identification}", .changeAll) { call in
      try call.fields.finish()
      try call.forgetStaged()
      let id = call.parameters[0]
      return WebResponse(json: { writer in
        writer.object {
          $0.member("removed", id)
          $0.member("lines", ["forgot the photos"])
        }
      })
    },
  ]
}

extension APICall {
  /// The form of the picture beside the results.
  private static let picture = PhotoStudio.Form(edge: 640)

  /// Returns the photos with a name, by default the path's, which the guest has
  /// sent.
  func staged(
    _ id: String? = nil
  ) throws(RequestError) -> StagedIdentifications.Entry {
    let entry = try api.identifications.entry(
      id ?? parameters[0], of: guest, at: journal.now)
    guard !entry.isUsed else { throw .identificationEnded }
    return entry
  }

  /// Forgets the path's photos; none may be left, as after the same request
  /// before. Those in the journal stay there, and the guest learns it.
  fileprivate func forgetStaged() throws {
    let id = parameters[0]
    guard
      let entry = try? api.identifications.entry(
        id, of: guest, at: journal.now)
    else { return }
    guard !entry.isUsed else { throw RequestError.identificationEnded }
    api.identifications.remove(id)
  }

  /// Identifies the plant in the sent photos, or once more in kept ones.
  fileprivate mutating func identify() throws -> WebResponse {
    let once = try idempotencyText().map { text in
      StagedIdentifications.Request(
        name: RequestKey(text, from: guest.keeper, for: []),
        contents: RequestKey(
          text, from: guest.keeper,
          for: Array(request.target.utf8) + request.body))
    }
    if let entry = try api.identifications.answered(once, at: journal.now),
      var response = answer(of: entry)
    {
      response.markReplayed()
      return response
    }
    var entry: StagedIdentifications.Entry
    let keep: (StagedIdentifications.Entry) -> Void
    if let id = try fields.text("identification") {
      try fields.finish()
      entry = try staged(id)
      // Nobody is asked twice if only the answer was lost.
      if var response = answer(of: entry) {
        response.markReplayed()
        return response
      }
      keep = api.identifications.replace
    } else {
      entry = try newEntry(once)
      keep = api.identifications.keep
    }
    do {
      let found = try api.identifier.identify(journal, entry.photos)
      if let quota = found.answer.quota {
        api.services.note(
          .plantnet, .init(outcome: .reached, quota: quota, at: journal.now))
      }
      entry.found = found
    } catch {
      api.services.noteFailure(error, of: .plantnet, at: journal.now)
      let error = RequestError.ofIdentification(error)
      let facts = ErrorFacts(of: error)
      guard facts.canRetry, facts.kind == .network else {
        api.identifications.remove(entry.id)
        throw error
      }
      keep(entry)
      throw FailedIdentification(id: entry.id, facts: facts)
    }
    keep(entry)
    return answer(of: entry) ?? WebResponse(500)
  }

  private mutating func newEntry(
    _ once: StagedIdentifications.Request?
  ) throws -> StagedIdentifications.Entry {
    let choices = fields.takeFileChoices(RequestFields.imageField)
    let organs = try fields.choices("organ", of: PlantIdentifier.Organ.self)
    try fields.finish()
    try PlantIdentifier.check(
      photos: choices.count { $0 != nil }, organs: organs.count,
      places: choices.count)
    let sent = choices.enumerated().compactMap { place, file in
      file.map { (file: $0, organ: organs.isEmpty ? nil : organs[place]) }
    }
    // What is no picture costs no request to a service.
    let studio = PhotoStudio(program: api.photoProgram)
    var picture: [UInt8] = []
    do {
      for (place, photo) in sent.enumerated() {
        _ = try studio.open(photo.file.content)
        guard place == 0 else { continue }
        picture = try studio.develop(Self.picture, taken: nil).file
      }
    } catch {
      throw RequestError.ofIdentification(error)
    }
    var randomness = Randomness.system()
    let id: PhotoID = randomness.id()
    return StagedIdentifications.Entry(
      id: id.description, keeper: guest.keeper, request: once,
      photos: sent.map { .init($0.file.content, organ: $0.organ) },
      names: sent.map(\.file.name), picture: picture,
      expiresAt: Instant(
        milliseconds: journal.now.milliseconds + StagedIdentifications.lifetime)
    )
  }

  private mutating func answer(
    of entry: StagedIdentifications.Entry
  ) -> WebResponse? {
    guard let found = entry.found else { return nil }
    result = .identification(entry.id)
    return WebResponse(json: { writer in
      writer.object {
        $0.members(of: found)
        $0.member("id", entry.id)
        $0.member("expiresAt", entry.expiresAt.rfc3339)
      }
    })
  }

  // MARK: Writing

  /// Returns the result of the path's photos, and the index of the plant that is
  /// meant among its plants.
  private mutating func choice() throws -> (
    entry: StagedIdentifications.Entry, found: Identification, index: Int
  ) {
    let entry = try staged()
    guard let found = entry.found else {
      throw RequestError.identificationEnded
    }
    let number = try fields.number("choose", in: 1...found.plants.count)
    guard let index = found.index(choosing: number) else {
      throw UnsureIdentification(found)
    }
    return (entry, found, index)
  }

  /// Adds the plant that was identified, with its photos.
  fileprivate mutating func addIdentified() throws -> WebResponse {
    let (entry, found, index) = try choice()
    var plant = try NewPlant(
      found, choosing: index, at: place(), in: catalogues)
    plant.nickname = try fields.text("name").map(NameInput.nickname)
    try fields.takeRoom(of: &plant)
    plant.occasion = try fields.occasion()
    return try actOnce(entry) { [api] journal, mode in
      try journal.add(
        plant, photos: entry.files, by: api.photoProgram, mode)
    }
  }

  /// Records the result for an existing plant, and adds the photos to it.
  fileprivate mutating func recordIdentified() throws -> WebResponse {
    let (entry, found, index) = try choice()
    let plant = PlantChoice(
      names: [try fields.requiredText("plant")], naming: .exact())
    let place = try place()
    let occasion = try fields.occasion()
    return try actOnce(entry) { [api] journal, mode in
      try journal.record(
        found, choosing: index, at: place, of: plant, photos: entry.files,
        by: api.photoProgram, occasion, mode)
    }
  }

  private mutating func place() throws -> Coordinates? {
    try fields.text("place").map(PlaceInput.place)
  }

  /// Carries out an action, after which the photos are in the journal and no
  /// longer kept here.
  private mutating func actOnce(
    _ entry: StagedIdentifications.Entry,
    _ action: (CareJournal, ActionMode) throws -> Receipt
  ) throws -> WebResponse {
    var isWritten = false
    let response = try act { journal, mode in
      let receipt = try Self.decoding(adds: true) { try action(journal, mode) }
      isWritten = mode == .commit
      return receipt
    }
    if isWritten { api.identifications.use(entry.id) }
    return response
  }
}

extension StagedIdentifications.Entry {
  /// The files of the photos, of a plant.
  fileprivate var files: (PlantID) -> [PhotoFile] {
    { plant in
      zip(photos, names).map { PhotoFile($0.file, named: $1, of: plant) }
    }
  }
}
