public import CatalogueStore
public import Encodings
internal import JournalCare
internal import JournalProjections
public import JournalQueries

/// A request to append events of written lines, each one JSON object.
public struct AppendRequest {
  /// Begins to read the lines, every time they are read.
  public var lines: () throws -> ByteSource
  /// A Boolean value that indicates whether the lines have their own times.
  public var isLoading: Bool
  /// The catalogues for the care of plants whose lines ask for it:
  /// `"care":"catalogue"`.
  public var catalogues: Catalogues?

  /// Creates a request.
  public init(
    isLoading: Bool = false, catalogues: Catalogues? = nil,
    lines: @escaping () throws -> ByteSource
  ) {
    self.lines = lines
    self.catalogues = catalogues
    self.isLoading = isLoading
  }
}

extension CareJournal {
  /// Decides and appends the events of lines, each on the state after the lines
  /// before it: either all or none. Neighbours with one label are one action.
  ///
  /// - Returns: ``Change/appended(events:)``, preceded by the changes made:
  ///   ``Change/added(_:acquired:)``, ``Change/adopted(_:)``,
  ///   ``Change/roomMade(_:)`` and ``Change/planned(_:_:)``. No change
  ///   if there are no lines. Of notices ``Notice/notAdopted(_:)``.
  /// - Throws: `LineError` with the number of the first line refused, and
  ///   errors of the source of the lines.
  public func append(
    _ request: AppendRequest, _ mode: ActionMode = .commit
  ) throws -> Receipt {
    var first = JSONLines(try request.lines())
    guard try first.next() != nil else {
      return try read {
        Receipt(mode: mode, units: $0.settings.units, today: $0.today)
      }
    }
    return try act(mode, usesFreshWriter: request.isLoading) {
      session, receipt in
      var appender = LineAppender(
        isLoading: request.isLoading,
        names: NameReadings(
          in: request.catalogues ?? Catalogues(home: homePath) { _ in }))
      try appender.append(JSONLines(try request.lines()), &session, &receipt)
    }
  }
}
