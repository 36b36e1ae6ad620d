internal import Encodings

/// Asks Open Plantbook about species, which knows the conditions that house
/// plants need as ranges of sensors.
package struct OpenPlantbook: SpeciesService {
  package let client: ServiceClient

  private static let proof = ServiceClient.Proof.header("Token")

  package init(_ surroundings: ServiceSurroundings) throws {
    client = try ServiceClient(for: .openPlantbook, surroundings)
  }

  package func species(named name: String) throws -> SpeciesFinding {
    // Names in addresses are scientific names in lower case, so mostly one
    // request is enough.
    let guess = name.lowercased()
    if let finding = try plant(guess, for: name) { return finding }
    let path = "plant/search?limit=20&alias=\(ServiceClient.escaped(guess))"
    let rows = try client.ask(path, Self.proof, about: name).json
      .items("results").compactMap(PlantbookRow.init)
    if let row = rows.first(where: { $0.isNamed(name) }), row.pid != guess,
      let finding = try plant(row.pid, for: name)
    {
      return finding
    }
    throw ServiceError.speciesNotFound(
      .openPlantbook, name: name,
      near: Array(JSONValue.names(rows.map(\.title)).prefix(5)))
  }

  /// Returns a plant by its name in addresses; `nil` if there is none, or if it
  /// is another one.
  private func plant(
    _ pid: String, for name: String
  ) throws -> SpeciesFinding? {
    let path = "plant/detail/\(ServiceClient.escaped(pid))/"
    guard
      let answer = try client.askIfKnown(path, Self.proof, about: name)
    else { return nil }
    guard let row = PlantbookRow(answer.json),
      let species = SpeciesFacts(openPlantbook: answer.json)
    else {
      throw ServiceError.invalidResponse(
        .openPlantbook, reason: "with no plant")
    }
    guard row.isNamed(name) else { return nil }
    return SpeciesFinding(
      service: .openPlantbook, name: name, species: species,
      url: "\(client.url)/\(path)", storedAt: answer.storedAt,
      failure: answer.failure)
  }

  package func test() throws {
    let response = try client.send(
      "GET", "plant/search?limit=1&alias=monstera", Self.proof, costs: true)
    _ = try client.content(of: response)
  }
}
