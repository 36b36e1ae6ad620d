internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import LMDBKit

/// The facts of a segment that decide with which others it can be stored.
struct SegmentOutline {
  /// The events that the segment holds.
  let run: SegmentRun
  /// The hash of the event before the first.
  let previous: EventHash
  /// The events without payloads.
  var nulls: [Erasure]

  init(of segment: Segment) {
    run = segment.run
    previous = segment.previous
    nulls = segment.nulls
  }

  /// The event that the first one continues; `nil` if that begins a chain.
  fileprivate var predecessor: Erasure? {
    guard run.first > 1 else { return nil }
    let event = EventReference(
      writer: run.writer, sequence: run.first - 1,
      hashPrefix: previous.prefix)
    return Erasure(of: event, hash: previous)
  }
}

/// Finds the segments that can be stored in one transaction, and stores none.
///
/// A segment needs the event before its first, and for each event without a
/// payload another one that erased it. Both may be in other segments with
/// needs of their own, so that two may need each other. A segment that cannot
/// be stored takes those away that need it, and no others: whatever else lies
/// in a store, the sound segments are left.
///
/// - Complexity: O(*n* log *n*) for *n* segments, their needs and events.
struct SegmentSieve {
  /// An event that segments continue, or whose payload they lack.
  private struct Need {
    let event: EventReference
    /// A Boolean value that indicates whether segments continue the event.
    let isLink: Bool
    /// The number of segments left that erase the event.
    var eraserCount = 0
    /// The segments that hold the event whole, which serve those after them,
    /// and the segments that have the need, both in order.
    var holders: [Int] = []
    var users: [Int] = []
    /// The first of each that is left.
    var holder = 0
    var user = 0
  }

  /// The segments in the order in which they can continue each other. Indices
  /// here refer to this order.
  private let order: [Int]
  private let runs: [SegmentRun]
  private let predecessors: [Erasure?]
  private var needs: [Need] = []
  /// The needs by the hashes of events, and the links that events are.
  private var links: [EventHash: Int] = [:]
  private var nulls: [EventHash: Int] = [:]
  private var found: [Int: ChainLink] = [:]
  /// The needs for links that segments meet which nothing takes away.
  private var sureLinks: Set<Int> = []
  /// The needs that each segment meets, and whether it does so as an eraser.
  private var met: [[(need: Int, isEraser: Bool)]]
  private var errors: [Int: ReceiveError] = [:]

  /// Creates a sieve of segments without the excluded ones.
  init(_ segments: [SegmentOutline], without excluded: Set<Int> = []) {
    order = segments.indices.sorted {
      let (one, other) = (segments[$0].run, segments[$1].run)
      return (one.writer, one.first, one.last)
        < (other.writer, other.first, other.last)
    }
    runs = order.map { segments[$0].run }
    predecessors = order.map { segments[$0].predecessor }
    met = Array(repeating: [], count: order.count)
    for index in order.indices where excluded.contains(order[index]) {
      errors[index] = .unknownPredecessor(runs[index].tip, tips: .none)
    }
    for event in predecessors.compactMap(\.self) where links[event.hash] == nil
    {
      links[event.hash] = needs.count
      needs.append(Need(event: event.event, isLink: true))
    }
    for event in segments.lazy.flatMap(\.nulls) where nulls[event.hash] == nil {
      nulls[event.hash] = needs.count
      needs.append(Need(event: event.event, isLink: false))
    }
  }

  /// The segments that are left, in the order in which to store them.
  var left: [Int] {
    order.indices.filter { errors[$0] == nil }.map { order[$0] }
  }

  /// The reasons why the others were taken away.
  var refusals: [Int: ReceiveError] {
    Dictionary(uniqueKeysWithValues: errors.map { (order[$0], $1) })
  }

  /// Looks at each segment, and takes those away that cannot be stored.
  ///
  /// - Parameters:
  ///   - journal: The journal to store them in.
  ///   - segment: Gives a segment.
  /// - Throws: The errors of the journal or `segment`.
  mutating func sift(
    for journal: Journal, _ segment: (Int) throws -> Segment
  ) throws {
    var latest = try journal.readLog {
      try journal.log.vector(in: $0).compactMap(\.tips.latestStamp).max()
        ?? .zero
    }
    for index in runs.indices where errors[index] == nil {
      let segment = try segment(order[index])
      do {
        // A long transaction would keep others from reusing pages.
        latest = try journal.readLog {
          try look(at: segment, index, journal, latest: latest, in: $0)
        }
      } catch let error as ReceiveError {
        errors[index] = error
      }
    }
    for need in needs.indices { remove(unmet(need)) }
  }

