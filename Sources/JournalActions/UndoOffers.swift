public import JournalProjections
public import JournalQueries

/// The undos that a list of events offers to its reader. Each action is read once,
/// however many of its events the list has.
public struct UndoOffers {
  /// The undo of an event's action.
  public struct Offer {
    /// The part of the action that is not undone.
    public let extent: ActionExtent
    /// A Boolean value that indicates whether the reader's undo would be carried
    /// out.
    public let mayUndo: Bool
    /// A Boolean value that indicates whether no event of the action came before.
    public fileprivate(set) var isFirst = true
  }

  private let request: (String, ActionExtent) -> UndoRequest
  private var known: [String: Offer] = [:]

  /// Creates the offers of a list.
  ///
  /// - Parameter request: Returns the reader's request to undo an action.
  public init(_ request: @escaping (String, ActionExtent) -> UndoRequest) {
    self.request = request
  }

  /// Returns the undo of an event's action.
  ///
  /// - Complexity: O(events of the action) at its first event, else O(1).
  /// - Throws: Errors of the store.
  public mutating func offer(
    of entry: HistoryEntry, in snapshot: borrowing Snapshot
  ) throws -> Offer {
    let id = entry.branchID
    if let offer = known[id] { return offer }
    let extent = try snapshot.extent(of: entry)
    var offer = Offer(
      extent: extent, mayUndo: try snapshot.mayUndo(request(id, extent)))
    defer {
      offer.isFirst = false
      known[id] = offer
    }
    return offer
  }
}
