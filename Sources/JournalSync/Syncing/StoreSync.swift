internal import ErrorKit
internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import JournalQueries
internal import JournalTime
internal import LMDBKit
internal import POSIXKit

/// Brings a journal and a store to hold the same events of all writers: takes
/// those lacking here, then puts those lacking there.
struct StoreSync {
  let journal: Journal
  let store: any ObjectStore
  /// The layout of segments in the store.
  let shelf: any SegmentShelf
  /// The journal whose segments the store holds.
  let journalID: JournalID
  /// A Boolean value that indicates whether events of another journal may join.
  let isMerging: Bool
  /// A Boolean value that indicates whether the sync is a dry run.
  let isRehearsal: Bool
  let clock: Instant
  /// Receives the numbers of events that came in and went out so far.
  let progress: (_ received: Int, _ sent: Int) -> Void

  /// The greatest number of segments that the store may list.
  var nameLimit = 400_000
  let chains: EventChains
  private(set) var report = SyncReport()
  private(set) var state: RemoteState
  /// The store's hour, and the monotonic time when it was read.
  private var hour: (StoreHour, at: Int64)?
  private var receivedCount = 0
  private var sentCount = 0
  private var list = SegmentList()
  /// The journals that received events name.
  private var journals: Set<JournalID> = []
  /// The sequences of events that came without payloads, by writer.
  private var nulls: [WriterID: Set<UInt64>] = [:]
  /// The events without payloads in the checked segments that no event held
  /// then had erased.
  private var unexplained: [Int: [Erasure]] = [:]
  /// The number of names looked at to choose segments to fetch.
  private(set) var lookedAt = 0

  /// The number of events stored at once, and that of their bytes.
  private static let batch = 1 << 16
  private static let batchByteCount = 2 * Segment.usualContent
  /// The greatest number of rounds of choosing segments by their names. If more
  /// are needed, the names are false.
  private static let roundLimit = 16
  /// The milliseconds after a whole listing until another is due.
  private static let listingInterval: Int64 = 86_400_000

  init(
    _ journal: Journal, with store: any ObjectStore, of journalID: JournalID,
    shelf: any SegmentShelf, state: RemoteState, isMerging: Bool,
    isRehearsal: Bool, clock: Instant, progress: @escaping (Int, Int) -> Void
  ) {
    self.journal = journal
    chains = EventChains(of: journal.log)
    self.store = store
    self.shelf = shelf
    self.journalID = journalID
    self.isMerging = isMerging
    self.isRehearsal = isRehearsal
    self.clock = clock
    self.progress = progress
    self.state = state
    report.journal = journalID
  }

  /// Runs the sync. The results are in ``report`` and ``state``, even if this
  /// throws.
  ///
  /// - Parameters:
  ///   - listsAll: `true` to look at all of the store, and not only at what
  ///     came since the last time.
  ///   - checksAll: `true` to fetch and check all segments; damaged ones count
  ///     as lacking.
  ///   - compacts: `true` to put segments with payloads of erased events again
  ///     without them, and to remove the old ones.
  /// - Throws: `StoreError`, `LMDBError`, or `JournalError` for the events of
  ///   another journal.
  mutating func run(
    listsAll: Bool, checksAll: Bool = false, compacts: Bool = false
  ) throws {
    defer { if let cost = try? store.cost { report.cost = cost } }
    let known = try knownTips()
    let isDue =
      listsAll || checksAll || compacts || known == nil || state.hour == nil
      || (state.listedAt.map {
        clock.milliseconds - $0.milliseconds > Self.listingInterval
          || $0 > clock
      } ?? true)
    let isWhole = isDue || store.keepsNoHours
    try list(since: isWhole ? nil : state.hour)
    // It may be another disk, or an emptied one: neither is filled unasked.
    if isWhole, list.indices.isEmpty, report.refused.isEmpty,
      known?.isEmpty == false
    {
      throw StoreError(
        .notFound,
        "the remote no longer holds anything of this journal; if it is the right one, remove it and add it again to fill it"
      )
    }
    if checksAll { try checkAll() }
    try receive()
    if list.has(.gone) {
      // Other segments stand for them by now.
      try listAgain(since: isWhole ? nil : state.hour)
    }
    try refuseUnexplained()
    try note(isWhole: isWhole, known: known ?? [:])
    try noteErasures()
    do {
      try send()
      if compacts { try compact() }
      if isDue { try merge() }
    } catch let error as StoreError where error.code == .credentials {
      // This machine may only read the store.
      report.isReadOnly = true
    }
    report.isComplete =
      report.refused.isEmpty && report.gaps.isEmpty
      && !(isRehearsal && report.isTelling)
    state.syncedAt = clock
    // Segments that could not be taken yet must be seen again: after the hour
    // of its put, only a whole listing shows a segment.
    if isDue { state.listedAt = clock }
    if !report.gaps.isEmpty { state.listedAt = nil }
    state.gaps = report.gaps
    if isWhole || report.isComplete { state.hour = hour?.0 }
    if report.isReadOnly { report.isComplete = false }
  }

