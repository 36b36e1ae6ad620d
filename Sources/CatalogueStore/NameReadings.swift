public import CatalogueKit

/// Reads names for many plants; each name is looked up once.
///
/// It serves a single action, as it does not notice when another catalogue is
/// imported. Its memory is bounded, since the number of lines is not.
public final class NameReadings {
  private let catalogues: Catalogues
  private var known: [String: NameReading] = [:]

  /// The largest number of names it remembers.
  private static let most = 4_096

  /// Creates an empty memory.
  public init(in catalogues: Catalogues) {
    self.catalogues = catalogues
  }

  /// Returns the result of ``Catalogues/reading(of:)``, remembering it.
  public func reading(of name: String) throws -> NameReading {
    if let reading = known[name] { return reading }
    let reading = try catalogues.reading(of: name)
    if known.count == Self.most { known.removeAll(keepingCapacity: true) }
    known[name] = reading
    return reading
  }

  /// Returns the names of the plant or genus that a scientific name means; `nil`
  /// if it is not certain.
  public func certainNames(of name: String) throws -> PlantNames? {
    guard case .found(let found) = try reading(of: name),
      found.certainty == .certain
    else { return nil }
    return found.names
  }
}
