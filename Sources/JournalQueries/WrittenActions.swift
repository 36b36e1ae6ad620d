package import JournalLog

/// Actions that requests have written, for what follows a change.
package struct WrittenActions: Sendable {
  /// The actions, in order.
  package private(set) var references: [ActionReference] = []

  /// Creates the list of no actions.
  package init() {}

  /// The short id of the last action; `nil` for none.
  package var latest: String? { references.last?.shortID }

  /// Adds the actions of a request.
  package mutating func add(_ request: CareJournal) {
    references += request.written
  }
}
