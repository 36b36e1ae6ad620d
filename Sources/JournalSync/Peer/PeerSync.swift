internal import ErrorKit
internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import JournalQueries
internal import JournalTime
internal import LMDBKit
internal import POSIXKit

/// Brings a journal and that of a peer to hold the same events of all writers:
/// takes those lacking here, then brings those lacking there.
struct PeerSync {
  let journal: Journal
  let transport: any PeerTransport
  /// A Boolean value that indicates whether events of another journal may join.
  let isMerging: Bool
  /// A Boolean value that indicates whether the sync is a dry run.
  let isRehearsal: Bool
  let clock: Instant
  /// Receives the numbers of events that came in and went out so far.
  let progress: (_ received: Int, _ sent: Int) -> Void

  let chains: EventChains
  private(set) var report = SyncReport()
  private(set) var state: RemoteState
  /// The journal that requests to the peer name.
  private var journalID = JournalID(bits: .init(high: 0, low: 0))
  /// Events that the peer is known to hold, and that are held here.
  private var known: Journal.Tips = [:]
  private var receivedCount = 0
  private var sentCount = 0
  /// The journals that received events name.
  private var journals: Set<JournalID> = []

  /// The number of ranges asked for at once.
  private static let rangesPerRequest = 512
  /// The number of bytes of events asked for at once. A peer may send more; an
  /// answer is in memory, packed and unpacked, while others are stored.
  private static let bytesPerAnswer = 4 << 20
  /// The number of bytes of segments brought at once; a segment that begins
  /// before that limit is brought whole.
  static let bytesPerRequest = 4 << 20
  /// The limit if there are erased events, so that more comes at once. With one
  /// more segment, that is still less than a peer takes.
  private static let bytesPerLongRequest = 10 << 20
  /// The number of bytes of events that fill a brought segment.
  private static let segmentContent = 4 << 20
  /// The number of segments brought at once.
  private static let segmentsPerRequest = 1 << 10
  /// The number of bytes of events stored at once.
  private static let bytesPerCommit = 12 << 20

  init(
    _ journal: Journal, with transport: any PeerTransport, state: RemoteState,
    isMerging: Bool, isRehearsal: Bool, clock: Instant,
    progress: @escaping (Int, Int) -> Void
  ) {
    self.journal = journal
    chains = EventChains(of: journal.log)
    self.transport = transport
    self.isMerging = isMerging
    self.isRehearsal = isRehearsal
    self.clock = clock
    self.progress = progress
    self.state = state
  }

  /// Runs the sync. The results are in ``report`` and ``state``, even if this
  /// throws.
  ///
  /// - Parameter id: The journal that the peer was added with; `nil` for the
  ///   journal that the peer names, which must be this one if there is any.
  /// - Throws: `StoreError`, `LMDBError`, or `JournalError` for another
  ///   journal.
  mutating func run(of id: JournalID? = nil) throws {
    defer { if let cost = try? transport.cost { report.cost = cost } }
    guard let id = try id ?? chosenJournal() else {
      report.isComplete = true
      state.syncedAt = clock
      return
    }
    journalID = id
    report.journal = id
    let vector = try vector()
    try receive(vector)
    try note(vector)
    try send()
    report.isComplete =
      report.refused.isEmpty && report.gaps.isEmpty && !report.isReadOnly
      && !(isRehearsal && report.isTelling)
    state.gaps = report.gaps
    state.syncedAt = clock
  }

  /// Returns the journal to sync; `nil` if neither side has any.
  private func chosenJournal() throws -> JournalID? {
    let own = try journal.read {
      try journal.projections.journalIDs(in: $0)
    }
    let answer = try ask(PeerRequest(.get, PeerRoute.journals.path))
    guard let theirs = PeerBody.journals(in: answer.body),
      theirs.count <= Self.journalLimit
    else { throw Self.misunderstood }
    if let shared = own.first(where: theirs.contains) { return shared }
    guard let first = theirs.first else { return own.first }
    guard own.isEmpty || isMerging else {
      throw JournalError.otherJournal(held: own, received: theirs)
    }
    return first
  }

  // MARK: Asking

  static let misunderstood = StoreError(
    .server, "the peer sent an answer that cannot be understood")
  private static let endless = StoreError(
    .server,
    "the peer lists more writers than any journal has, so nothing was synced; check which program runs at its address"
  )

  private func ask(_ request: PeerRequest) throws -> PeerResponse {
    let answer = try transport.send(request)
    if let error = StoreError(answer) { throw error }
    return answer
  }

