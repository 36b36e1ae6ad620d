internal import Encodings
internal import ErrorKit
internal import JournalEvents
public import JournalLog
internal import JournalProjections
internal import JournalQueries
internal import JournalTime
internal import LMDBKit
internal import POSIXKit

/// The limits of an answer.
public struct AnswerBudget: Sendable {
  /// The number of bytes of events, which the last event may exceed, or of a
  /// file.
  var byteCount = PeerService.eventsPerAnswer
  /// The number of milliseconds after which others have their turn; `nil` for
  /// no limit.
  var milliseconds: Int64?
}

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
  /// Returns a Boolean value that indicates whether it is the turn of others.
  private var isOverdue: () -> Bool = { false }
  /// The files that events name, as of a commit.
  private var named: (commit: UInt64, files: PhotoFileNames)?

  /// The number of writers and of tips in one answer. A client that gets as many
  /// asks for those after the last.
  static let writersPerAnswer = 1 << 14
  static let tipsPerAnswer = 1 << 16
  /// The number of bytes of names in one answer.
  private static let namesPerAnswer = 1 << 20
  /// The number of ranges answered at once; the others are answered later.
  private static let rangesPerAnswer = 1 << 10
  /// The number of tips that the server reports if it lacks an event, and after
  /// it received segments.
  private static let tipsBeside = 256
  /// The number of bytes of events that fill an answer. With the event that
  /// exceeds it, the overhead of compression and the frame, the answer stays
  /// below ``PeerResponse/maximumByteCount``.
  static let eventsPerAnswer = 6 << 20
  /// The greatest number of segments in a request.
  private static let segmentsPerRequest = 1 << 14
  /// The number of bytes of events taken from one request; a segment that
  /// begins before that limit is taken whole.
  private static let eventsPerRequest = 32 << 20
  /// The number of bytes of events stored at once.
  private static let eventsPerCommit = 8 << 20

  /// Creates the service of a home.
  public init(of home: JournalHome) {
    self.home = home
    blobs = BlobFolder(of: home)
  }

  /// The work done so far for a request.
  struct Progress {
    fileprivate var intake: Intake?
  }

  /// Answers a request, in as many parts as it takes.
  ///
  /// - Parameters:
  ///   - request: The request, which need not make sense.
  ///   - budget: The limits of the answer.
  /// - Returns: The answer. If this machine is at fault, its status is 500 or
  ///   503, and the message is only in ``PeerResponse/fault``.
  func respond(
    to request: PeerRequest, within budget: AnswerBudget = .init()
  ) -> PeerResponse {
    var progress = Progress()
    while true {
      let answer = respond(to: request, within: budget, keeping: &progress)
      if let answer { return answer }
    }
  }

  /// Does a part of the work for an answer.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - budget: The limits of this part.
  ///   - progress: The work done so far, which this part adds to.
  /// - Returns: The answer; `nil` if there is more to do.
  func respond(
    to request: PeerRequest, within budget: AnswerBudget,
    keeping progress: inout Progress
  ) -> PeerResponse? {
    guard let route = PeerRoute(path: request.path) else {
      return .failure(404, "nothing has this name")
    }
    guard route.methods.contains(request.method) else {
      return .notAllowed(route)
    }
    guard request.body.count <= route.bodyLimit(request.method) else {
      return .failure(413, "the request is too long")
    }
    let end = budget.milliseconds.map { Deadline.now + $0 }
    isOverdue = { end.map { $0 <= Deadline.now } ?? false }
    do {
      return try respond(to: request, route, budget, &progress)
    } catch is EventChains.Interruption {
      return nil
    } catch let error as LMDBError where error.code == .replaced {
      // Another process has replaced the journal by another one.
      forgetJournal()
      progress = Progress()
      do {
        return try respond(to: request, route, budget, &progress)
      } catch is EventChains.Interruption {
        return nil
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
    to request: PeerRequest, _ route: PeerRoute, _ budget: AnswerBudget,
    _ progress: inout Progress
  ) throws -> PeerResponse? {
    switch route {
    case .journals: try journals()
    // ``PeerServer`` decides who may join.
    case .join: .failure(404, "nothing has this name")
    case .vector(let id, let after, let tip):
      try withJournal(id) { try vector(of: $0, after: after, tip) }
    case .ranges(let id):
      try withJournal(id) {
        try ranges(of: $0, id, request.body, atMost: budget.byteCount)
      }
    case .segments(let id):
      try withJournal(id, isWriting: true) {
        try receive(request.body, into: $0, id, &progress)
      }
    case .blob(let id, let name):
      try withJournal(id) {
        try blob(name, request, in: $0, atMost: budget.byteCount)
      }
    }
  }

  // MARK: The journal

  /// Returns the journal that the home holds now.
  private func journal(isWriting: Bool) throws -> Journal {
    if let opened, isCurrent(opened, isWriting: isWriting) { return opened }
    forgetJournal()
    // Reading does not create a journal.
    let journal = try Journal.open(
      home, access: isWriting || home.exists ? .readWrite : .readOnly)
    opened = journal
    let chains = EventChains(of: journal.log)
    chains.isOverdue = { [unowned self] in isOverdue() }
    self.chains = chains
    return journal
  }

  private func isCurrent(_ journal: Journal, isWriting: Bool) -> Bool {
    guard journal.environment.access == .readWrite else {
      return !isWriting && !home.exists
    }
    let inode = try? journal.environment.dataFileInode
    return inode != nil && inode == home.dataFileInode
  }

  /// Closes the journal until the next request: an open file is not freed when
  /// another one takes its place.
  func forgetJournal() {
    try? opened?.environment.close()
    opened = nil
    chains = nil
    named = nil
  }

  /// Runs `body` with the journal if it has the id, or none yet.
  private func withJournal(
    _ id: JournalID, isWriting: Bool = false,
    _ body: (Journal) throws -> PeerResponse?
  ) throws -> PeerResponse? {
    let journal = try journal(isWriting: isWriting)
    let ids = try journal.readLog {
      try journal.projections.journalIDs(in: $0)
    }
    guard ids.isEmpty || ids.contains(id) else {
      return .failure(404, "this server does not have this journal")
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
      var writerCount = 0
      var left = Self.namesPerAnswer
      try journal.log.forEachWriter(in: transaction) { writer, _ in
        let name = try journal.projections.name(of: writer, in: transaction)
        if let text = name?.text, text.utf8.count <= left {
          left -= text.utf8.count
          names.append((writer, text))
        }
        writerCount += 1
        return writerCount < Self.writersPerAnswer
      }
      return .done(
        PeerBody.journals(
          try journal.projections.journalIDs(in: transaction), names: names))
    }
  }

  private func vector(
    of journal: Journal, after: WriterID?, _ tip: PeerEvent?
  ) throws -> PeerResponse {
    var page: PeerBody.Vector = []
    var left = Self.tipsPerAnswer
    try journal.readLog { transaction in
      try journal.log.forEachWriter(from: after, in: transaction) {
        writer, found in
        var tips = found.peerEvents
        if writer == after {
          guard let tip else { return true }
          tips.removeAll { $0 <= tip }
          guard !tips.isEmpty else { return true }
        }
        page.append((writer, Array(tips.prefix(left))))
        left -= min(left, tips.count)
        return left > 0 && page.count < Self.writersPerAnswer
      }
    }
    return .done(PeerBody.vector(page))
  }

  /// The route of the page after a page of a vector; `nil` after the last.
  static func route(
    after page: PeerBody.Vector, of journal: JournalID
  ) -> PeerRoute? {
    guard let (writer, tips) = page.last else { return nil }
    if page.reduce(0, { $0 + $1.tips.count }) >= tipsPerAnswer {
      return .vector(journal, after: writer, tips.last)
    }
    return page.count < writersPerAnswer
      ? nil : .vector(journal, after: writer)
  }

  // MARK: Sending

  private func ranges(
    of journal: Journal, _ id: JournalID, _ body: [UInt8], atMost most: Int
  ) throws -> PeerResponse {
    guard let (limit, ranges) = PeerBody.ranges(in: body) else {
      return .failure(400, "the body is not a list of ranges")
    }
    let maker = SegmentMaker(
      chains: chains ?? EventChains(of: journal.log), journal: id)
    var left = min(limit, most, Self.eventsPerAnswer)
    var tips: [WriterID: [PeerEvent]] = [:]
    var answers: [PeerRangeAnswer] = []
    try journal.readLog { transaction in
      for range in ranges.prefix(Self.rangesPerAnswer) {
        guard answers.isEmpty || left > 0 && !isOverdue() else { break }
        do {
          let (answer, cost) = try self.answer(
            range, in: journal.log, with: maker, limit: max(left, 1), &tips,
            in: transaction)
          left -= cost
          answers.append(answer)
        } catch let error as EventChains.Interruption {
          // A client relies on an answer to its first range.
          guard !answers.isEmpty else { throw error }
          break
        }
      }
    }
    let rest = ranges.count - answers.count
    return .done(
      PeerBody.rangeAnswers(answers + Array(repeating: .later, count: rest)))
  }

  /// The answer to a range, and its cost in bytes. Events count with their
  /// unpacked size, since the client unpacks them.
  private func answer(
    _ range: PeerRange, in log: EventLog, with maker: SegmentMaker,
    limit: Int, _ known: inout [WriterID: [PeerEvent]],
    in transaction: borrowing ReadTransaction
  ) throws -> (PeerRangeAnswer, cost: Int) {
    func unknown() throws -> (PeerRangeAnswer, cost: Int) {
      let tips =
        try known[range.writer]
        ?? log.tips(of: range.writer, in: transaction)
        .peerEvents.prefix(Self.tipsBeside).map { $0 }
      known[range.writer] = tips
      return (.unknown(tips), 16 + tips.count * PeerEvent.byteCount)
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
    else { return (.upToDate, cost: 16) }
    let bytes = made.encoded.bytes
    return (.segment(bytes), cost: max(bytes.count, made.content.count))
  }

  // MARK: Receiving

  /// Reads some of the segments in a request, stores those that it read before,
  /// or answers.
  private func receive(
    _ body: [UInt8], into journal: Journal, _ id: JournalID,
    _ progress: inout Progress
  ) throws -> PeerResponse? {
    guard var intake = progress.intake.take() else {
      guard
        let places = PeerBody.segments(
          in: body, atMost: Self.segmentsPerRequest)
      else {
        return .failure(
          400, "the body is not a list of segments, or has too many")
      }
      progress.intake = Intake(
        places, expectsMore: body.count >= PeerSync.bytesPerRequest)
      return nil
    }
    if intake.isFull {
      try intake.store(in: journal, of: id, until: isOverdue)
    } else if !intake.isRead {
      intake.read(body, of: id)
    } else {
      return try intake.end(body, in: journal, of: id)
    }
    progress.intake = intake
    return nil
  }

  /// The segments of a request, and the answers so far.
  fileprivate struct Intake {
    /// The places of its segments in the body.
    private let places: [Range<Int>]
    private let expectsMore: Bool
    private var answers: [PeerSegmentAnswer] = []
    private var writers: Set<WriterID> = []
    private var byteCount = 0
    private var waitingByteCount = 0
    private var waiting: [(index: Int, segment: Segment)] = []
    /// The same segments, while they are being stored.
    private var batch: SegmentBatch?
    /// The segments with events whose payloads are missing, and those that may
    /// erase the payloads or continue the events: they are stored together.
    private var heldBack: [(index: Int, run: SegmentRun)] = []
    private var lacksErasures = false

    init(_ places: [Range<Int>], expectsMore: Bool) {
      self.places = places
      // A client that has more to bring fills a request.
      self.expectsMore = expectsMore
    }

    /// A Boolean value that indicates whether all segments were read.
    var isRead: Bool { answers.count == places.count }

    /// A Boolean value that indicates whether it is time to store.
    var isFull: Bool {
      waitingByteCount >= (isRead ? 1 : PeerService.eventsPerCommit)
    }

    /// Reads as many segments as a commit stores.
    mutating func read(_ body: [UInt8], of id: JournalID) {
      while !isRead, !isFull {
        guard byteCount < PeerService.eventsPerRequest else {
          let rest = places.count - answers.count
          answers += Array(repeating: .later, count: rest)
          break
        }
        add(body.span.bytes.extracting(places[answers.count]), of: id)
      }
    }

    private mutating func add(_ bytes: RawSpan, of id: JournalID) {
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

    /// Stores segments that wait, in one transaction at least.
    mutating func store(
      in journal: Journal, of id: JournalID, until isOverdue: () -> Bool
    ) throws {
      let count = waiting.reduce(0) { $0 + $1.segment.run.count }
      var batch = batch.take() ?? SegmentBatch(waiting.map(\.segment))
      repeat {
        try batch.storeNext(
          in: journal, of: id, merging: false,
          expecting: expectsMore ? count : 0)
      } while !batch.isStored && !isOverdue()
      guard batch.isStored else {
        self.batch = batch
        return
      }
      for ((index, segment), result) in zip(waiting, batch.received.outcomes) {
        answers[index] = Self.answer(to: result)
        switch result {
        case .refused(.missingPayload):
          lacksErasures = true
          heldBack.append((index, segment.run))
        case .refused(.unknownPredecessor):
          heldBack.append((index, segment.run))
        default: break
        }
      }
      waiting = []
      waitingByteCount = 0
    }

    /// Stores the segments that were held back, and answers.
    mutating func end(
      _ body: [UInt8], in journal: Journal, of id: JournalID
    ) throws -> PeerResponse {
      if lacksErasures {
        let results = try journal.receiveTogether(
          heldBack.map(\.run), of: id, merging: false
        ) { [places, heldBack] in
          try Segment(
            decoding: body.span.bytes.extracting(places[heldBack[$0].index]))
        }
        for (place, result) in zip(heldBack, results.outcomes) {
          answers[place.index] = Self.answer(to: result)
        }
      }
      // Perhaps nobody reads the journal here before the next request. If this
      // fails, the next reader finds out.
      if !expectsMore { try? journal.read { _ in } }
      var left = PeerService.tipsBeside
      let tips = try journal.readLog { transaction in
        try writers.sorted().prefix(left).map { writer in
          let tips = try journal.log.tips(of: writer, in: transaction)
            .peerEvents.prefix(left)
          left -= tips.count
          return (writer, Array(tips))
        }
      }
      return .done(PeerBody.segmentAnswers(answers, tips: tips))
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

  /// Returns whether a photo that is neither removed nor erased has the file.
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
    _ name: BlobName, _ request: PeerRequest, in journal: Journal,
    atMost most: Int
  ) throws -> PeerResponse {
    guard request.method == .put else {
      return try isNamed(name, in: journal)
        ? sendBlob(name, request, atMost: most)
        : .failure(404, "this server does not have this file")
    }
    guard
      let range = ContentRange(
        request.headers["content-range"], count: request.body.count),
      range.total <= BlobFolder.maximumByteCount
    else {
      return .failure(
        400, "the request names no part of the file, or too long a part")
    }
    guard try isNamed(name, in: journal) else {
      return .failure(409, "no event here names this file")
    }
    // A request without bytes asks for the number of bytes held.
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
      return .failure(422, "the contents of the file do not match its name")
    }
  }

  private func sendBlob(
    _ name: BlobName, _ request: PeerRequest, atMost most: Int
  ) throws -> PeerResponse {
    guard let count = blobs.byteCount(of: name) else {
      return .failure(404, "this server does not have this file")
    }
    var range = 0..<count
    if let text = request.headers["range"] {
      guard let part = ByteRange(text)?.clamped(to: count) else {
        var response = PeerResponse.failure(
          416, "the file ends before this part")
        response.headers["content-range"] = "bytes */\(count)"
        return response
      }
      range = part
    }
    let most = min(most, BlobFolder.pieceByteCount)
    let isPart = request.headers["range"] != nil || range.count > most
    range = range.prefix(most)
    guard let bytes = try blobs.read(name, range), bytes.count == range.count
    else { return .failure(404, "this server does not have this file") }
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
    var response = failure(405, "this method is not allowed here")
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
  /// The name of an event if the log holds it, with its whole hash. The payload,
  /// which may be long, is not read.
  fileprivate func held(
    _ event: PeerEvent, of writer: WriterID,
    in transaction: borrowing some Transaction
  ) throws -> EventReference? {
    let reference = event.reference(of: writer)
    let hash = try withEvent(reference, in: transaction) { bytes in
      let frame = try VisitedEvent(bytes, stored: reference).frame
      return EventHash(of: frame.header(in: bytes))
    }
    return hash == event.hash ? reference : nil
  }
}
