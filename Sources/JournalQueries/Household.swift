internal import JournalCare
public import JournalEvents
internal import JournalLog
public import JournalProjections
package import JournalTime

/// The recorder of an event, as known to the people of a household.
public struct Recorder: Sendable, Hashable {
  /// The writer.
  public let writer: WriterID
  /// The name; `nil` if none was given.
  public let name: WriterName?
  /// A Boolean value that indicates whether it is this home, or the person who
  /// asks through it; see ``Snapshot/ownWriters``.
  public let isOwn: Bool
  /// A Boolean value that indicates whether it is this home's own user, whoever
  /// asks.
  public let isOfHome: Bool
  /// A Boolean value that indicates whether it is the one who asks, or another
  /// device of the same person.
  public let isSamePerson: Bool

  /// Creates the recorder of an unknown writer.
  public init(unknown writer: WriterID) {
    self.init(
      writer: writer, name: nil, isOwn: false, isOfHome: false, ofPerson: nil)
  }

  init(
    writer: WriterID, name: WriterName?, isOwn: Bool, isOfHome: Bool,
    ofPerson person: String?
  ) {
    self.writer = writer
    self.name = name
    self.isOwn = isOwn
    self.isOfHome = isOfHome
    isSamePerson = isOwn || person != nil && name?.person == person
  }
}

/// The devices whose events a journal has.
public final class Household {
  /// A Boolean value that indicates whether another device than this home
  /// recorded something. Otherwise, views do not name recorders.
  public let hasOthers: Bool
  fileprivate let own: [WriterID]
  fileprivate let ofHome: [WriterID]
  fileprivate let person: String?
  /// The latest recorder looked up, as successive events often have one writer.
  fileprivate var latest: Recorder?
  /// The former names of renamed plants and rooms.
  var names: [StreamID: FormerNames] = [:]
  /// The same of streams that a long-lived program looked at before.
  let keptNames: KeptFolds.Results

  fileprivate init(
    hasOthers: Bool, own: [WriterID], ofHome: [WriterID], person: String?,
    keptNames: KeptFolds.Results
  ) {
    self.hasOthers = hasOthers
    self.own = own
    self.ofHome = ofHome
    self.person = person
    self.keptNames = keptNames
  }
}

extension EventPayload {
  /// Returns the recorder of an event; for amended care, the first recorder.
  func recorder(_ header: EventHeader) -> WriterID {
    body.amendedCare?.writer ?? header.writer
  }
}

extension Snapshot {
  /// The writers of whoever asks, the present one last: those of a person in
  /// this home, or else every one that the home has used for its own user.
  /// After a copy has written, the original is another home.
  public var ownWriters: [WriterID] {
    get throws {
      guard let meta = try journal.meta(in: transaction) else { return [] }
      return person.map(meta.writers(of:)) ?? meta.ownWriters
    }
  }

  /// Returns the devices whose events the journal has.
  ///
  /// - Throws: An error of the store.
  public func household() throws -> Household {
    let own = try ownWriters
    let count = try log.writerCount(in: transaction)
    // The single writer of a home that has only joined is nobody else. A person
    // who has not acted yet is not the one who did.
    let known = person == nil ? max(own.count, 1) : own.count
    return Household(
      hasOthers: count > known, own: own,
      ofHome: try journal.meta(in: transaction)?.ownWriters ?? [],
      person: try own.last.flatMap { try name(of: $0)?.person }
        ?? person?.writerName.person,
      keptNames: try keptFolds(answering: .names))
  }

  /// Returns the devices whose events the journal has; `nil` if all are this
  /// home's. With a single writer this costs next to nothing.
  package func severalDevices() throws -> Household? {
    guard try person != nil || log.writerCount(in: transaction) > 1
    else { return nil }
    let household = try household()
    return household.hasOthers ? household : nil
  }

  /// Returns the recorder that writes as a writer.
  ///
  /// - Throws: An error of the store.
  public func recorder(
    _ writer: WriterID, in household: Household
  ) throws -> Recorder {
    if let latest = household.latest, latest.writer == writer { return latest }
    let recorder = Recorder(
      writer: writer, name: try name(of: writer),
      isOwn: household.own.contains(writer),
      isOfHome: household.ofHome.contains(writer), ofPerson: household.person)
    household.latest = recorder
    return recorder
  }

  /// Returns the recorders of a plant's care of these kinds and times.
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
          event,
          of: ActionReference(
            of: event.header, hashPrefix: entry.actionHashPrefix))
      else { return true }
      recorders[kind] = try recorder(
        payload.recorder(event.header), in: household)
      return recorders.count < care.count
    }
    return recorders
  }
}