  /// The greatest number of writers and tips of a peer.
  private static let vectorLimit = 1 << 17
  /// The greatest number of journals that a peer may name.
  private static let journalLimit = 1 << 12

  private func vector() throws -> PeerBody.Vector {
    var vector: PeerBody.Vector = []
    var left = Self.vectorLimit
    var next: PeerRoute? = .vector(journalID, after: nil)
    while let route = next {
      let answer = try ask(PeerRequest(.get, route.path))
      guard let page = PeerBody.vector(in: answer.body) else {
        throw Self.misunderstood
      }
      next = PeerService.route(after: page, of: journalID)
      for entry in page {
        left -= 1 + entry.tips.count
        guard left >= 0 else { throw Self.endless }
        guard
          entry.tips.allSatisfy({
            $0.sequence <= SegmentRun.greatestSequence
          })
        else { throw Self.misunderstood }
        switch vector.last {
        case let last? where last.writer == entry.writer:
          // A page may end within the tips of a writer.
          guard let tip = last.tips.last, let first = entry.tips.first,
            tip < first
          else { throw Self.misunderstood }
          vector[vector.count - 1].tips += entry.tips
        case let last? where last.writer > entry.writer:
          throw Self.misunderstood
        default: vector.append(entry)
        }
      }
    }
    return vector
  }

  // MARK: Taking

  /// A wanted range of events, until it has come.
  fileprivate struct Want {
    let writer: WriterID
    let tip: PeerEvent
    /// The last event on the way to the tip that the peer may have as well.
    var after: EventReference?
    /// The event's hash if it is not stored yet.
    var afterHash: EventHash?
    /// The number of events to step back if the peer lacks it.
    var step: UInt64 = 1
    /// A Boolean value that indicates whether the peer has it.
    var isKnown = false
    var isDone = false
    var isRefused = false
    /// A Boolean value that indicates whether unerased payloads are missing.
    var lacksErasures = false
    /// The last event of it that was stored.
    var reached: EventReference?

    /// A Boolean value that indicates whether there is more to ask for.
    var isOpen: Bool { !isDone && !lacksErasures }

    /// The number of events to come; an estimate if branches part.
    var count: UInt64 {
      isDone ? 0 : tip.sequence - min(tip.sequence, after?.sequence ?? 0)
    }
  }

  /// A segment that came for a wanted range, and the range as it was before.
  private struct Arrival {
    let index: Int
    let before: Want
    let run: SegmentRun
  }

  /// Segments that were checked and wait to be stored.
  private struct Batch {
    var segments: [(arrival: Arrival, segment: Segment)] = []
    var byteCount = 0
    /// The number of events to come after these.
    var more: UInt64 = 0
  }

  private mutating func receive(_ vector: PeerBody.Vector) throws {
    var wants = try self.wants(of: vector)
    if isRehearsal {
      for want in wants {
        var events = report.received[want.writer] ?? .init()
        let held = want.after?.sequence ?? 0
        let counts = [
          UInt64(events.count), want.tip.sequence - held,
        ]
        events.countsByType[""] = Int(clamping: counts.clampedSum)
        report.received[want.writer] = events
        // The peer most likely has the events before.
        if let after = want.after { noteKnown(after) }
      }
      return
    }
    try take(&wants) { sync, batch, wants in
      try sync.store(batch, for: &wants)
    }
    for event in wants.compactMap(\.reached) { noteKnown(event) }
    var waiting = wants.filter(\.lacksErasures)
    if !waiting.isEmpty { try takeTogether(&waiting) }
  }

  /// Stores ranges that lack payloads in one transaction: the events that
  /// erased these may be in any of the ranges, or after them. Until all have
  /// come, the segments wait on the disk.
  private mutating func takeTogether(_ wants: inout [Want]) throws {
    for index in wants.indices { wants[index].lacksErasures = false }
    let (places, received) = try journal.receiveWaiting(
      of: journalID, merging: isMerging, after: journals
    ) { (spool: inout SegmentSpool<(want: Want, run: SegmentRun)>) in
      try take(&wants) { sync, batch, wants in
        for (arrival, segment) in batch.segments {
          let want = wants[arrival.index]
          if !want.isRefused,
            try !spool.add(segment.encoded, (want, arrival.run), segment)
          {
            sync.refuse(
              &wants[arrival.index],
              "too many events wait for the erasures of their payloads")
          }
        }
      }
    } segment: { bytes, _ in
      try Segment(decoding: bytes.span.bytes)
    }
    note(received)
    var told: Set<PeerEvent> = []
    for (place, outcome) in zip(places, received.outcomes) {
      switch outcome {
      case .stored: noteKnown(place.run.tip)
      case .refused(let error):
        // The segments that continue it are refused with it.
        guard told.insert(place.want.tip).inserted else { continue }
        var want = place.want
        refuse(&want, error.description)
      }
    }
  }

