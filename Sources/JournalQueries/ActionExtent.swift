public import JournalEvents
internal import JournalLog
public import JournalProjections
internal import JournalTime

/// The part of an action that an undo takes back.
public struct ActionExtent: Sendable {
  /// The number of events that are not undone, by plant, room or other stream.
  private let counts: [StreamID: Int]
  /// A Boolean value that indicates whether each plant of the action can be taken
  /// out of it, because all got the same.
  public let isSeparable: Bool

  fileprivate init(_ counts: [StreamID: Int], isSeparable: Bool) {
    self.counts = counts
    self.isSeparable = isSeparable
  }

  /// The number of plants and other things that the action changed.
  public var subjectCount: Int { counts.count }

  /// Returns the number of events that are undone with one of a stream: those of
  /// the plant alone, if it can be taken out of the action, else all.
  public func count(with stream: StreamID) -> Int {
    isSeparable
      ? counts[stream] ?? 0 : counts.values.reduce(0, +)
  }
}

extension Snapshot {
  /// Returns the part of an entry's action that is not undone.
  ///
  /// - Complexity: O(*n*) for the *n* events of the action.
  public func extent(of entry: HistoryEntry) throws -> ActionExtent {
    let action = entry.action
    var counts: [StreamID: Int] = [:]
    var undone: [StreamID: Bool] = [:]
    var types: Set<EventType> = []
    try log.forEachEvent(of: action, in: transaction) { event in
      guard let type = event.header.knownType, type.isUndoable else { return }
      let stream = event.header.stream
      types.insert(type)
      if undone[stream] == nil {
        undone[stream] = try isUndone(action, of: stream)
      }
      if undone[stream] == false { counts[stream, default: 0] += 1 }
    }
    // A merge changes both plants, and an addition all that belongs to it.
    let isSame =
      types.isSubset(of: [.taskCompleted, .photoCaptured])
      || types.count == 1 && types != [.plantMerged]
    return ActionExtent(
      counts,
      isSeparable: isSame && undone.count > 1
        && types.allSatisfy { $0.subject == .plant }
        && undone[.home] == nil)
  }
}

extension Snapshot {
  /// Returns the events that recorded care of today, as far as they were recorded
  /// today.
  ///
  /// - Complexity: O(*n*) for the *n* events that were recorded today.
  public func entries(
    of done: [TodayView.Done]
  ) throws -> [TodayView.Done: HistoryEntry] {
    guard !done.isEmpty else { return [:] }
    var filter = HistoryFilter()
    filter.types = [EventType.taskCompleted.rawValue]
    filter.since = zone.startOfDay(today)
    filter.until = asOf
    var entries: [TodayView.Done: HistoryEntry] = [:]
    let places = Dictionary(grouping: done, by: \.plant)
    try HistoryView(filter: filter, direction: .backward).forEach(self) {
      entry in
      guard !entry.isUndone, !entry.isAmended,
        case .taskCompleted(let body)? = entry.payload?.body
      else { return true }
      let plant = try subject(of: entry.event.header)
      for care in places[plant] ?? []
      where care.kind == body.kind && care.at == entry.payload?.at.instant
        && (care.title == nil || care.title == body.title)
        && entries[care] == nil
      {
        entries[care] = entry
      }
      return entries.count < done.count
    }
    return entries
  }
}