  /// Takes the segment away that is the `place`th of those left.
  mutating func remove(_ place: Int, _ error: ReceiveError) {
    let left = runs.indices.filter { errors[$0] == nil }
    remove([(left[place], error)])
  }

  /// Takes segments away, and those that need them.
  private mutating func remove(_ segments: [(Int, ReceiveError)]) {
    var removed = segments
    while let (index, error) = removed.popLast() {
      guard errors[index] == nil else { continue }
      errors[index] = error
      for (need, isEraser) in met[index] {
        if isEraser { needs[need].eraserCount -= 1 }
        removed += unmet(need)
      }
    }
  }

  /// Returns the segments with a need that nothing meets any more.
  private mutating func unmet(_ index: Int) -> [(Int, ReceiveError)] {
    let need = needs[index]
    guard need.eraserCount == 0 else { return [] }
    var (holder, user) = (need.holder, need.user)
    while holder < need.holders.count, errors[need.holders[holder]] != nil {
      holder += 1
    }
    let first = holder < need.holders.count ? need.holders[holder] : .max
    while user < need.users.count, need.users[user] <= first { user += 1 }
    (needs[index].holder, needs[index].user) = (holder, user)
    return need.users[need.user..<user].map { user in
      (
        user,
        need.isLink
          ? .unknownPredecessor(runs[user].tip, tips: .none)
          : .missingPayload(need.event)
      )
    }
  }

  // MARK: Looking

  /// Checks the events of a segment, and notes the needs that it has and meets.
  ///
  /// - Returns: The greatest stamp that those after it find stored: that of a
  ///   segment that another may take away does not count.
  private mutating func look(
    at segment: Segment, _ index: Int, _ journal: Journal, latest: Stamp,
    in transaction: borrowing some Transaction
  ) throws -> Stamp {
    var link: ChainLink?
    var own: [Int] = []
    var isSure = true
    if let event = predecessors[index] {
      link = try journal.log.link(to: event.event, event.hash, in: transaction)
      if link == nil, let need = links[event.hash] {
        link = found[need]
        own.append(need)
        isSure = sureLinks.contains(need)
      }
      guard link != nil else {
        throw ReceiveError.unknownPredecessor(segment.run.tip, tips: .none)
      }
    }
    var checker = ChainChecker(after: link, latest: latest)
    var held: [(need: Int, link: ChainLink?)] = []
    var erased: [Int] = []
    for place in 0..<segment.count {
      let event = try checker.check(segment.incoming(place))
      if let need = links[event.name.hash] {
        held.append((need, checker.last))
      }
      if let need = nulls[event.name.hash] {
        if event.hasPayload {
          held.append((need, nil))
        } else if try !journal.holds(
          event.name, segment.event(place), in: transaction)
        {
          own.append(need)
          isSure = false
        }
      }
      if let erasure = event.erasure, let need = nulls[erasure.hash],
        needs[need].event == erasure.event
      {
        erased.append(need)
      }
    }
    for need in own { needs[need].users.append(index) }
    for (need, link) in held {
      needs[need].holders.append(index)
      if found[need] == nil { found[need] = link }
      if isSure { sureLinks.insert(need) }
      met[index].append((need, false))
    }
    for need in erased {
      needs[need].eraserCount += 1
      met[index].append((need, true))
    }
    return isSure ? checker.latest : latest
  }
}

extension Journal {
  /// Returns whether an event without payload is held, or known to be erased.
  fileprivate func holds(
    _ name: Erasure, _ bytes: ArraySlice<UInt8>,
    in transaction: borrowing some Transaction
  ) throws -> Bool {
    if try log.contains(name.event, in: transaction) { return true }
    let event = try RecordedEvent(decoding: Array(bytes).span.bytes)
    return try projections.isErased(event.header, name.hash, in: transaction)
  }
}