  /// Returns the tips that the remote was known to hold; `nil` if some are not
  /// held here any more, as after a restore.
  private func knownTips() throws -> [WriterID: [EventReference]]? {
    try journal.holds(state.tips) ? state.tips : nil
  }

  // MARK: Looking

  private mutating func list(since known: StoreHour?) throws {
    list = SegmentList()
    var (names, foreign) = try names(since: known)
    if known == nil || !foreign.isEmpty,
      try shelf.refreshKeys(in: store, isRehearsal: isRehearsal),
      !foreign.isEmpty
    {
      names = []
      (names, foreign) = try self.names(since: known)
    }
    for (name, reason) in foreign.first { report.refuse(name, reason) }
    report.moreRefused += foreign.count - foreign.first.count
    list = SegmentList(consume names)
  }

  /// Names that cannot be read as names of segments.
  private struct ForeignNames {
    var first: [(name: String, reason: String)] = []
    var count = 0
    var isEmpty: Bool { count == 0 }

    mutating func add(_ name: String, _ reason: String) {
      count += 1
      if first.count < 1_000 { first.append((name, reason)) }
    }
  }

  private mutating func names(
    since known: StoreHour?
  ) throws -> ([SegmentName], ForeignNames) {
    let prefix = shelf.prefix
    // The clocks of a store's machines may differ, and a put takes its time.
    let start = known.map { prefix + $0.advanced(by: -2).description } ?? ""
    var names: [SegmentName] = []
    var foreign = ForeignNames()
    let now = try store.forEachName(under: prefix, after: start) { text in
      switch shelf.entry(named: text) {
      case .segment(let name):
        guard names.count < nameLimit else {
          throw StoreError(
            .server,
            "the remote lists more than \(nameLimit) segments of this journal; check who writes there, or use another remote"
          )
        }
        names.append(name)
      case .unreadable(let reason): foreign.add(text, reason)
      case .other: break
      }
    }
    hour = (now, Deadline.now)
    return (names, foreign)
  }

  /// Lists again, and takes the segments that stand for those that are gone.
  /// Refused segments stay refused, unless they are too many to remember.
  private mutating func listAgain(since known: StoreHour?) throws {
    let most = 1 << 12
    let refused = Set(list.names(.refused, limit: most))
    let checked = Dictionary(
      unexplained.map { (list.names[$0], $1) }, uniquingKeysWith: { $1 })
    let (before, more) = (report.refused, report.moreRefused)
    try list(since: known)
    // Foreign names were reported before.
    (report.refused, report.moreRefused) = (before, more)
    unexplained = [:]
    for place in list.indices {
      let name = list.names[place]
      unexplained[place] = checked[name]
      if refused.contains(name) { list[place] = .refused }
    }
    try receive()
    for place in list.indices where list[place] == .gone {
      refuse(place, "it is gone")
    }
  }

  /// The store's current hour.
  private var currentHour: StoreHour {
    guard let hour else { return StoreHour(of: clock) }
    return hour.0.advanced(by: Int((Deadline.now - hour.at) / 3_600_000))
  }

  /// Notes which events the store holds.
  private mutating func note(
    isWhole: Bool, known: [WriterID: [EventReference]]
  ) throws {
    let list = list
    var tips = isWhole ? [:] : known
    var start = 0
    try journal.read { transaction in
      while start < list.indices.count {
        let writer = list.names[start].run.writer
        let places = list.writer(from: start)
        start = places.upperBound
        guard places.contains(where: { list[$0] == .held }) else { continue }
        var coverage = RemoteCoverage(
          tips: tips[writer] ?? [],
          branches: try chains.branches(of: writer, in: transaction))
        for place in places where list[place] == .held {
          coverage.add(list.names[place].run)
        }
        tips[writer] = coverage.tips
      }
    }
    state.tips = tips
    report.lost = try journal.lost(from: known, leaving: tips, by: chains)
  }

