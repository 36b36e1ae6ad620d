internal import Encodings
package import JournalActions
internal import JournalQueries
internal import TextKit

// Receipts that need more than a list of changes.

extension WriteReport {
  /// Creates the report of appended events: one line each, and the actions
  /// written. JSON contains the full ids.
  package init(ofAppending receipt: Receipt, _ wording: Wording) {
    self.init(receipt, wording)
    guard case .appended(let events)? = receipt.changes.last else {
      lines = ["no events to append"]
      return
    }
    lines = []
    for made in made {
      let id = made.shortID ?? made.id
      let name = made.name.map { " \(SafeText.shown($0))" } ?? ""
      add(.make, "\(made.type)\(name) (\(id))")
    }
    add(
      Verb("append", "appended"),
      "\(Phrase.count(events, "event")) in "
        + Phrase.count(actions.count, "action")
        + (isDryRun ? "" : ": \(Self.ids(of: actions))"))
    let adopted = receipt.changes.count {
      if case .adopted = $0 { true } else { false }
    }
    if adopted > 0 {
      add(.adopt, "care for \(Phrase.count(adopted, "plant"))")
    }
    for case .notAdopted(let left) in receipt.notices {
      lines += Notice.lines(left: left, wording)
    }
  }

  /// Returns the ids in words. A dry run's ids cannot be looked up.
  private static func ids(of actions: [ActionID]) -> String {
    let first = actions.first?.shortID ?? ""
    let last = actions.last?.shortID ?? ""
    return actions.count > mostActionsNamed
      ? "\(first) to \(last)"
      : actions.map(\.shortID).joined(separator: " ")
  }

  private static let mostActionsNamed = 10

  /// Creates the report of an adoption. Plants without changes are only counted
  /// if there are many.
  package init(ofAdopting receipt: Receipt, _ wording: Wording) {
    var told = receipt
    told.changes.removeAll { change in
      if case .unchanged = change { true } else { false }
    }
    let unchanged = receipt.changes.count - told.changes.count
    guard unchanged > Self.mostUnchangedNamed else {
      self.init(receipt, wording)
      return
    }
    self.init(told, wording)
    lines.append("\(unchanged) plants have all of it already")
  }

  private static let mostUnchangedNamed = 3
}
