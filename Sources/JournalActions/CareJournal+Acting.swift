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
    let once = mode == .commit ? self.once : nil
    let receipt = try write(
      rehearsing: mode == .rehearse, usesFreshWriter: usesFreshWriter
    ) { session in
      try once?.check(session)
      var receipt = Receipt(
        mode: mode, units: session.settings.units, today: session.today)
      try body(&session, &receipt)
      let merged = session.namedMerged.plants.sorted { $0.key < $1.key }
      for (plant, root) in merged {
        receipt.notices.append(
          .isPart(try session.name(plant), of: try session.name(root)))
      }
      receipt.actions = session.actions.map { action in
        ActionID(action.reference, hash: action.hash)
      }
      if let once { try session.keep(try once.answer(receipt), to: once.key) }
      return receipt
    }
    // A second action of the same request is no repetition of the first.
    if once != nil { self.once = nil }
    return receipt
  }
}

extension ActionSession {
  /// Returns the plant's name for a receipt.
  mutating func name(_ id: PlantID) throws -> PlantName {
    PlantName(id, try plant(id).displayName)
  }

  /// Returns the change of fields of a plant for a receipt.
  mutating func edited(
    _ plant: PlantName, _ edit: PlantEdited
  ) throws -> Change {
    .edited(
      plant, edit, parent: try edit.parent.applied(to: nil).map { try name($0) }
    )
  }
}

extension ActionSession {
  /// The clock for reading requests.
  var clock: LocalClock { LocalClock(now: now, zone: zone) }

  /// Returns the time and the remark of an occasion, by the session's clock.
  /// The receipt mentions a day other than today.
  func resolve(
    _ occasion: Occasion, _ receipt: inout Receipt
  ) throws -> (at: OffsetInstant, note: String?) {
    let at = try occasion.at.value(by: clock)
    receipt.say(at)
    return (at, occasion.note)
  }
}

/// The time and the remark of an occasion.
public struct Occasion: Sendable {
  /// The time.
  public var at: Moment
  /// The remark.
  public var note: String?

  /// Creates an occasion; by default it is now.
  public init(at: Moment = .now, note: String? = nil) {
    self.at = at
    self.note = note
  }
}
