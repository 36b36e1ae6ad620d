package import JournalEvents
package import JournalLog
package import LMDBKit

/// The facts of an event that its successor must continue.
package struct ChainLink: Sendable {
  let hash: EventHash
  let stamp: Stamp
  let sequence: UInt64
  let action: ActionReference

  init(of header: EventHeader, _ hash: EventHash, _ action: ActionReference) {
    self.hash = hash
    stamp = header.stamp
    sequence = header.sequence
    self.action = action
  }

  /// Checks an event that names this one as its predecessor.
  ///
  /// - Returns: The event's action.
  func action(
    of event: ArrivedEvent
  ) throws(ReceiveError) -> ActionReference {
    let header = event.header
    guard header.stamp > stamp else { throw .stampNotRising(event.reference) }
    if header.action == header.sequence { return event.ownAction }
    guard header.action == action.first.sequence else {
      throw .badAction(event.reference)
    }
    return action
  }
}

/// Checks the events of one chain, each after the one it continues, by the
/// rules by which ``EventReceiver`` stores them, and stores nothing.
package struct ChainChecker {
  /// The last event that was checked; `nil` before a writer's first.
  package private(set) var last: ChainLink?
  /// The greatest stamp so far, of any writer.
  package private(set) var latest: Stamp

  /// Creates a checker of the events after `link`.
  ///
  /// - Parameters:
  ///   - link: The event before; `nil` if the next is a writer's first.
  ///   - latest: The greatest stamp that is held or comes before.
  package init(after link: ChainLink?, latest: Stamp) {
    last = link
    self.latest = max(latest, link?.stamp ?? .zero)
  }

  /// The facts of an event that was checked.
  package struct Checked {
    /// The event's name, with its whole hash.
    package let name: Erasure
    /// A Boolean value that indicates whether the payload came along.
    package let hasPayload: Bool
    /// The event whose payload this one erases.
    package let erasure: Erasure?
  }

  /// Checks the next event.
  ///
  /// - Throws: ``ReceiveError`` if the event would be refused. A missing
  ///   payload that nothing erased is not an error here.
  package mutating func check(
    _ incoming: IncomingEvent
  ) throws(ReceiveError) -> Checked {
    let event = try ArrivedEvent(incoming)
    let payload = try event.payload(in: incoming)
    guard let last else {
      guard event.header.sequence == 1 else {
        throw .unknownPredecessor(event.reference, tips: .none)
      }
      return try check(event, payload, event.firstAction())
    }
    guard event.header.previous == last.hash,
      event.header.sequence == last.sequence + 1
    else { throw .unknownPredecessor(event.reference, tips: .none) }
    return try check(event, payload, last.action(of: event))
  }

  private mutating func check(
    _ event: ArrivedEvent, _ payload: EventPayload?, _ action: ActionReference
  ) throws(ReceiveError) -> Checked {
    if event.isInReserve { try event.checkReserve(after: latest) }
    latest = max(latest, event.header.stamp)
    last = ChainLink(of: event.header, event.hash, action)
    return Checked(
      name: event.erasure, hasPayload: event.frame.hasPayload,
      erasure: event.header.erasure(in: payload))
  }
}

extension EventLog {
  /// The link from a held event to its successors; `nil` if its action is not
  /// found.
  func link(
    to event: RecordedEvent, in transaction: borrowing some Transaction
  ) throws -> ChainLink? {
    let header = event.header
    let action =
      header.action == header.sequence
      ? ActionReference(first: event.reference)
      : try action(of: header, at: event.position, in: transaction)
    return action.map { ChainLink(of: header, event.hash, $0) }
  }

  /// The link from the event with that hash; `nil` if it is not held.
  package func link(
    to event: EventReference, _ hash: EventHash,
    in transaction: borrowing some Transaction
  ) throws -> ChainLink? {
    guard let held = try self.event(event, in: transaction), held.hash == hash
    else { return nil }
    return try link(to: held, in: transaction)
  }
}

/// An event that came in, before it is stored.
struct ArrivedEvent {
  let frame: EventFrame
  let header: EventHeader
  let hash: EventHash

  init(_ incoming: IncomingEvent) throws(ReceiveError) {
    let bytes = incoming.bytes.span.bytes
    guard bytes.byteCount <= RecordedEvent.maximumByteCount else {
      throw .tooLong(bytes.byteCount)
    }
    do throws(EventDecodingError) {
      frame = try EventFrame(decoding: bytes)
      let headerBytes = frame.header(in: bytes)
      header = try EventHeader(decoding: headerBytes)
      hash = incoming.checkedHash ?? EventHash(of: headerBytes)
    } catch {
      throw .malformed(error)
    }
  }

  var reference: EventReference { EventReference(of: header, hash: hash) }
  var position: LogPosition { LogPosition(of: reference, at: header.stamp) }
  var erasure: Erasure { Erasure(of: reference, hash: hash) }
  /// The action that the event begins.
  var ownAction: ActionReference { ActionReference(first: reference) }

  /// The payload that comes with the event; `nil` for none that folds.
  func payload(
    in incoming: IncomingEvent
  ) throws(ReceiveError) -> EventPayload? {
    guard let content = frame.payload(in: incoming.bytes.span.bytes) else {
      guard header.isErasable else { throw .badPayload(reference) }
      return nil
    }
    guard
      incoming.checkedHash != nil
        || EventHash(of: content) == header.payloadHash
    else { throw .badPayload(reference) }
    return header.payload(in: content)
  }

  /// Checks the first event of a writer.
  ///
  /// - Returns: Its action.
  func firstAction() throws(ReceiveError) -> ActionReference {
    guard header.previous == .zero, header.action == 1 else {
      throw .badLink(reference)
    }
    return ownAction
  }

  /// A Boolean value that indicates whether the stamp is from the end of time.
  /// It is taken if it follows a held one there, as the events of honest
  /// writers do, but not if it leaps there: so no event leaves another writer
  /// without a stamp of its own.
  var isInReserve: Bool { header.stamp.milliseconds >= Stamp.reserve }

  func checkReserve(after latest: Stamp) throws(ReceiveError) {
    guard header.stamp.milliseconds <= latest.milliseconds + 1 else {
      throw .stampTooFar(reference)
    }
  }
}