  // MARK: Taking

  private mutating func receive() throws {
    // Each round takes twice as many branches of a fork: so there are few
    // rounds, and at most half of the fetches are in vain.
    var limit = 1
    for _ in 0..<Self.roundLimit {
      let chosen = try choose(limit: limit)
      guard !isRehearsal else { return try rehearse(chosen) }
      guard !chosen.isEmpty else { break }
      limit = min(2 * limit, 1 << 10)
      try take(chosen)
    }
    // Segments that continue events received since, or that are not what their
    // names promised, are taken in the order of chains, each once.
    let late = try reached { sync, place in
      let writer = sync.list.names[place].run.writer
      return switch sync.list[place] {
      case .listed, .unreached: true
      case .early: sync.report.received[writer] != nil
      default: false
      }
    }
    for start in stride(from: 0, to: late.count, by: Self.lateAtOnce) {
      try take(lacking(late[start...].prefix(Self.lateAtOnce)))
    }
    try takeEmptied()
    try noteGaps()
  }

  private static let lateAtOnce = 256

  /// Returns the segments among these whose events are not held.
  private mutating func lacking(_ places: some Sequence<Int>) throws -> [Int] {
    let log = journal.log
    return try journal.readLog { transaction in
      try places.filter { place in
        let tip = list.names[place].run.tip
        guard try log.contains(tip, in: transaction) else { return true }
        list[place] = .held
        return false
      }
    }
  }

  /// Returns the segments to fetch next of which nothing is known. A writer
  /// whose segments lead no further is not looked at again.
  private mutating func choose(limit: Int) throws -> [Int] {
    var chosen: [Int] = []
    try forEachWriter { sync, writer, places in
      let listed = places.filter { sync.list[$0] == .listed }
      guard !listed.isEmpty else { return }
      sync.lookedAt += listed.count
      let lacking = try sync.lacking(listed)
      let next = SegmentChoice.next(
        among: lacking.map { sync.list.names[$0].run },
        held: try sync.held(of: writer), limit: limit)
      chosen += next.map { lacking[$0] }
      if next.isEmpty {
        for place in lacking { sync.list[place] = .unreached }
      }
    }
    return chosen
  }

  private mutating func forEachWriter(
    _ body: (inout StoreSync, WriterID, Range<Int>) throws -> Void
  ) rethrows {
    var start = 0
    while start < list.indices.count {
      let places = list.writer(from: start)
      try body(&self, list.names[start].run.writer, places)
      start = places.upperBound
    }
  }

  /// Returns the greatest sequence held of a writer.
  private func held(of writer: WriterID) throws -> UInt64 {
    try journal.readLog {
      try journal.log.tips(of: writer, in: $0).tips.map(\.sequence).max() ?? 0
    }
  }

  /// Returns the segments to which names lead from held events, in order.
  private mutating func reached(
    through isMeant: (StoreSync, Int) -> Bool
  ) throws -> [Int] {
    var reached: [Int] = []
    try forEachWriter { sync, writer, places in
      var reach = try sync.held(of: writer)
      for place in places where isMeant(sync, place) {
        let run = sync.list.names[place].run
        guard run.first <= reach + 1 else { break }
        reach = max(reach, run.last)
        reached.append(place)
      }
    }
    return reached
  }

  /// Counts the events that would come in.
  private mutating func rehearse(_ chosen: [Int]) throws {
    let runs = chosen.map { list.names[$0].run }
    for (writer, runs) in Dictionary(grouping: runs, by: \.writer) {
      var reach = try held(of: writer)
      var count: UInt64 = 0
      for run in runs.sorted(by: { $0.first < $1.first })
      where run.last > reach {
        count += run.last - max(reach, run.first - 1)
        reach = run.last
      }
      report.received[writer, default: .init()].countsByType[""] =
        Int(clamping: max(count, 1))
    }
  }

