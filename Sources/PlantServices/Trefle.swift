package import JournalCare
internal import JournalEvents

/// Asks Trefle about species.
package struct Trefle {
  /// The client.
  package let client: ServiceClient

  /// A species that Trefle found for a name.
  package struct Finding {
    /// The name that was asked for.
    package var name: String
    /// The species.
    package var species: TrefleSpecies
    /// The address of the species.
    package var url: String
    /// The seconds since 1970 when Trefle last confirmed the data.
    package var storedAt: Int
    /// The failure because of which old data stands for new data.
    package var failure: ServiceError?

    /// The care that follows from the growth data.
    package var care: ForeignCare {
      ForeignCare(
        species.growth, bloom: species.bloom, growth: species.growthRate,
        source: .trefle, url: url)
    }
  }

  /// The greatest number of pages to search for one name.
  private static let mostPages = 3
  private static let proof = ServiceClient.Proof.header("Bearer")

  /// Creates the value without asking anything.
  ///
  /// - Throws: ``ServiceError``, or errors of the file of services.
  package init(_ surroundings: ServiceSurroundings) throws {
    client = try ServiceClient(for: .trefle, surroundings)
  }

  /// Returns the species of a scientific name.
  ///
  /// A result counts if the name is its accepted one or one of its synonyms;
  /// results by common names, which Trefle puts first, do not.
  ///
  /// - Throws: ``ServiceError/speciesNotFound(_:name:near:)`` with the names of
  ///   results that do not count, or another error.
  package func species(named name: String) throws -> Finding {
    var path: String? = "plants/search?q=\(ServiceClient.escaped(name))"
    var former: TrefleRow?
    var near: [String] = []
    var pages = 0
    while let place = path, pages < Self.mostPages {
      let page = try page(at: place, isFirst: pages == 0, about: name)
      if let row = page.rows.first(where: { $0.isNamed(name) }) {
        return try species(slug: row.slug, for: name)
      }
      former = former ?? page.rows.first { $0.wasNamed(name) }
      near += page.rows.map(\.scientificName)
      pages += 1
      path = former == nil ? try page.next.map(client.path) : nil
    }
    guard let former else {
      throw ServiceError.speciesNotFound(
        .trefle, name: name, near: Array(near.prefix(5)))
    }
    return try species(slug: former.slug, for: name)
  }

  /// Returns a page of search results.
  ///
  /// - Throws: ``ServiceError/noMorePages(_:)`` for a page after the last one.
  package func page(
    at path: String, isFirst: Bool, about name: String
  ) throws -> TreflePage {
    do {
      return TreflePage(
        try client.ask(path, Self.proof, about: name).json)
    } catch ServiceError.refused(_, status: let status, _)
      where !isFirst && (status == 404 || status == 400)
    {
      throw ServiceError.noMorePages(.trefle)
    }
  }

  private func species(
    slug: String, for name: String
  ) throws -> Finding {
    let path = "species/\(ServiceClient.escaped(slug))"
    do {
      let answer = try client.ask(path, Self.proof, about: name)
      guard let species = TrefleSpecies(answer.json) else {
        throw ServiceError.invalidResponse(.trefle, reason: "with no species")
      }
      return Finding(
        name: name, species: species,
        // The address of the accepted species, even if a synonym was asked.
        url: "\(client.url)/species/\(ServiceClient.escaped(species.slug))",
        storedAt: answer.storedAt, failure: answer.failure)
    } catch ServiceError.refused(_, status: 404, _) {
      throw ServiceError.speciesNotFound(.trefle, name: name, near: [])
    }
  }

  /// Asks for something small, to see that the key is accepted.
  ///
  /// - Throws: ``ServiceError``, or errors of the key.
  package func test() throws {
    let response = try client.send(
      "GET", "plants/search?q=monstera", Self.proof, costs: true)
    _ = try client.content(of: response)
  }
}
