internal import ErrorKit
internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import JournalQueries
internal import JournalTime
internal import LMDBKit
internal import POSIXKit

/// Brings a journal and a store to hold the same events: takes what is lacking
/// here, then puts what is lacking there, of any writer.
struct StoreSync {
  let journal: Journal
  let store: any ObjectStore
  /// How segments lie there.
  let shelf: any SegmentShelf
  /// The journal whose segments the store holds.
  let journalID: JournalID
  /// Whether events of another journal may join.
  let isMerging: Bool
  /// Whether all is only found out.
  let isRehearsal: Bool
  let clock: Instant
  /// Is told how many events came in and went out so far.
  let progress: (_ received: Int, _ sent: Int) -> Void

  let chains: EventChains
  private(set) var report = SyncReport()
  private(set) var state: RemoteState
  /// The hour of the store, and when that was so by the monotonic clock.
  private var hour: (StoreHour, at: Int64)?
  private var receivedCount = 0
  private var sentCount = 0
  private var refusedNames: Set<SegmentName> = []
  /// Segments that continue nothing that is held so far.
  private var deferredNames: Set<SegmentName> = []
  /// Segments that were removed since they were listed.
  private var goneNames: Set<SegmentName> = []
  /// The sequences of events that came from here without payloads, by writer.
  private var nulls: [WriterID: Set<UInt64>] = [:]
  /// Whether a segment waits for the events that erased its payloads.
  private var lacksErasures = false
  /// The events without payloads of the segments that were checked.
  private var emptied: [SegmentName: [RecordedEvent]] = [:]

  /// How many events are stored at once.
  private static let batch = 1 << 16
  /// How many milliseconds after a whole listing another is due.
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