  /// Notes the gaps before the segments left, which continue no held event.
  private mutating func noteGaps() throws {
    (report.gaps, report.moreGaps) = ([], 0)
    try forEachWriter { sync, writer, places in
      let left = places.filter {
        ![.held, .refused, .gone].contains(sync.list[$0])
      }
      guard let first = try sync.lacking(left).first else { return }
      let end = max(sync.list.names[first].run.first - 1, 1)
      let start = min(try sync.held(of: writer) + 1, end)
      sync.report.note(.init(writer: writer, sequences: start...end))
    }
  }

  /// Fetches segments and stores their events, many at once.
  private mutating func take(_ places: [Int]) throws {
    var waiting: [(place: Int, segment: Segment)] = []
    var count = 0
    var byteCount = 0
    let counts = places.map { list.names[$0].run.count }
    var more = counts.clampedSum
    var rest = places[...]
    var ahead = try beginFetching(&rest)
    while let (place, segment, next) = finish(&ahead, thenOf: &rest) {
      more -= min(more, list.names[place].run.count)
      if let segment {
        waiting.append((place, segment))
        count += Int(clamping: segment.run.count)
        byteCount += segment.byteCount
      }
      if count >= Self.batch || byteCount >= Self.batchByteCount {
        try store(waiting, expecting: more)
        waiting = []
        count = 0
        byteCount = 0
      }
      ahead = try next.get()
    }
    try store(waiting)
  }

  /// Stores the segments that lack payloads together with those that may say
  /// why: later ones of the same writer, or any of another or of another
  /// branch.
  private mutating func takeEmptied() throws {
    guard list.has(.emptied) else { return }
    let fetched = list.indices.filter {
      [.early, .emptied].contains(list[$0])
    }
    var errors = try takeTogether(fetched)
    let all = try lacking(
      reached { ![.held, .refused, .gone].contains($0.list[$1]) })
    // Mostly, the fetched segments are all that is wanted.
    let isNew = all.contains { [.listed, .unreached].contains(list[$0]) }
    if isNew, list.has(.emptied) {
      errors.merge(try takeTogether(all)) { $1 }
    }
    for (place, error) in errors.sorted(by: { $0.key < $1.key })
    where list[place] == .emptied {
      refuse(place, error.description)
    }
  }

  /// Stores in one transaction all of the segments that can be stored. They
  /// wait on the disk meanwhile, as they may be many.
  ///
  /// - Returns: The reasons why segments that lack payloads were not taken.
  private mutating func takeTogether(
    _ places: [Int]
  ) throws -> [Int: ReceiveError] {
    let (shelf, names) = (shelf, list.names)
    let (waiting, received) = try journal.receiveWaiting(
      of: journalID, merging: isMerging, after: journals
    ) { spool in
      for place in places where !spool.isFull {
        guard let (object, segment) = try fetch(place) else { continue }
        _ = try spool.add(object, place, segment)
      }
    } segment: { object, place in
      try shelf.segment(in: object, named: names[place])
    }
    note(received, waiting)
    var errors: [Int: ReceiveError] = [:]
    for (place, outcome) in zip(waiting, received.outcomes) {
      guard case .refused(let error) = outcome, list[place] == .emptied else {
        continue
      }
      errors[place] = error
    }
    return errors
  }

  /// A fetched segment that is being unpacked and checked.
  private struct Fetched {
    let place: Int
    /// The object, if it is wanted as well: it may be as long again.
    let object: [UInt8]?
    let segment: Segment.Reading
  }

  private mutating func fetch(
    _ place: Int
  ) throws -> (object: [UInt8], segment: Segment)? {
    guard let fetched = try beginFetching(place, keepsObject: true),
      let object = fetched.object, let segment = finish(fetched)
    else { return nil }
    return (object, segment)
  }

  /// Fetches the first of the segments that is available, and removes it and
  /// those before it from `places`.
  private mutating func beginFetching(
    _ places: inout ArraySlice<Int>
  ) throws -> Fetched? {
    while let place = places.popFirst() {
      if let fetched = try beginFetching(place) { return fetched }
    }
    return nil
  }

  /// Finishes the fetched segment while the next one is unpacked and checked.
  private mutating func finish(
    _ ahead: inout Fetched?, thenOf rest: inout ArraySlice<Int>
  ) -> (Int, Segment?, next: Result<Fetched?, any Error>)? {
    guard let fetched = ahead.take() else { return nil }
    let next = Result { try beginFetching(&rest) }
    return (fetched.place, finish(fetched), next)
  }