  private func wants(of vector: PeerBody.Vector) throws -> [Want] {
    let log = journal.log
    return try journal.read { transaction in
      var wants: [Want] = []
      for (writer, theirs) in vector {
        let tips = try log.tips(of: writer, in: transaction).tips
        // If the peer has the same tip, that branch does not go on there.
        let whole = Set(theirs.map(\.hash))
        let own = tips.last { !whole.contains($0.hash) } ?? tips.last
        for tip in theirs
        where try !log.contains(tip.reference(of: writer), in: transaction) {
          var after: EventReference?
          if let own = own?.reference(of: writer), tip.sequence > 1 {
            after = try chains.ancestor(
              of: own, at: min(own.sequence, tip.sequence - 1),
              in: transaction)
          }
          wants.append(Want(writer: writer, tip: tip, after: after))
        }
      }
      return wants
    }
  }

  /// Asks for all ranges, and passes on the segments in batches. While a batch
  /// is stored, threads check the next one, and the peer makes the one after.
  ///
  /// - Parameters:
  ///   - wants: The ranges, which are changed as they come.
  ///   - take: Receives each batch, also before this throws.
  /// - Throws: The errors of the transport, the journal or `take`.
  private mutating func take(
    _ wants: inout [Want],
    _ take: (inout PeerSync, Batch, inout [Want]) throws -> Void
  ) throws {
    var batch = Batch()
    func hand(_ sync: inout PeerSync, _ wants: inout [Want]) throws {
      let full = batch
      batch = Batch()
      guard !full.segments.isEmpty else { return }
      try take(&sync, full, &wants)
    }
    let end = Result {
      var round = try begin(wants)
      while let current = round {
        let arrivals = try arrivals(of: current, for: &wants)
        let next = Result { try begin(wants) }
        if batch.byteCount >= Self.bytesPerCommit {
          batch.more =
            (wants.map(\.count) + arrivals.map(\.arrival.run.count))
            .clampedSum
          try hand(&self, &wants)
        }
        for (arrival, segment) in arrivals {
          switch segment.value {
          case .success(let segment):
            batch.segments.append((arrival, segment))
            batch.byteCount += segment.byteCount
          case .failure(let error):
            refuse(&wants[arrival.index], error.description)
          }
        }
        round = try next.get()
      }
    }
    batch.more = wants.map(\.count).clampedSum
    try hand(&self, &wants)
    try end.get()
  }

  /// The ranges of a request, and its answer.
  private typealias Round = (asked: [Int], answer: () throws -> PeerResponse)

  /// Asks for some of the ranges; returns `nil` if none is left.
  private func begin(_ wants: [Want]) throws -> Round? {
    let asked = Array(
      wants.indices.lazy.filter { wants[$0].isOpen }
        .prefix(Self.rangesPerRequest))
    guard !asked.isEmpty else { return nil }
    let ranges = try journal.readLog { transaction in
      try asked.map { index in
        let want = wants[index]
        let after = try want.after.flatMap { after in
          let hash =
            try want.afterHash
            ?? journal.log.event(after, in: transaction)?.hash
          return hash.map { PeerEvent(sequence: after.sequence, hash: $0) }
        }
        return PeerRange(writer: want.writer, after: after, tip: want.tip)
      }
    }
    let request = PeerRequest(
      .post, PeerRoute.ranges(journalID).path,
      body: PeerBody.ranges(ranges, limit: Self.bytesPerAnswer))
    return (asked, try transport.begin(request))
  }

  /// Waits for the ranges of a request. The wanted ranges go on after them, as
  /// far as the segments claim to reach.
  private mutating func arrivals(
    of round: Round, for wants: inout [Want]
  ) throws -> [(arrival: Arrival, segment: Segment.Reading)] {
    let answer = try round.answer()
    if let error = StoreError(answer) { throw error }
    guard let answers = PeerBody.rangeAnswers(in: answer.body),
      answers.count == round.asked.count, answers.first != .later
    else { throw Self.misunderstood }
    var arrivals: [(arrival: Arrival, segment: Segment.Reading)] = []
    var byteCount = 0
    // A range that was refused meanwhile is not wanted any more.
    for (index, answer) in zip(round.asked, answers) where wants[index].isOpen {
      switch answer {
      case .later: break
      case .upToDate: refuse(&wants[index], "it is not the requested segment")
      case .unknown: try stepBack(&wants[index])
      case .segment(let bytes):
        do throws(SegmentError) {
          let head = try SegmentHead(of: bytes)
          // Segments beyond the limit of an answer are asked for again.
          guard byteCount < PeerService.eventsPerAnswer else { break }
          byteCount += head.byteCount
          try check(head, answers: wants[index])
          let arrival = Arrival(
            index: index, before: wants[index], run: head.run)
          arrivals.append((arrival, Segment.reading(bytes)))
          wants[index].advance(past: head)
          if !wants[index].isDone,
            head.run.last == wants[index].tip.sequence
          {
            refuse(&wants[index], "it leads to another event")
          }
        } catch {
          refuse(&wants[index], error.description)
        }
      }
    }
    return arrivals
  }