  /// Runs the sync. What was reached is in ``report`` and ``state``, also where
  /// this throws.
  ///
  /// - Parameters:
  ///   - listsAll: Whether all of the store is looked at, and not only what came
  ///     since the last time.
  ///   - checksAll: Whether all that is there is fetched and checked, too; what
  ///     is damaged counts as lacking.
  ///   - compacts: Whether segments that hold payloads of erased events are put
  ///     again without, and the old ones removed.
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
    var names = try names(since: isWhole ? nil : state.hour)
    // Another disk at its place, or an emptied one: neither is filled unasked.
    if isWhole, names.isEmpty, report.refused.isEmpty, known?.isEmpty == false {
      throw StoreError(
        .notFound,
        "the remote holds nothing of this journal any more; if it is the right one, add it again to fill it"
      )
    }
    if checksAll {
      for name in names {
        let events = try fetch(name)?.segment.emptied ?? []
        if !events.isEmpty { emptied[name] = events }
      }
    }
    try receive(names)
    if !goneNames.isEmpty {
      // Others stand for them by now.
      names = try self.names(since: isWhole ? nil : state.hour)
      try receive(names)
      for name in goneNames.intersection(names) { refuse(name, "it is gone") }
    }
    try refuseUnexplained()
    try note(names, isWhole: isWhole, known: known ?? [:])
    try noteErasures()
    do {
      try send()
      if compacts { try compact(names) }
      if isDue { try merge(names) }
    } catch let error as StoreError where error.code == .credentials {
      // What could be listed may only be read.
      report.isReadOnly = true
    }
    report.isComplete =
      report.refused.isEmpty && report.gaps.isEmpty
      && !(isRehearsal && report.isTelling)
    state.syncedAt = clock
    // What could not be taken yet must be seen again: after the hour it is put
    // in, only a whole listing shows it.
    if isDue { state.listedAt = clock }
    if !report.gaps.isEmpty { state.listedAt = nil }
    state.gaps = report.gaps
    if isWhole || report.isComplete { state.hour = hour?.0 }
    if report.isReadOnly { report.isComplete = false }
  }

  /// What the remote was known to hold; `nil` where some of it is not held
  /// here any more, as after a restore.
  private func knownTips() throws -> [WriterID: [EventReference]]? {
    try journal.holds(state.tips) ? state.tips : nil
  }

  // MARK: Looking

  private mutating func names(since known: StoreHour?) throws -> [SegmentName] {
    let prefix = shelf.prefix
    // The clocks of a store's machines may differ, and a put takes its time.
    let start = known.map { prefix + $0.advanced(by: -2).description } ?? ""
    var names: [SegmentName] = []
    var unreadable: [SyncReport.Refusal] = []
    func note(_ text: String) {
      switch shelf.entry(named: text) {
      case .segment(let name): names.append(name)
      case .unreadable(let reason):
        unreadable.append(.init(name: text, reason: reason))
      case .other: break
      }
    }
    let now = try store.forEachName(under: prefix, after: start, note)
    hour = (now, Deadline.now)
    if known == nil || !unreadable.isEmpty,
      try shelf.refreshKeys(in: store, isRehearsal: isRehearsal)
    {
      let again = unreadable
      unreadable = []
      for refusal in again { note(refusal.name) }
    }
    report.refused += unreadable
    return names
  }

  /// The store's hour by now.
  private var currentHour: StoreHour {
    guard let hour else { return StoreHour(of: clock) }
    return hour.0.advanced(by: Int((Deadline.now - hour.at) / 3_600_000))
  }

  /// Notes which events the store holds.
  private mutating func note(
    _ names: [SegmentName], isWhole: Bool, known: [WriterID: [EventReference]]
  ) throws {
    let log = journal.log
    let refused = refusedNames.union(goneNames)
    let runs = Dictionary(
      grouping: names.filter { !refused.contains($0) }.map(\.run),
      by: \.writer)
    var tips = isWhole ? [:] : known
    try journal.read { transaction in
      for (writer, runs) in runs {
        var coverage = RemoteCoverage(
          tips: tips[writer] ?? [],
          branches: try chains.branches(of: writer, in: transaction))
        for run in runs.sorted(by: { $0.first < $1.first })
        where try log.contains(run.tip, in: transaction) {
          coverage.add(run)
        }
        tips[writer] = coverage.tips
      }
    }
    state.tips = tips
    report.lost = try journal.lost(from: known, leaving: tips, by: chains)
  }

  // MARK: Taking

  private mutating func receive(_ names: [SegmentName]) throws {
    var byWriter = Dictionary(grouping: names, by: \.run.writer)
    var countBefore = receivedCount
    // Twice as many branches of a fork at a time: few rounds, and at most half
    // of what is fetched in vain.
    var limit = 1
    while true {
      let chosen = try choose(among: &byWriter, limit: limit)
      limit = min(2 * limit, 1 << 10)
      guard !isRehearsal else { return try rehearse(chosen) }
      if chosen.isEmpty {
        guard !deferredNames.isEmpty else { break }
        // Of forked chains more may continue what came in since.
        if receivedCount > countBefore {
          countBefore = receivedCount
          deferredNames = []
        } else if lacksErasures {
          try takeTogether(byWriter.values.flatMap(\.self))
        } else {
          break
        }
        continue
      }
      try take(chosen)
    }
    try noteGaps(byWriter)
  }

  /// What to fetch next of segments, of which only those stay whose last event
  /// is not held.
  private func choose(
    among byWriter: inout [WriterID: [SegmentName]], limit: Int
  ) throws -> [SegmentName] {
    let log = journal.log
    var left = byWriter
    let chosen = try journal.read { transaction in
      var chosen: [SegmentName] = []
      for (writer, names) in left.sorted(by: { $0.key < $1.key }) {
        let lacking = try names.filter {
          try !refusedNames.contains($0) && !goneNames.contains($0)
            && !log.contains($0.run.tip, in: transaction)
        }
        left[writer] = lacking.isEmpty ? nil : lacking
        let tips = try log.tips(of: writer, in: transaction).tips
        chosen += SegmentChoice.next(
          among: lacking.filter { !deferredNames.contains($0) },
          held: tips.map(\.sequence).max() ?? 0, limit: limit)
      }
      return chosen
    }
    byWriter = left
    return chosen
  }

  /// Counts what would come in.
  private mutating func rehearse(_ names: [SegmentName]) throws {
    let log = journal.log
    for (writer, names) in Dictionary(grouping: names, by: \.run.writer) {
      var reach = try journal.read {
        try log.tips(of: writer, in: $0).tips.map(\.sequence).max() ?? 0
      }
      var count: UInt64 = 0
      for run in names.map(\.run).sorted(by: { $0.first < $1.first })
      where run.last > reach {
        count += run.last - max(reach, run.first - 1)
        reach = run.last
      }
      report.received[writer, default: .init()].countsByType[""] =
        Int(clamping: max(count, 1))
    }
  }

  /// What is left has nothing before it that is held.
  private mutating func noteGaps(
    _ lacking: [WriterID: [SegmentName]]
  ) throws {
    let log = journal.log
    report.gaps = try journal.read { transaction in
      try lacking.map { writer, names in
        let held =
          try log.tips(of: writer, in: transaction).tips
          .map(\.sequence).max() ?? 0
        let first = names.map(\.run.first).min() ?? 1
        let end = max(first - 1, 1)
        return SyncReport.Gap(
          writer: writer, sequences: min(held + 1, end)...end)
      }
    }.sorted { $0.writer < $1.writer }
  }

  /// Fetches segments and stores their events, many at once.
  private mutating func take(_ names: [SegmentName]) throws {
    var waiting: [(name: SegmentName, segment: Segment)] = []
    var count = 0
    var byteCount = 0
    var more = names.reduce(0) { $0 + $1.run.count }
    var rest = names[...]
    var ahead = try beginFetching(&rest)
    while let (name, segment, next) = finish(&ahead, thenOf: &rest) {
      more -= name.run.count
      if let segment {
        waiting.append((name, segment))
        count += Int(clamping: segment.run.count)
        byteCount += segment.byteCount
      }
      if count >= Self.batch || byteCount >= 2 * Segment.usualContent {
        try store(waiting, expecting: more)
        waiting = []
        count = 0
        byteCount = 0
      }
      ahead = try next.get()
    }
    try store(waiting)
  }

  /// Stores all that is lacking in one transaction, as segments wait for
  /// events that erased their payloads: each of these may stand in any of the
  /// others, also in a later one of the same writer or on another branch. They
  /// wait on the disk meanwhile, as there may be many.
  private mutating func takeTogether(_ lacking: [SegmentName]) throws {
    lacksErasures = false
    let waiting = lacking.sorted {
      ($0.run.writer, $0.run.first, $0.run.last)
        < ($1.run.writer, $1.run.first, $1.run.last)
    }
    let shelf = shelf
    let (names, received) = try journal.receiveWaiting(
      of: journalID, merging: isMerging
    ) { spool in
      for name in waiting {
        guard let object = try fetch(name)?.object else { continue }
        try spool.add(object, name, holding: name.run)
      }
    } segment: { object, name in
      try shelf.segment(in: object, named: name)
    }
    for (name, outcome) in zip(names, received.outcomes) {
      if case .refused(.missingPayload(let event)) = outcome {
        refuse(name, ReceiveError.missingPayload(event).description)
      }
    }
    note(received, names)
  }

  /// A segment that was fetched, and is being unpacked and checked.
  private struct Fetched {
    let name: SegmentName
    let object: [UInt8]
    let segment: Segment.Reading
  }

  private mutating func fetch(
    _ name: SegmentName
  ) throws -> (object: [UInt8], segment: Segment)? {
    var names = [name][...]
    guard let fetched = try beginFetching(&names),
      let segment = finish(fetched)
    else { return nil }
    return (fetched.object, segment)
  }

  /// Fetches the first of the segments that can be had, and takes it and those
  /// before away.
  private mutating func beginFetching(
    _ names: inout ArraySlice<SegmentName>
  ) throws -> Fetched? {
    while let name = names.popFirst() {
      if let fetched = try beginFetching(name) { return fetched }
    }
    return nil
  }

  /// Takes the segment that was fetched; the next one is unpacked and checked
  /// while this one is stored.
  private mutating func finish(
    _ ahead: inout Fetched?, thenOf rest: inout ArraySlice<SegmentName>
  ) -> (SegmentName, Segment?, next: Result<Fetched?, any Error>)? {
    guard let fetched = ahead.take() else { return nil }
    let next = Result { try beginFetching(&rest) }
    return (fetched.name, finish(fetched), next)
  }

  private mutating func finish(_ fetched: Fetched) -> Segment? {
    switch fetched.segment.value {
    case .failure(let error):
      refuse(fetched.name, error.description)
      return nil
    case .success(let segment):
      if !segment.withoutPayloads.isEmpty {
        nulls[fetched.name.run.writer, default: []]
          .formUnion(segment.withoutPayloads)
      }
      return segment
    }
  }

  private mutating func beginFetching(
    _ name: SegmentName
  ) throws -> Fetched? {
    do {
      guard
        let object = try store.object(
          shelf.text(of: name), atMost: Segment.maximumObjectByteCount)
      else {
        goneNames.insert(name)
        return nil
      }
      let (bytes, inner) = try shelf.opened(object, named: name)
      return Fetched(
        name: name, object: object,
        segment: Segment.reading(bytes, named: inner))
    } catch let error as SegmentError {
      refuse(name, error.description)
    } catch let error as StoreError
      where error.code == .tooLarge || error.code == .invalid
    {
      refuse(name, error.description)
    } catch let error as FileSystemError {
      // One file that cannot be read keeps no other from being.
      refuse(name, error.description)
    }
    return nil
  }

  private mutating func refuse(_ name: SegmentName, _ reason: String) {
    refusedNames.insert(name)
    report.refused.append(.init(name: shelf.text(of: name), reason: reason))
  }

  private mutating func store(
    _ segments: [(name: SegmentName, segment: Segment)],
    expecting more: UInt64 = 0
  ) throws {
    note(
      try journal.receiveEach(
        segments.map(\.segment), of: journalID, merging: isMerging,
        expecting: more),
      segments.map(\.name))
  }

  private mutating func note(
    _ received: SegmentsReceived, _ names: [SegmentName]
  ) {
    report.add(received)
    receivedCount += received.newCount
    progress(receivedCount, sentCount)
    for (name, outcome) in zip(names, received.outcomes) {
      switch outcome {
      case .stored: deferredNames.remove(name)
      case .refused(.unknownPredecessor): deferredNames.insert(name)
      case .refused(.missingPayload):
        guard !refusedNames.contains(name) else { continue }
        deferredNames.insert(name)
        lacksErasures = true
      case .refused(let error): refuse(name, error.description)
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

  /// Puts a segment, and says whether it is there now.
  private mutating func isPut(
    _ bytes: [UInt8], _ run: SegmentRun, _ footer: EventHash
  ) throws -> Bool {
    let object = try shelf.object(of: bytes, footer: footer, holding: run)
    var name = object.name(in: journalID, hour: currentHour, run: run)
    // What has the name already is damaged. Nobody overlooks the hour before.
    for hour in [currentHour, currentHour.advanced(by: -1)] {
      do {
        name = object.name(in: journalID, hour: hour, run: run)
        _ = try store.put(object.bytes, as: shelf.text(of: name))
        return true
      } catch let error as StoreError {
        // Or a link or directory has it, in a folder.
        guard error.code == .conflict || error.code == .invalid else {
          throw error
        }
      }
    }
    refuse(name, "it is damaged, and its place taken")
    return false
  }

  // MARK: Erasing

  /// The erased events that are held, by writer, in the order of sequences.
  private func erasures() throws -> [WriterID: [Erasure]] {
    let log = journal.log
    return try journal.read { transaction in
      var erasures: [WriterID: [Erasure]] = [:]
      try journal.projections.forEachErasure(in: transaction) { erasure in
        // What cannot be erased may be named nevertheless.
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

  /// Refuses the segments of which payloads are missing that nothing erased, so
  /// that what is held here is put there again.
  private mutating func refuseUnexplained() throws {
    let (journal, emptied) = (journal, emptied)
    let refused = try journal.read { transaction in
      try emptied.filter { _, events in
        try events.contains {
          try !journal.projections.isErased(
            $0.header, $0.hash, in: transaction)
        }
      }
    }
    for (name, events) in refused where !refusedNames.contains(name) {
      refuse(
        name, ReceiveError.missingPayload(events[0].reference).description)
    }
  }

  /// Notes which erased events come to the remote without their payloads, as
  /// it has none of them so far, and counts those of which it may hold them.
  private mutating func noteErasures() throws {
    let databases = journal.projections
    let count = try journal.read { try databases.erasureCount(in: $0) }
    // They are all looked at only where one came in, or an erased event.
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
        // Whoever erased it has put it anew where it came without a payload.
        return coverage.reach(towards: event) < event.sequence
          || nulls[event.writer]?.contains(event.sequence) == true
      }
    }
    state.clean.formUnion(new)
    state.uncleanCount = erased.count - new.count
    report.erasedThere = state.uncleanCount
  }

  /// Puts segments again that hold payloads of erased events, from what is
  /// held here, and removes the old ones once the new are there.
  private mutating func compact(_ names: [SegmentName]) throws {
    let erasures = try erasures()
    var remaining: Set<EventReference> = []
    for name in names where !refusedNames.contains(name) {
      let spanned = erasures[name.run.writer]?.spanned(by: name.run) ?? []
      guard !spanned.isEmpty, let segment = try fetch(name)?.segment else {
        continue
      }
      let held = spanned.filter { segment.holdsPayload(of: $0) }
      guard !held.isEmpty else { continue }
      guard
        try !isRehearsal && isReplaced(name, among: names, Set(spanned))
      else {
        remaining.formUnion(held.map(\.event))
        continue
      }
      _ = try store.remove(shelf.text(of: name))
      report.rewritten += 1
    }
    // What is damaged or gone may hold anything.
    for run in refusedNames.map(\.run) {
      remaining.formUnion(
        erasures[run.writer]?.spanned(by: run).map(\.event) ?? [])
    }
    state.clean = Set(erasures.values.joined().map(\.event))
      .subtracting(remaining)
    state.uncleanCount = remaining.count
    report.erasedThere = remaining.count
  }

  /// Whether the remote holds the events of a segment without the payloads
  /// that are erased; puts them there where it does not.
  private mutating func isReplaced(
    _ name: SegmentName, among names: [SegmentName], _ erased: Set<Erasure>
  ) throws -> Bool {
    let log = journal.log
    let maker = SegmentMaker(chains: chains, journal: journalID)
    let made = try journal.read { transaction in
      try log.contains(name.run.tip, in: transaction)
        ? try maker.segment(
          from: name.run.first, to: name.run.tip, limit: .max, in: transaction)
        : nil
    }
    // What is damaged here must not take the place of what is whole there.
    guard let run = made?.run, let made = made?.encoded, run == name.run,
      let segment = try? Segment(decoding: made.bytes.span.bytes),
      segment.run == run, segment.isWhole(without: erased)
    else { return false }
    // A sync that was cut off has put it already.
    let object = try shelf.object(
      of: made.bytes, footer: made.footer, holding: run)
    let twin = names.first {
      $0.run == run && $0.content == object.content && $0.key == object.key
    }
    if let twin, try fetch(twin)?.segment.footer == made.footer { return true }
    return try isPut(made.bytes, run, made.footer)
  }

  /// Puts larger segments where there are many small ones, so that who comes
  /// next needs few requests.
  private mutating func merge(_ names: [SegmentName]) throws {
    guard !isRehearsal else { return }
    let log = journal.log
    let maker = SegmentMaker(chains: chains, journal: journalID)
    let runs = Dictionary(grouping: names.map(\.run), by: \.writer)
    for (writer, runs) in runs.sorted(by: { $0.key < $1.key })
    where runs.count >= 16 {
      let merges = try journal.read { transaction in
        // A forked writer's chains are short.
        guard try !log.tips(of: writer, in: transaction).isForked else {
          return [SegmentRun]()
        }
        let held = try runs.filter {
          try log.contains($0.tip, in: transaction)
        }
        let cover = SegmentChoice.cover(held.sorted { $0.first < $1.first })
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
        try put(from: run.first, to: run.tip) { sync, _ in
          sync.report.merged += 1
        }
      }
    }
  }
}

extension [Erasure] {
  /// Those of a writer, in the order of sequences, that a run of it spans.
  fileprivate func spanned(by run: SegmentRun) -> ArraySlice<Erasure> {
    let start = sortedIndex(after: { $0.event.sequence < run.first })
    return self[start...].prefix { $0.event.sequence <= run.last }
  }
}

extension Segment {
  /// The events whose payloads are missing.
  fileprivate var emptied: [RecordedEvent] {
    (0..<count).compactMap {
      try? RecordedEvent(decoding: Array(event($0)).span.bytes)
    }.filter { $0.payloadBytes == nil }
  }

  /// Whether its events continue each other, and each has its payload, but for
  /// those that are erased.
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

  /// Whether it holds the payload of an event that is erased.
  fileprivate func holdsPayload(of erasure: Erasure) -> Bool {
    guard let event = event(at: erasure.event.sequence),
      let recorded = try? RecordedEvent(decoding: Array(event).span.bytes)
    else { return false }
    return recorded.hash == erasure.hash && recorded.header.isErasable
      && recorded.payloadBytes != nil
  }
}