  private mutating func finish(_ fetched: Fetched) -> Segment? {
    switch fetched.segment.value {
    case .failure(let error):
      refuse(fetched.place, error.description)
      return nil
    case .success(let segment): return segment
    }
  }

  private mutating func beginFetching(
    _ place: Int, keepsObject: Bool = false
  ) throws -> Fetched? {
    let name = list.names[place]
    do {
      guard
        let object = try store.object(
          shelf.text(of: name), atMost: Segment.maximumObjectByteCount)
      else {
        list[place] = .gone
        return nil
      }
      let (bytes, inner) = try shelf.opened(object, named: name)
      return Fetched(
        place: place, object: keepsObject ? object : nil,
        segment: Segment.reading(bytes, named: inner))
    } catch let error as SegmentError {
      refuse(place, error.description)
    } catch let error as StoreError
      where error.code == .tooLarge || error.code == .invalid
    {
      refuse(place, error.description)
    } catch let error as FileSystemError {
      // An unreadable file does not stop the others.
      refuse(place, error.description)
    }
    return nil
  }

  private mutating func refuse(_ place: Int, _ reason: String) {
    guard list[place] != .refused else { return }
    list[place] = .refused
    report.refuse(shelf.text(of: list.names[place]), reason)
  }

  private mutating func store(
    _ segments: [(place: Int, segment: Segment)], expecting more: UInt64 = 0
  ) throws {
    note(
      try journal.receiveEach(
        segments.map(\.segment), of: journalID, merging: isMerging,
        expecting: more, after: journals),
      segments.map(\.place))
  }

  private mutating func note(_ received: SegmentsReceived, _ places: [Int]) {
    report.add(received)
    receivedCount += received.newCount
    progress(receivedCount, sentCount)
    journals.formUnion(received.journals)
    nulls.merge(received.nulls) { $0.union($1) }
    for (place, outcome) in zip(places, received.outcomes) {
      switch outcome {
      case .stored: list[place] = .held
      case .refused(.unknownPredecessor): list[place] = .early
      case .refused(.missingPayload): list[place] = .emptied
      case .refused(let error): refuse(place, error.description)
      }
    }
  }

  // MARK: Putting

  private mutating func send() throws {
    for (first, tip) in try journal.lacking(in: state.tips, by: chains) {
      let count = tip.sequence - first + 1
      guard !isRehearsal else {
        report.sent[tip.writer, default: 0] += count
        continue
      }
      try put(from: first, to: tip) { sync, run in
        sync.report.sent[run.writer, default: 0] += run.count
        sync.sentCount += Int(clamping: run.count)
        sync.progress(sync.receivedCount, sync.sentCount)
      }
    }
  }

  private mutating func put(
    from first: UInt64, to tip: EventReference,
    _ note: (inout StoreSync, SegmentRun) throws -> Void
  ) throws {
    let maker = SegmentMaker(chains: chains, journal: journalID)
    var start = first
    func next() throws -> (run: SegmentRun, packed: PackedSegment)? {
      guard start <= tip.sequence,
        let fields = try journal.read({
          try maker.segment(from: start, to: tip, in: $0)
        })
      else { return nil }
      start = fields.run.last + 1
      return (fields.run, fields.packed)
    }
    var ahead = try next()
    while let (run, packed) = ahead {
      // The next one is packed while this one is put.
      let next = Result { try next() }
      let made = packed.value
      if try isPut(made.bytes, run, made.footer) {
        try noteThere(run)
        try note(&self, run)
      }
      ahead = try next.get()
    }
  }

  private mutating func noteThere(_ run: SegmentRun) throws {
    var coverage = RemoteCoverage(
      tips: state.tips[run.writer] ?? [],
      branches: try journal.read {
        try chains.branches(of: run.writer, in: $0)
      })
    coverage.add(run)
    state.tips[run.writer] = coverage.tips
  }

