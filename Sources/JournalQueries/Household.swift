internal import JournalCare
public import JournalEvents
internal import JournalLog
public import JournalProjections
package import JournalTime

/// Who recorded an event, as the people of a household know each other.
public struct Recorder: Sendable, Hashable {
  /// The writer.
  public let writer: WriterID
  /// What people call it; `nil` where they gave it no name.
  public let name: WriterName?
  /// A Boolean value that indicates whether it is this home, see
  /// ``Snapshot/ownWriters``.
  public let isOwn: Bool
  /// A Boolean value that indicates whether it is this home, or another device
  /// of the same person.
  public let isSamePerson: Bool

  /// Creates the recorder of a writer of which nothing is held.
  public init(unknown writer: WriterID) {
    self.init(writer: writer, name: nil, isOwn: false, ofPerson: nil)
  }

  init(
    writer: WriterID, name: WriterName?, isOwn: Bool, ofPerson person: String?
  ) {
    self.writer = writer
    self.name = name
    self.isOwn = isOwn
    isSamePerson = isOwn || person != nil && name?.person == person
  }
}

/// The devices whose events a journal holds.
public final class Household {
  /// A Boolean value that indicates whether another device than this home has
  /// recorded something. Where none has, nobody needs to be told who did it.
  public let hasOthers: Bool
  fileprivate let own: [WriterID]
  fileprivate let person: String?
  /// Who was asked for last: of a history, most events are of the writer of
  /// the one before.
  fileprivate var latest: Recorder?
  /// The names of plants and rooms that were called otherwise once.
  var names: [StreamID: FormerNames] = [:]

  fileprivate init(hasOthers: Bool, own: [WriterID], person: String?) {
    self.hasOthers = hasOthers
    self.own = own
    self.person = person
  }
}

extension EventPayload {
  /// Who recorded what an event tells: of care that is amended, who did at
  /// first.
  func recorder(_ header: EventHeader) -> WriterID {
    body.amendedCare?.writer ?? header.writer
  }
}

extension Snapshot {
  /// The writers that are this home: all under which it has written, the
  /// present one last. What a copy was copied from is another home once that
  /// copy has written.
  public var ownWriters: [WriterID] {
    get throws { try journal.meta(in: transaction)?.ownWriters ?? [] }
  }

  /// The devices whose events are held.
  ///
  /// - Throws: What the store throws.
  public func household() throws -> Household {
    let own = try ownWriters
    let count = try log.writerCount(in: transaction)
    return Household(
      hasOthers: count > max(own.count, 1), own: own,
      person: try own.last.flatMap { try name(of: $0)?.person })
  }

  /// The devices whose events are held; `nil` where all events are of one
  /// writer, which costs next to nothing to find out.
  package func severalDevices() throws -> Household? {
    guard try log.writerCount(in: transaction) > 1 else { return nil }
    let household = try household()
    return household.hasOthers ? household : nil
  }

  /// Who writes as this writer.
  ///
  /// - Throws: What the store throws.
  public func recorder(
    _ writer: WriterID, in household: Household
  ) throws -> Recorder {
    if let latest = household.latest, latest.writer == writer { return latest }
    let recorder = Recorder(
      writer: writer, name: try name(of: writer),
      isOwn: household.own.contains(writer), ofPerson: household.person)
    household.latest = recorder
    return recorder
  }

  /// Who gave care of these kinds to a plant at these instants.
  ///
  /// - Complexity: O(*n*) for the *n* latest events of the plant, back to that
  ///   care.
  package func recorders(
    of care: [TaskKind: Instant], of plant: PlantID, in household: Household
  ) throws -> [TaskKind: Recorder] {
    var recorders: [TaskKind: Recorder] = [:]
    guard !care.isEmpty else { return recorders }
    try log.forEachEvent(of: streams(of: plant), .backward, in: transaction) {
      entry, bytes in
      let event = try VisitedEvent(bytes, stored: entry.position.reference)
      guard let payload = event.payload(in: bytes),
        let kind = payload.body.careGiven?.kind,
        care[kind] == payload.at.instant, recorders[kind] == nil,
        asOf.map({ event.header.recorded <= $0 }) ?? true,
        try !isPassedOver(
          entry.position,
          of: ActionReference(
            of: event.header, hashPrefix: entry.actionHashPrefix),
          in: event.header.stream)
      else { return true }
      recorders[kind] = try recorder(
        payload.recorder(event.header), in: household)
      return recorders.count < care.count
    }
    return recorders
  }
}
