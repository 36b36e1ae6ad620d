/// What names mean, for many plants at once: the same name is looked up once.
///
/// It is made for one action, as what it remembers is neither bounded nor told
/// when another catalogue is imported.
public final class NameReadings {
  private let catalogues: Catalogues
  private var known: [String: NameReading] = [:]

  /// Knows nothing yet.
  public init(in catalogues: Catalogues) {
    self.catalogues = catalogues
  }

  /// What ``Catalogues/reading(of:)`` says of a name.
  public func reading(of name: String) throws -> NameReading {
    if let reading = known[name] { return reading }
    let reading = try catalogues.reading(of: name)
    known[name] = reading
    return reading
  }
}
