internal import JournalCare
internal import JournalEvents
package import JournalProjections
public import JournalQueries
internal import JournalTime

extension CareJournal {
  /// Carries a request out in one transaction, or rehearses it.
  package func act(
    _ mode: ActionMode, usesFreshWriter: Bool = false,
    _ body: (inout ActionSession, inout Receipt) throws -> Void
  ) throws -> Receipt {
    try write(
      rehearsing: mode == .rehearse, usesFreshWriter: usesFreshWriter
    ) { session in
      var receipt = Receipt(
        mode: mode, units: session.settings.units, today: session.today)
      try body(&session, &receipt)
      receipt.actions = session.actions.map { action in
        ActionID(action.reference, hash: action.hash)
      }
      return receipt
    }
  }
}

extension ActionSession {
  /// The name by which a receipt calls a plant.
  mutating func name(_ id: PlantID) throws -> PlantName {
    PlantName(id, try plant(id).displayName)
  }
}

extension ActionSession {
  /// The clock by which requests are read.
  var clock: LocalClock { LocalClock(now: now, zone: zone) }

  /// When an occasion was by the session's clock, and its remark; a receipt
  /// tells of another day than today's.
  func resolve(
    _ occasion: Occasion, _ receipt: inout Receipt
  ) throws -> (at: OffsetInstant, note: String?) {
    let at = try occasion.at.value(by: clock)
    receipt.say(at)
    return (at, occasion.note)
  }
}

/// When something happened, and what is remarked on it.
public struct Occasion: Sendable {
  /// When.
  public var at: Moment
  /// A remark.
  public var note: String?

  /// Says when; now, where nothing is said.
  public init(at: Moment = .now, note: String? = nil) {
    self.at = at
    self.note = note
  }
}
