internal import Encodings
internal import ErrorKit
internal import JournalEvents
public import JournalLog
internal import JournalProjections
internal import JournalQueries
internal import JournalTime
internal import LMDBKit
internal import POSIXKit

/// Answers the requests of peers for the journal of a home.
///
/// It knows nothing of networks, nor of who asks: ``PeerServer`` lets a request
/// through. Whatever a request holds, the answer has a status and a bounded
/// body, and what was stored is durable when the answer says so.
public final class PeerService {
  private let home: JournalHome
  private let blobs: BlobFolder
  private var opened: Journal?
  private var chains: EventChains?
  /// The files that events name, and as of which commit.
  private var named: (commit: UInt64, files: PhotoFileNames)?

  /// How many writers one answer tells of; who gets as many asks for those
  /// after the last.
  static let writersPerAnswer = 1 << 14
  /// How many ranges are answered at once; the others are for later.
  private static let rangesPerAnswer = 1 << 10
  /// How many bytes of events an answer is filled with. With the event that
  /// goes beyond, what compression may add and the frame, that stays below
  /// ``PeerResponse/maximumByteCount``.
  static let eventsPerAnswer = 6 << 20
  /// How many bytes of events are taken from one request; a segment that
  /// begins before that is taken whole.
  private static let eventsPerRequest = 32 << 20
  /// How many bytes of events are stored at once.
  private static let eventsPerCommit = 8 << 20

  /// Creates the service of a home.
  public init(of home: JournalHome) {
    self.home = home
    blobs = BlobFolder(of: home)
  }

  /// Answers a request.
  ///
  /// - Parameter request: The request, which need not make sense.
  /// - Returns: The answer; faults of this machine are told by the status 500
  ///   or 503 and without their words, which ``PeerResponse/fault`` has.
  public func respond(to request: PeerRequest) -> PeerResponse {
    guard let route = PeerRoute(path: request.path) else {
      return .failure(404, "there is nothing of this name")
    }
    guard route.methods.contains(request.method) else {
      return .notAllowed(route)
    }
    guard request.body.count <= route.bodyLimit(request.method) else {
      return .failure(413, "the request is too long")
    }
    do {
      return try respond(to: request, route)
    } catch let error as LMDBError where error.code == .replaced {
      // Another process has put another journal in its place.
      forgetJournal()
      do {
        return try respond(to: request, route)
      } catch {
        return failure(error)
      }
    } catch {
      return failure(error)
    }
  }

  private func failure(_ error: any Error) -> PeerResponse {
    let facts = ErrorFacts(of: error)
    // Events that do not belong here.
    guard facts.kind != .invalidInput else {
      return .failure(409, facts.message)
    }
    forgetJournal()
    var response = PeerResponse.failure(
      500, "the journal cannot be read or written now")
    if facts.canRetry {
      response = .failure(503, "try again later")
      response.headers["retry-after"] = "30"
    }
    response.fault = facts.message
    return response
  }

  private func respond(
    to request: PeerRequest, _ route: PeerRoute
  ) throws -> PeerResponse {
    switch route {
    case .journals: try journals()
    // Only a gate knows who may join.
    case .join: .failure(404, "there is nothing of this name")
    case .vector(let id, let after):
      try withJournal(id) { try vector(of: $0, after: after) }
    case .ranges(let id):
      try withJournal(id) { try ranges(of: $0, id, request.body) }
    case .segments(let id):
      try withJournal(id, isWriting: true) {
        try receive(request.body, into: $0, id)
      }
    case .blob(let id, let name):
      try withJournal(id) { try blob(name, request, in: $0) }
    }
  }

  // MARK: The journal

  /// The journal, as it lies in the home by now.
  private func journal(isWriting: Bool) throws -> Journal {
    if let opened, isCurrent(opened, isWriting: isWriting) { return opened }
    forgetJournal()
    // Reading makes no journal where there is none.
    let journal = try Journal.open(
      home, access: isWriting || home.exists ? .readWrite : .readOnly)
    opened = journal
    chains = EventChains(of: journal.log)
    return journal
  }

