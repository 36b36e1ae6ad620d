import CatalogueStore
import Encodings
import JournalActions
import JournalCare
import JournalEvents
import JournalQueries
import JournalTestSupport
import JournalTime
import Testing

@testable import PlantServices

/// The care of services for plants of a collection.
struct OnlineCareTests {
  private let directory: TemporaryDirectory
  private let journal: CareJournal

  init() throws {
    directory = try TemporaryDirectory()
    journal = CareJournal(
      at: directory.path, program: "test 1",
      clock: instant("2026-03-10T09:00:00+01:00").instant,
      timeZone: "Europe/Paris")
    for (name, species) in [
      ("One", "Hoya carnosa"), ("Two", "Hoya carnosa"),
      ("Odd", "Planta ignota"),
      ("Strange", "planta ignota"),
    ] {
      var plant = NewPlant(scientificName: species)
      plant.nickname = name
      _ = try journal.add(plant)
    }
  }

  private var catalogues: Catalogues {
    Catalogues(home: directory.path) { _ in }
  }
  private let all = PlantChoice(takesAll: true)

  /// Knows one species, and notes each question.
  private func finding(
    _ name: String, _ asked: inout [String]
  ) throws -> SpeciesFinding {
    asked.append(name)
    guard name == "Hoya carnosa" else {
      throw ServiceError.speciesNotFound(.trefle, name: name, near: [])
    }
    let text = #"{"pid":"hoya carnosa","max_temp":"35","min_temp":5}"#
    let json = try JSONReader.parse(Array(text.utf8).span.bytes)
    return SpeciesFinding(
      service: .openPlantbook, name: name,
      species: try #require(SpeciesFacts(openPlantbook: json)),
      url: "https://a.example/hoya", storedAt: 1)
  }

  @Test func eachSpeciesIsAskedAboutOnce() throws {
    var asked: [String] = []
    let care = try journal.onlineCare(of: all, in: catalogues) {
      try finding($0, &asked)
    }
    #expect(asked.sorted() == ["Hoya carnosa", "Planta ignota"])
    #expect(care.results.count == 4 && care.foreign.count == 2)
  }

  @Test func newCareReplacesTheFormerWithoutAQuestionAndKeepsNames() throws {
    var plant = NewPlant(scientificName: "Sansevieria trifasciata")
    plant.nickname = "Sam"
    _ = try journal.add(plant)
    func refresh(_ low: Int) throws -> Receipt {
      try journal.refreshCare(
        of: PlantChoice(names: ["One", "Sam"]), in: catalogues,
        by: { name in
          var asked: [String] = []
          var found = try finding("Hoya carnosa", &asked)
          found.name = name
          found.species.growth.minimumTemperature = low
          return found
        }, Occasion()
      ).receipt
    }
    for low in [5, 7] {
      let receipt = try refresh(low)
      #expect(receipt.actions.count == 1 && receipt.notices.isEmpty)
      for case .adopted(let adoption) in receipt.changes {
        #expect(adoption.edit.isEmpty)
        #expect(adoption.care?.source == .openPlantbook)
      }
      #expect(receipt.changes.count == 2)
    }
    #expect(try refresh(7).actions.isEmpty)
  }
}