  /// Puts a segment, and returns whether it is there now.
  private mutating func isPut(
    _ bytes: [UInt8], _ run: SegmentRun, _ footer: EventHash
  ) throws -> Bool {
    let object = try shelf.object(of: bytes, footer: footer, holding: run)
    var name = object.name(in: journalID, hour: currentHour, run: run)
    // An object with that name is damaged. Listings include the hour before.
    for hour in [currentHour, currentHour.advanced(by: -1)] {
      do {
        name = object.name(in: journalID, hour: hour, run: run)
        _ = try store.put(object.bytes, as: shelf.text(of: name))
        return true
      } catch let error as StoreError {
        // In a folder, a link or directory may have the name.
        guard error.code == .conflict || error.code == .invalid else {
          throw error
        }
      }
    }
    report.refuse(
      shelf.text(of: name), "it is damaged, and could not be replaced")
    return false
  }

  // MARK: Erasing

  /// The erased events that are held, by writer, in the order of sequences.
  private func erasures() throws -> [WriterID: [Erasure]] {
    let log = journal.log
    return try journal.read { transaction in
      var erasures: [WriterID: [Erasure]] = [:]
      try journal.projections.forEachErasure(in: transaction) { erasure in
        // An erasure may name an event that cannot be erased.
        if try log.event(erasure.event, in: transaction)?.header.isErasable
          == true
        {
          erasures[erasure.event.writer, default: []].append(erasure)
        }
        return true
      }
      return erasures
    }
  }

  /// Fetches and checks all segments, and notes which events come without
  /// payloads.
  private mutating func checkAll() throws {
    var count = 0
    for place in list.indices {
      guard let segment = try fetch(place)?.segment else { continue }
      // The limit is more than anybody has erased.
      let events = segment.nulls.prefix(max(0, Self.nullLimit - count))
      guard !events.isEmpty else { continue }
      unexplained[place] = Array(events)
      count += events.count
    }
  }

  private static let nullLimit = 1 << 17

  /// Refuses the segments that lack payloads that nothing erased, so that the
  /// events held here are put there again.
  private mutating func refuseUnexplained() throws {
    guard !unexplained.isEmpty else { return }
    var erased: Set<Erasure> = []
    try journal.read {
      try journal.projections.forEachErasure(in: $0) {
        erased.insert($0)
        return true
      }
    }
    for (place, events) in unexplained.sorted(by: { $0.key < $1.key }) {
      guard let event = events.first(where: { !erased.contains($0) }) else {
        continue
      }
      refuse(place, ReceiveError.missingPayload(event.event).description)
    }
    for event in unexplained.values.joined() where erased.contains(event) {
      nulls[event.event.writer, default: []].insert(event.event.sequence)
    }
  }

  /// Notes which erased events come to the remote without their payloads, as it
  /// has none of them so far, and counts those whose payloads it may hold.
  private mutating func noteErasures() throws {
    let databases = journal.projections
    let count = try journal.read { try databases.erasureCount(in: $0) }
    // All are looked at only if an erasure or an erased event came in.
    guard count != state.erasureCount || !nulls.isEmpty else {
      report.erasedThere = state.uncleanCount
      return
    }
    state.erasureCount = count
    state.uncleanCount = 0
    let (tips, clean) = (state.tips, state.clean)
    let erased = try erasures().values.joined().map(\.event)
      .filter { !clean.contains($0) }
    guard !erased.isEmpty else { return }
    let nulls = nulls
    let new = try journal.read { transaction in
      try erased.filter { event in
        let coverage = RemoteCoverage(
          tips: tips[event.writer] ?? [],
          branches: try chains.branches(of: event.writer, in: transaction))
        // If it came without a payload, whoever erased it has put it again.
        return coverage.reach(towards: event) < event.sequence
          || nulls[event.writer]?.contains(event.sequence) == true
      }
    }
    state.clean.formUnion(new)
    state.uncleanCount = erased.count - new.count
    report.erasedThere = state.uncleanCount
  }