  private func check(
    _ segment: SegmentHead, answers want: Want
  ) throws(SegmentError) {
    guard segment.journal == journalID else { throw .otherJournal }
    let held = want.after?.sequence ?? 0
    // An earlier segment would repeat held events for ever.
    guard segment.run.writer == want.writer, segment.run.first <= held + 1,
      segment.run.last <= want.tip.sequence,
      segment.run.last > held || !want.isKnown
    else { throw .otherEvents }
  }

  private mutating func note(_ received: SegmentsReceived) {
    report.add(received)
    journals.formUnion(received.journals)
    receivedCount += received.newCount
    progress(receivedCount, sentCount)
  }

  private mutating func store(
    _ batch: Batch, for wants: inout [Want]
  ) throws {
    let received = try journal.receiveEach(
      batch.segments.map(\.segment), of: journalID, merging: isMerging,
      expecting: batch.more, after: journals)
    note(received)
    for (arrival, outcome) in zip(
      batch.segments.map(\.arrival), received.outcomes)
    {
      let index = arrival.index
      switch outcome {
      case .stored: wants[index].reached = arrival.run.tip
      case .refused where wants[index].isRefused || wants[index].lacksErasures:
        // It continues a segment that is missing.
        break
      case .refused(.missingPayload):
        let reached = wants[index].reached
        wants[index] = arrival.before
        wants[index].reached = reached
        wants[index].lacksErasures = true
      case .refused(let error):
        refuse(&wants[index], error.description)
      }
    }
  }

  /// Asks from an earlier event: this one is on a branch that the peer lacks.
  private mutating func stepBack(_ want: inout Want) throws {
    guard let after = want.after, !want.isKnown else {
      return refuse(&want, "the peer lacks events that it listed")
    }
    let sequence = after.sequence > want.step ? after.sequence - want.step : 0
    want.step *= 2
    want.afterHash = nil
    want.after =
      sequence == 0
      ? nil
      : try journal.readLog {
        try chains.ancestor(of: after, at: sequence, in: $0)
      }
  }

  private mutating func refuse(_ want: inout Want, _ reason: String) {
    want.isDone = true
    want.isRefused = true
    report.refuse(
      "events up to \(want.tip.sequence) of writer \(want.writer)", reason)
  }

  private mutating func noteKnown(_ event: EventReference) {
    known[event.writer, default: []].append(event)
  }

  // MARK: Noting

  /// Notes which events the peer has.
  private mutating func note(_ vector: PeerBody.Vector) throws {
    let before = try journal.holds(state.tips) ? state.tips : [:]
    let log = journal.log
    known = try journal.read { transaction in
      var tips: Journal.Tips = [:]
      for (writer, theirs) in vector {
        var held = known[writer] ?? []
        for tip in theirs.map({ $0.reference(of: writer) })
        where try log.contains(tip, in: transaction) { held.append(tip) }
        let coverage = RemoteCoverage(
          tips: held,
          branches: try chains.branches(of: writer, in: transaction))
        if !coverage.tips.isEmpty { tips[writer] = coverage.tips }
      }
      return tips
    }
    report.lost = try journal.lost(from: before, leaving: known, by: chains)
    state.tips = known
  }

  // MARK: Bringing

