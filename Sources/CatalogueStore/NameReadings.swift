/// What names mean, for many plants at once: the same name is looked up once.
///
/// It is made for one action, as it is not told when another catalogue is
/// imported. What it remembers is bounded, as the lines of an action are not.
public final class NameReadings {
  private let catalogues: Catalogues
  private var known: [String: NameReading] = [:]

  /// How many names are remembered at most.
  private static let most = 4_096

  /// Knows nothing yet.
  public init(in catalogues: Catalogues) {
    self.catalogues = catalogues
  }

  /// What ``Catalogues/reading(of:)`` says of a name.
  public func reading(of name: String) throws -> NameReading {
    if let reading = known[name] { return reading }
    let reading = try catalogues.reading(of: name)
    if known.count == Self.most { known.removeAll(keepingCapacity: true) }
    known[name] = reading
    return reading
  }
}