  private func isCurrent(_ journal: Journal, isWriting: Bool) -> Bool {
    guard journal.environment.access == .readWrite else {
      return !isWriting && !home.exists
    }
    let inode = try? journal.environment.dataFileInode
    return inode != nil && inode == home.dataFileInode
  }

  /// Closes the journal until somebody asks for it again: a file that stays
  /// open is not freed when another one takes its place.
  func forgetJournal() {
    try? opened?.environment.close()
    opened = nil
    chains = nil
    named = nil
  }

  /// Runs `body` with the journal where it has the id, or none yet.
  private func withJournal(
    _ id: JournalID, isWriting: Bool = false,
    _ body: (Journal) throws -> PeerResponse
  ) throws -> PeerResponse {
    let journal = try journal(isWriting: isWriting)
    let ids = try journal.readLog {
      try journal.projections.journalIDs(in: $0)
    }
    guard ids.isEmpty || ids.contains(id) else {
      return .failure(404, "this journal is not here")
    }
    return try body(journal)
  }

  func journalIDs() throws -> [JournalID] {
    let journal = try journal(isWriting: false)
    return try journal.readLog { try journal.projections.journalIDs(in: $0) }
  }

  private func journals() throws -> PeerResponse {
    let journal = try journal(isWriting: false)
    return try journal.readLog { transaction in
      var names: [(writer: WriterID, name: String)] = []
      let vector = try journal.log.vector(in: transaction)
      for (writer, _) in vector.prefix(Self.writersPerAnswer) {
        let name = try journal.projections.name(of: writer, in: transaction)
        if let name = name?.text { names.append((writer, name)) }
      }
      return .done(
        PeerBody.journals(
          try journal.projections.journalIDs(in: transaction), names: names))
    }
  }

  private func vector(
    of journal: Journal, after: WriterID?
  ) throws -> PeerResponse {
    let vector = try journal.readLog { try journal.log.vector(in: $0) }
    let page = vector.drop { entry in
      after.map { entry.writer <= $0 } ?? false
    }
    return .done(
      PeerBody.vector(
        page.prefix(Self.writersPerAnswer).map { ($0, $1.peerEvents) }))
  }

  // MARK: Sending

  private func ranges(
    of journal: Journal, _ id: JournalID, _ body: [UInt8]
  ) throws -> PeerResponse {
    guard let (limit, ranges) = PeerBody.ranges(in: body) else {
      return .failure(400, "these are no ranges")
    }
    let maker = SegmentMaker(
      chains: chains ?? EventChains(of: journal.log), journal: id)
    var left = min(limit, Self.eventsPerAnswer)
    let answers = try journal.readLog { transaction in
      try ranges.enumerated().map { index, range -> PeerRangeAnswer in
        guard left > 0 || index == 0, index < Self.rangesPerAnswer else {
          return .later
        }
        let answer = try self.answer(
          range, in: journal.log, with: maker, limit: max(left, 1),
          in: transaction)
        if case .segment(let bytes) = answer { left -= bytes.count }
        return answer
      }
    }
    return .done(PeerBody.rangeAnswers(answers))
  }

  private func answer(
    _ range: PeerRange, in log: EventLog, with maker: SegmentMaker,
    limit: Int, in transaction: borrowing ReadTransaction
  ) throws -> PeerRangeAnswer {
    func unknown() throws -> PeerRangeAnswer {
      let tips = try log.tips(of: range.writer, in: transaction)
      return .unknown(tips.peerEvents)
    }
    guard
      let tip = try log.held(range.tip, of: range.writer, in: transaction)
    else { return try unknown() }
    var first: UInt64 = 1
    if let after = range.after {
      guard let after = try log.held(after, of: range.writer, in: transaction)
      else { return try unknown() }
      first =
        try maker.chains.branches(of: range.writer, in: transaction)
        .sharedSequence(of: after, tip) + 1
    }
    guard
      let made = try maker.segment(
        from: first, to: tip, limit: limit, in: transaction)
    else { return .upToDate }
    return .segment(made.encoded.bytes)
  }