  /// Puts segments with payloads of erased events again, from the events held
  /// here, and removes the old ones once the new ones are there.
  private mutating func compact() throws {
    let erasures = try erasures()
    var remaining: Set<EventReference> = []
    for place in list.indices where list[place] != .refused {
      let name = list.names[place]
      let spanned = erasures[name.run.writer]?.spanned(by: name.run) ?? []
      guard !spanned.isEmpty, let segment = try fetch(place)?.segment else {
        continue
      }
      let held = spanned.filter { segment.holdsPayload(of: $0) }
      guard !held.isEmpty else { continue }
      guard
        try !isRehearsal && isReplaced(name, Set(spanned))
      else {
        remaining.formUnion(held.map(\.event))
        continue
      }
      _ = try store.remove(shelf.text(of: name))
      report.rewritten += 1
    }
    // Damaged and missing segments may hold anything.
    for run in list.names(.refused).map(\.run) {
      remaining.formUnion(
        erasures[run.writer]?.spanned(by: run).map(\.event) ?? [])
    }
    state.clean = Set(erasures.values.joined().map(\.event))
      .subtracting(remaining)
    state.uncleanCount = remaining.count
    report.erasedThere = remaining.count
  }

  /// Returns whether the remote holds the events of a segment without the
  /// erased payloads; puts them there if it does not.
  private mutating func isReplaced(
    _ name: SegmentName, _ erased: Set<Erasure>
  ) throws -> Bool {
    let log = journal.log
    let maker = SegmentMaker(chains: chains, journal: journalID)
    let made = try journal.read { transaction in
      try log.contains(name.run.tip, in: transaction)
        ? try maker.segment(
          from: name.run.first, to: name.run.tip, limit: .max, in: transaction)
        : nil
    }
    // Events damaged here must not replace whole ones there.
    guard let run = made?.run, let made = made?.encoded, run == name.run,
      let segment = try? Segment(decoding: made.bytes.span.bytes),
      segment.run == run, segment.isWhole(without: erased)
    else { return false }
    // An interrupted sync may have put it already.
    let object = try shelf.object(
      of: made.bytes, footer: made.footer, holding: run)
    let twin = list.indices.first {
      let name = list.names[$0]
      return name.run == run && name.content == object.content
        && name.key == object.key
    }
    if let twin, try fetch(twin)?.segment.footer == made.footer { return true }
    return try isPut(made.bytes, run, made.footer)
  }

  /// Puts larger segments for many small ones, to save others requests.
  private mutating func merge() throws {
    guard !isRehearsal else { return }
    let log = journal.log
    let maker = SegmentMaker(chains: chains, journal: journalID)
    try forEachWriter { sync, writer, places in
      let runs = places.filter { sync.list[$0] == .held }
        .map { sync.list.names[$0].run }
      guard runs.count >= 16 else { return }
      let merges = try sync.journal.read { transaction in
        // A forked writer's chains are short.
        guard try !log.tips(of: writer, in: transaction).isForked else {
          return [SegmentRun]()
        }
        let cover = SegmentChoice.cover(runs)
        return try SegmentChoice.merges(of: cover).filter { merge in
          let old = cover.count {
            merge.first <= $0.first && $0.last <= merge.last
          }
          // Full segments would only be put once more.
          let new = try maker.runs(
            from: merge.first, to: merge.tip, in: transaction)
          return new.count * 2 <= old
        }
      }
      for run in merges {
        try sync.put(from: run.first, to: run.tip) { sync, _ in
          sync.report.merged += 1
        }
      }
    }
  }
}

extension [Erasure] {
  /// Returns a writer's erasures that a run of it spans, in order.
  fileprivate func spanned(by run: SegmentRun) -> ArraySlice<Erasure> {
    let start = sortedIndex(after: { $0.event.sequence < run.first })
    return self[start...].prefix { $0.event.sequence <= run.last }
  }
}

extension Segment {
  /// Returns whether the events are a chain that lacks only erased payloads.
  fileprivate func isWhole(without erased: Set<Erasure>) -> Bool {
    var last = previous
    for index in 0..<count {
      guard
        let event = try? RecordedEvent(
          decoding: Array(self.event(index)).span.bytes),
        event.header.previous == last,
        event.hasIntactPayload
          || event.payloadBytes == nil
            && erased.contains(Erasure(of: event.reference, hash: event.hash))
      else { return false }
      last = event.hash
    }
    return last == tip
  }

  /// Returns whether the segment holds the payload of an erased event.
  fileprivate func holdsPayload(of erasure: Erasure) -> Bool {
    guard let event = event(at: erasure.event.sequence),
      let recorded = try? RecordedEvent(decoding: Array(event).span.bytes)
    else { return false }
    return recorded.hash == erasure.hash && recorded.header.isErasable
      && recorded.payloadBytes != nil
  }
}
