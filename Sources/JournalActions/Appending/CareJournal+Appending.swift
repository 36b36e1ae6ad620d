public import CatalogueStore
public import Encodings
internal import JournalCare
internal import JournalProjections
public import JournalQueries

/// Events as people and programs write them by hand, one JSON object a line.
public struct AppendRequest {
  /// Begins to read the lines; called again where they are read again.
  public var lines: () throws -> ByteSource
  /// Whether a history kept elsewhere is loaded, with its own times.
  public var isLoading: Bool
  /// Asked for the care of plants whose lines say that it comes from there:
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
  /// Decides and appends the events of lines, each on the state after those
  /// before it: all of them, or none. Neighbours of one label are one action.
  ///
  /// - Returns: ``Change/appended(events:)``, and before it what was made:
  ///   ``Change/added(_:acquired:)``, ``Change/adopted(_:)``, ``Change/roomMade(_:)`` and
  ///   ``Change/planned(_:_:due:task:)``. No change where there is no line. Of
  ///   notices ``Notice/notAdopted(_:)``.
  /// - Throws: `LineError` with the number of the first line that is refused,
  ///   and what the source of the lines throws.
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