  private mutating func send() throws {
    let lacking = try journal.lacking(in: known, by: chains)
    guard !isRehearsal else {
      for (first, tip) in lacking {
        report.sent[tip.writer, default: 0] += tip.sequence - first + 1
      }
      return
    }
    let maker = SegmentMaker(chains: chains, journal: journalID)
    // An event that erased a payload must come in one request with the event
    // whose payload it erased.
    let isErasing = try journal.read { transaction in
      var isErasing = false
      try journal.projections.forEachErasure(in: transaction) { _ in
        isErasing = true
        return false
      }
      return isErasing
    }
    let bytesPerRequest =
      isErasing ? Self.bytesPerLongRequest : Self.bytesPerRequest
    var sent: Parcel?
    var batch: [(run: SegmentRun, bytes: [UInt8])] = []
    var byteCount = 0
    for (first, tip) in lacking {
      var start = first
      while start <= tip.sequence {
        let fields = try journal.read {
          try maker.segment(
            from: start, to: tip, limit: Self.segmentContent, in: $0)
        }
        guard let fields else { break }
        let bytes = fields.encoded.bytes
        batch.append((fields.run, bytes))
        byteCount += bytes.count
        start = fields.run.last + 1
        if byteCount >= bytesPerRequest
          || batch.count >= Self.segmentsPerRequest
        {
          guard try finish(sent) else { return }
          // While the peer stores these, more are packed.
          sent = try begin(batch)
          batch = []
          byteCount = 0
        }
      }
    }
    if try finish(sent), !batch.isEmpty { _ = try finish(begin(batch)) }
  }

  /// Segments on their way to the peer.
  private typealias Parcel = (
    segments: [(run: SegmentRun, bytes: [UInt8])],
    answer: () throws -> PeerResponse
  )

  private func begin(
    _ segments: [(run: SegmentRun, bytes: [UInt8])]
  ) throws -> Parcel {
    let request = PeerRequest(
      .post, PeerRoute.segments(journalID).path,
      body: PeerBody.segments(segments.map(\.bytes)))
    return (segments, try transport.begin(request))
  }

  /// Waits until the peer has taken segments; returns whether it takes any.
  private mutating func finish(_ sent: Parcel?) throws -> Bool {
    var sent = sent
    while let parcel = sent {
      let answer = try parcel.answer()
      // This machine is a guest that may read and not write.
      if answer.status == 403 {
        report.isReadOnly = true
        return false
      }
      if let error = StoreError(answer) { throw error }
      guard let answers = PeerBody.segmentAnswers(in: answer.body),
        answers.count == parcel.segments.count, answers.first != .later
      else { throw Self.misunderstood }
      var later: [(run: SegmentRun, bytes: [UInt8])] = []
      for (place, answer) in zip(parcel.segments, answers) {
        switch answer {
        case .later: later.append(place)
        case .stored(let new): try noteSent(place.run, new: new)
        case .unknown:
          refuse(place.run, "the peer lacks the events before them")
        case .refused(let reason): refuse(place.run, reason.shortened)
        }
      }
      sent = later.isEmpty ? nil : try begin(later)
    }
    return true
  }

  private mutating func noteSent(_ run: SegmentRun, new: UInt64) throws {
    var coverage = RemoteCoverage(
      tips: state.tips[run.writer] ?? [],
      branches: try journal.read {
        try chains.branches(of: run.writer, in: $0)
      })
    coverage.add(run)
    state.tips[run.writer] = coverage.tips
    // Others may have brought some; no more than these can be new.
    guard 1...run.count ~= new else { return }
    report.sent[run.writer, default: 0] += new
    sentCount += Int(clamping: new)
    progress(receivedCount, sentCount)
  }

  private mutating func refuse(_ run: SegmentRun, _ reason: String) {
    report.refuse(
      "events \(run.first) to \(run.last) of writer \(run.writer)", reason)
  }
}

extension PeerSync.Want {
  /// Goes on after a segment that was stored, or waits to be.
  fileprivate mutating func advance(past segment: SegmentHead) {
    after = segment.run.tip
    afterHash = segment.tip
    isKnown = true
    isDone = segment.run.tip == tip.reference(of: segment.run.writer)
  }
}

extension String {
  /// The beginning of a foreign text, which may be as long as an answer.
  fileprivate var shortened: String {
    String(UnicodeScalarView(unicodeScalars.prefix(200)))
  }
}

extension StoreError {
  /// Creates the error that a peer's answer reports; `nil` if it reports none.
  init?(_ answer: PeerResponse) {
    guard !(200...299 ~= answer.status) else { return nil }
    let words =
      PeerBody.error(in: answer.body)?.shortened ?? "status \(answer.status)"
    let message = "the peer refused the request: \(words)"
    switch answer.status {
    case 401:
      self.init(
        .credentials,
        "the peer does not let this device in; ask there for another invitation"
      )
    case 403: self.init(.credentials, message)
    case 404: self.init(.notFound, message)
    case 409: self.init(.conflict, message)
    case 413: self.init(.tooLarge, message)
    case 429, 503: self.init(.server, message, canRetry: true)
    case 500...: self.init(.server, message)
    default: self.init(.invalid, message)
    }
  }
}