  // MARK: Receiving

  private func receive(
    _ body: [UInt8], into journal: Journal, _ id: JournalID
  ) throws -> PeerResponse {
    // Who has more to bring fills a request.
    var intake = Intake(expectsMore: body.count >= PeerSync.bytesPerRequest)
    let isWhole = try PeerBody.forEachSegment(in: body) { bytes in
      guard intake.byteCount < Self.eventsPerRequest else {
        intake.answers.append(.later)
        return
      }
      intake.add(bytes, of: id)
      if intake.waitingByteCount >= Self.eventsPerCommit {
        try intake.store(in: journal, of: id)
      }
    }
    guard isWhole else { return .failure(400, "these are no segments") }
    try intake.store(in: journal, of: id)
    try intake.storeHeldBack(in: journal, of: id)
    // Nobody may look at the journal here before the next request comes; where
    // this fails, whoever looks finds out.
    if !intake.expectsMore { try? journal.read { _ in } }
    let tips = try journal.readLog { transaction in
      try intake.writers.sorted().map { writer in
        let tips = try journal.log.tips(of: writer, in: transaction)
        return (writer, tips.peerEvents)
      }
    }
    return .done(PeerBody.segmentAnswers(intake.answers, tips: tips))
  }

  /// What a request brought.
  private struct Intake {
    let expectsMore: Bool
    var answers: [PeerSegmentAnswer] = []
    var writers: Set<WriterID> = []
    private(set) var byteCount = 0
    private(set) var waitingByteCount = 0
    private var waiting: [(index: Int, segment: Segment)] = []
    /// Those with events whose payloads are missing, and what may erase these
    /// or continue them: they are stored together.
    private var heldBack: [(index: Int, segment: Segment)] = []
    private var lacksErasures = false

    init(expectsMore: Bool) { self.expectsMore = expectsMore }

    mutating func add(_ bytes: RawSpan, of id: JournalID) {
      do throws(SegmentError) {
        let segment = try Segment(decoding: bytes)
        guard segment.journal == id else { throw .otherJournal }
        byteCount += segment.byteCount
        waitingByteCount += segment.byteCount
        writers.insert(segment.run.writer)
        waiting.append((answers.count, segment))
        // Until it is stored.
        answers.append(.later)
      } catch {
        // It was unpacked all the same.
        byteCount += Segment.usualContent
        answers.append(.refused(error.description))
      }
    }

    mutating func store(in journal: Journal, of id: JournalID) throws {
      let count = waiting.reduce(0) { $0 + $1.segment.run.count }
      let results = try journal.receiveEach(
        waiting.map(\.segment), of: id, merging: false,
        expecting: expectsMore ? count : 0)
      for (place, result) in zip(waiting, results.outcomes) {
        answers[place.index] = Self.answer(to: result)
        switch result {
        case .refused(.missingPayload):
          lacksErasures = true
          heldBack.append(place)
        case .refused(.unknownPredecessor): heldBack.append(place)
        default: break
        }
      }
      waiting = []
      waitingByteCount = 0
    }

    mutating func storeHeldBack(
      in journal: Journal, of id: JournalID
    ) throws {
      guard lacksErasures else { return }
      let segments = heldBack.map(\.segment)
      let results = try journal.receiveTogether(
        segments.map(\.run), of: id, merging: false
      ) { segments[$0] }
      for (place, result) in zip(heldBack, results.outcomes) {
        answers[place.index] = Self.answer(to: result)
      }
    }

    private static func answer(
      to outcome: SegmentsReceived.Outcome
    ) -> PeerSegmentAnswer {
      switch outcome {
      case .stored(let new): .stored(new: new)
      case .refused(.unknownPredecessor): .unknown
      case .refused(let error): .refused(error.description)
      }
    }
  }

