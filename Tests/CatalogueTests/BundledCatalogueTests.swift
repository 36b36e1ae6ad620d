import CatalogueKit
import CatalogueStore
import JournalCare
import SearchEngine
import Testing

struct BundledCatalogueTests {
  @Test func theImageIsThatOfTheLists() throws {
    let (image, unused) = try CatalogueCompilation.image(
      plants: try resource("houseplants_list.json"),
      synonyms: try resource("catalogue-synonyms.csv"),
      names: try resource("catalogue-names.csv"),
      sources: try resource("catalogue-sources.csv"),
      profiles: try resource("care_profiles.json"))
    #expect(unused.isEmpty)
    // A plain comparison would print a megabyte where it fails.
    let isCurrent = image == (try resource("catalogue.image"))
    #expect(isCurrent, "stale; run 'make catalogue'")
    let isEmbedded = BundledCatalogue.bytes.withUnsafeBytes {
      $0.elementsEqual(image)
    }
    #expect(isEmbedded, "the program has another image; build again")
  }

  @Test func itsCountsAddUp() throws {
    let catalogue = try BundledCatalogue.catalogue()
    #expect(catalogue.count == 2_278)
    for (grouping, groups) in [
      (Catalogue.Grouping.category, 11), (.family, 50), (.genus, 471),
    ] {
      let found = try catalogue.groups(by: grouping)
      #expect(found.count == groups)
      #expect(found.map(\.entryCount).reduce(0, +) == 2_278)
      var seen: Set<Int> = []
      for group in found {
        let entries = try catalogue.entries(in: group, by: grouping)
        #expect(entries.count == group.entryCount, "\(group.name)")
        seen.formUnion(entries)
      }
      #expect(seen.count == 2_278)
    }
  }

  @Test func everyGroupIsFoundByItsName() throws {
    let catalogue = try BundledCatalogue.catalogue()
    for grouping in Catalogue.Grouping.allCases {
      for group in try catalogue.groups(by: grouping) {
        for name in [group.name, group.name.uppercased(), "x " + group.name] {
          #expect(try catalogue.group(called: name, by: grouping) == group)
        }
        #expect(
          try catalogue.group(called: group.name + "q", by: grouping) == nil)
      }
      #expect(try catalogue.group(called: "", by: grouping) == nil)
    }
  }

  @Test func everyPlantHasAProfile() throws {
    let catalogue = try BundledCatalogue.catalogue()
    for number in 0..<catalogue.count {
      #expect(try catalogue.careProfile(of: number) != nil)
    }
    let other = try catalogue.careProfile(
      genus: "Monstera", family: "Araceae")
    #expect(other?.level == .genus)
    let cousin = try catalogue.careProfile(
      genus: "Unheardofia", family: "Araceae")
    #expect(cousin?.level == .family)
  }

  @Test func everyNameFindsItsPlant() throws {
    let catalogue = try BundledCatalogue.catalogue()
    var search = Search()
    for number in 0..<catalogue.count {
      let entry = try catalogue.entry(number)
      let names = [entry.scientificName] + entry.commonNames + entry.synonyms
      for name in names {
        let found = try search.matches(
          for: SearchQuery(name), in: catalogue.tables, limit: nil)
        let match = found.matches.first { $0.document == number }
        #expect(match?.level == .exact, "\(name)")
      }
    }
  }

  @Test(arguments: [
    ("Monstera deliciosa", "Monstera deliciosa"),
    ("swiss cheese", "Monstera deliciosa"),
    ("Snake Plant", "Dracaena trifasciata"),
    ("snakeplant", "Dracaena trifasciata"),
    ("Sansevieria trifasciata", "Dracaena trifasciata"),
    ("sansevieria laurentii", "Dracaena trifasciata 'Laurentii'"),
    ("philo brasil", "Philodendron hederaceum 'Brasil'"),
    ("Pink Princess", "Philodendron erubescens 'Pink Princess'"),
    ("P. hederaceum", "Philodendron hederaceum"),
    ("mosntera delicosa", "Monstera deliciosa"),
    ("african violet", "Streptocarpus ionanthus"),
    ("saintpaulia", "Streptocarpus ionanthus"),
    ("schefflera arboricola", "Heptapleurum arboricola"),
    ("rosmarinus", "Salvia rosmarinus"),
    ("zz plant", "Zamioculcas zamiifolia"),
    ("golden pothos", "Epipremnum aureum"),
    ("string of pearls", "Curio rowleyanus"),
  ])
  func whatPeopleTypeFindsThePlant(query: String, plant: String) throws {
    let catalogue = try BundledCatalogue.catalogue()
    var search = Search()
    let found = try catalogue.matches(
      for: SearchQuery(query), using: &search)
    #expect(found.matches.first?.entry.scientificName == plant)
  }

  @Test func aBeginningFindsTheWholeGenus() throws {
    let catalogue = try BundledCatalogue.catalogue()
    var search = Search()
    let found = try catalogue.matches(
      for: SearchQuery("philo"), using: &search, limit: nil)
    let genus = try #require(
      try catalogue.groups(by: .genus).first { $0.name == "Philodendron" })
    let members = found.matches.filter { $0.entry.genus == "Philodendron" }
    #expect(members.count == genus.entryCount)
  }

  @Test func anOldNameIsShownAsOne() throws {
    let catalogue = try BundledCatalogue.catalogue()
    var search = Search()
    let found = try catalogue.matches(
      for: SearchQuery("Sansevieria"), using: &search)
    // Others have a common name with the word, such as Walking Sansevieria.
    let old = found.matches.filter { $0.level == .prefix }
    #expect(!old.isEmpty)
    for match in old {
      #expect(match.entry.genus == "Dracaena")
      #expect(match.kind == .synonym)
      #expect(match.name.hasPrefix("Sansevieria"))
      #expect(match.marks.first == 0..<11)
    }
  }

  @Test(arguments: ["qwertyuiop", "zzzzzzzz", ".*", "../../etc/passwd", ""])
  func nonsenseFindsNothing(query: String) throws {
    let catalogue = try BundledCatalogue.catalogue()
    var search = Search()
    let found = try catalogue.matches(
      for: SearchQuery(query), using: &search)
    #expect(found.matches.isEmpty)
  }
}
