internal import Encodings

/// Asks Trefle about species.
package struct Trefle: SpeciesService {
  package let client: ServiceClient

  /// The greatest number of pages to search for one name.
  private static let mostPages = 3
  private static let proof = ServiceClient.Proof.header("Bearer")

  package init(_ surroundings: ServiceSurroundings) throws {
    client = try ServiceClient(for: .trefle, surroundings)
  }

  /// A result counts if the name is its accepted one or one of its synonyms;
  /// results by common names, which Trefle puts first, do not.
  ///
  /// - Throws: ``ServiceError/speciesNotFound(_:name:near:)`` with the names of
  ///   results that do not count, or another error.
  package func species(named name: String) throws -> SpeciesFinding {
    var path: String? = "plants/search?q=\(ServiceClient.escaped(name))"
    var former: TrefleRow?
    var near: [String] = []
    var pages = 0
    while let place = path, pages < Self.mostPages {
      guard let page = try page(at: place, isFirst: pages == 0, about: name)
      else { break }
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
        .trefle, name: name, near: Array(JSONValue.names(near).prefix(5)))
    }
    return try species(slug: former.slug, for: name)
  }

  /// Returns a page of search results; `nil` if a link led beyond the last one.
  private func page(
    at path: String, isFirst: Bool, about name: String
  ) throws -> TreflePage? {
    do {
      return TreflePage(
        try client.ask(path, Self.proof, about: name).json)
    } catch ServiceError.refused(_, status: let status, _)
      where !isFirst && (status == 404 || status == 400)
    {
      return nil
    }
  }

  private func species(
    slug: String, for name: String
  ) throws -> SpeciesFinding {
    let path = "species/\(ServiceClient.escaped(slug))"
    do {
      let answer = try client.ask(path, Self.proof, about: name)
      guard let species = SpeciesFacts(trefle: answer.json) else {
        throw ServiceError.invalidResponse(.trefle, reason: "with no species")
      }
      return SpeciesFinding(
        service: .trefle, name: name, species: species,
        // The address of the accepted species, even if a synonym was asked.
        url: "\(client.url)/species/\(ServiceClient.escaped(species.slug))",
        storedAt: answer.storedAt, failure: answer.failure)
    } catch ServiceError.refused(_, status: 404, _) {
      throw ServiceError.speciesNotFound(.trefle, name: name, near: [])
    }
  }

  package func test() throws {
    let response = try client.send(
      "GET", "plants/search?q=monstera", Self.proof, costs: true)
    _ = try client.content(of: response)
  }
}