  // MARK: Blobs

  /// Whether a photo that is held, and not taken away or erased, has the file.
  private func isNamed(_ name: BlobName, in journal: Journal) throws -> Bool {
    // No day matters here.
    try journal.snapshot(clock: Instant(milliseconds: 0)) { snapshot in
      let commit = snapshot.transaction.number
      let files =
        try named.flatMap { $0.commit == commit ? $0.files : nil }
        ?? PhotoView.files(in: snapshot)
      named = (commit, files)
      return files.photos.contains(name) || files.thumbnails.contains(name)
    }
  }

  private func blob(
    _ name: BlobName, _ request: PeerRequest, in journal: Journal
  ) throws -> PeerResponse {
    guard request.method == .put else { return try sendBlob(name, request) }
    guard
      let range = ContentRange(
        request.headers["content-range"], count: request.body.count),
      range.total <= BlobFolder.maximumByteCount
    else {
      return .failure(400, "the part of the file is not named, or too long")
    }
    guard try isNamed(name, in: journal) else {
      return .failure(409, "no event here names this file")
    }
    // Without bytes it is asked how many are here.
    guard let offset = range.offset else {
      guard let count = blobs.byteCount(of: name) else {
        return .done(
          PeerBody.held(blobs.partialByteCount(of: name)), status: 202)
      }
      return .done(PeerBody.held(count))
    }
    switch try blobs.add(
      request.body, at: offset, of: range.total, to: name)
    {
    case .whole(let isNew):
      return .done(PeerBody.held(range.total), status: isNew ? 201 : 200)
    case .partial(let held): return .done(PeerBody.held(held), status: 202)
    case .otherHash:
      return .failure(422, "the file does not have the hash of its name")
    }
  }

  private func sendBlob(
    _ name: BlobName, _ request: PeerRequest
  ) throws -> PeerResponse {
    guard let count = blobs.byteCount(of: name) else {
      return .failure(404, "this file is not here")
    }
    var range = 0..<count
    if let text = request.headers["range"] {
      guard let part = ByteRange(text)?.clamped(to: count) else {
        var response = PeerResponse.failure(416, "the file ends before")
        response.headers["content-range"] = "bytes */\(count)"
        return response
      }
      range = part
    }
    let isPart =
      request.headers["range"] != nil
      || range.count > BlobFolder.pieceByteCount
    range = range.prefix(BlobFolder.pieceByteCount)
    guard let bytes = try blobs.read(name, range), bytes.count == range.count
    else { return .failure(404, "this file is not here") }
    var headers = [
      "content-type": "application/octet-stream", "accept-ranges": "bytes",
    ]
    if isPart {
      headers["content-range"] =
        "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(count)"
    }
    return PeerResponse(isPart ? 206 : 200, headers: headers, body: bytes)
  }
}

extension PeerResponse {
  static func done(_ body: [UInt8], status: Int = 200) -> PeerResponse {
    PeerResponse(
      status, headers: ["content-type": "application/cbor"], body: body)
  }

  static func failure(_ status: Int, _ message: String) -> PeerResponse {
    .done(PeerBody.error(message), status: status)
  }

  static func notAllowed(_ route: PeerRoute) -> PeerResponse {
    var response = failure(405, "this cannot be done here")
    response.headers["allow"] = route.methods.map(\.rawValue).joined(
      separator: ", ")
    return response
  }
}

extension WriterTips {
  fileprivate var peerEvents: [PeerEvent] {
    tips.map { PeerEvent(sequence: $0.sequence, hash: $0.hash) }
  }
}

extension EventLog {
  /// The name of an event where that is held, with its whole hash.
  fileprivate func held(
    _ event: PeerEvent, of writer: WriterID,
    in transaction: borrowing some Transaction
  ) throws -> EventReference? {
    let reference = event.reference(of: writer)
    let found = try self.event(reference, in: transaction)
    return found?.hash == event.hash ? reference : nil
  }
}
