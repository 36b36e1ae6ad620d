import CatalogueKit
import CatalogueStore
import Encodings
import JournalTestSupport
import SearchEngine
import Testing

struct ForeignNameTests {
  private func matches(
    _ name: String, in languages: [CatalogueLanguage] = []
  ) throws -> [CatalogueMatch] {
    let catalogue = try BundledCatalogue.catalogue()
    var search = Search()
    return try catalogue.matches(
      for: SearchQuery(name), in: languages, using: &search
    ).matches
  }

  @Test(arguments: [
    ("Efeutute", CatalogueLanguage.german, "Epipremnum aureum"),
    ("Einblatt", .german, "Spathiphyllum wallisii"),
    ("Bogenhanf", .german, "Dracaena trifasciata"),
    ("grunlilie", .german, "Chlorophytum comosum"),
    ("Gummibaum", .german, "Ficus elastica"),
    ("langue de belle-mère", .french, "Dracaena trifasciata"),
    ("fleur de lune", .french, "Spathiphyllum wallisii"),
    ("cuna de moises", .spanish, "Spathiphyllum wallisii"),
    ("Costilla de Adán", .spanish, "Monstera deliciosa"),
    ("Falangio", .italian, "Chlorophytum comosum"),
    ("Stella di Natale", .italian, "Euphorbia pulcherrima"),
    ("Pannenkoekenplant", .dutch, "Pilea peperomioides"),
    ("vingerplant", .dutch, "Fatsia japonica"),
    ("Zielistka", .polish, "Chlorophytum comosum"),
    ("fiolek afrykanski", .polish, "Streptocarpus ionanthus"),
  ])
  func itFindsPlants(
    name: String, language: CatalogueLanguage, plant: String
  ) throws {
    let best = try #require(matches(name).first)
    #expect(best.level == .exact)
    #expect(best.kind == .common(language))
    #expect(best.entry.scientificName == plant)
  }

  @Test func aSearchCanKeepToSomeLanguagesAndEnglish() throws {
    #expect(try matches("Zielistka", in: [.german]).isEmpty)
    #expect(
      try matches("Zielistka", in: [.german, .polish]).first?.level == .exact)
    #expect(try matches("Snake Plant", in: [.german]).first?.level == .exact)
    #expect(
      try matches("Dracaena trifasciata", in: [.polish]).first?.level == .exact)
    #expect(try matches("Efeutute", in: [.english]).isEmpty)
  }

  @Test func aNameOfSeveralSpeciesIsAskedAbout() throws {
    let directory = try TemporaryDirectory()
    let catalogues = Catalogues(home: directory.path) { _ in }
    guard
      case .unclear(let nearest) = try catalogues.reading(of: "Pfennigbaum")
    else {
      Issue.record("it is taken for one plant")
      return
    }
    #expect(nearest == ["Crassula ovata", "Crassula arborescens"])
  }

  @Test func aPlantThatIsCalledSoKeepsTheName() throws {
    let directory = try TemporaryDirectory()
    let catalogues = Catalogues(home: directory.path) { _ in }
    guard case .found(let found) = try catalogues.reading(of: "efeutute")
    else {
      Issue.record("nothing is found")
      return
    }
    #expect(found.certainty == .likely)
    #expect(found.names.commonNames.prefix(2) == ["Efeutute", "Golden Pothos"])
    guard
      case .found(let plain) =
        try catalogues.reading(of: "Epipremnum aureum")
    else { return }
    #expect(plain.names.commonNames.first == "Golden Pothos")
  }

  @Test func rowsShowTheNamesOfALanguageOrElseEnglishOnes() throws {
    let found = try BundledCatalogue.catalogue()
      .entry(called: "Spathiphyllum wallisii")
    let entry = try #require(found)
    #expect(entry.commonNames(in: []) == entry.commonNames)
    #expect(
      entry.commonNames(in: [.french, .german]) == [
        "Fleur de lune", "Einblatt",
      ])
    #expect(entry.commonNames(in: [.polish]) == entry.commonNames)
    #expect(
      entry.namesByLanguage.prefix(entry.commonNames.count)
        .allSatisfy { $0.language == .english })
  }

  @Test(arguments: [
    ("de", CatalogueLanguage.german), ("DE", .german), ("deu", .german),
    ("ger", .german), ("de-AT", .german), ("fr_CA", .french),
    ("Dutch", .dutch), ("eng", .english), ("pol", .polish),
  ])
  func codesOfLanguagesAreRead(code: String, language: CatalogueLanguage) {
    #expect(CatalogueLanguage(code) == language)
  }

  @Test(arguments: ["", "d", "xx", "deutsch", "-de", "enormous"])
  func otherCodesAreNoLanguages(code: String) {
    #expect(CatalogueLanguage(code) == nil)
  }

  @Test func anArchiveBringsItsNamesWithTheirLanguages() throws {
    var taxa = DarwinCoreTaxa()
    try taxa.read(
      source("taxonID\tscientificName\ttaxonRank\n1\tHoya bella\tspecies\n"),
      nil)
    try taxa.readVernacularNames(
      source(
        """
        taxonID\tvernacularName\tlanguage
        1\tBeautiful Hoya\t
        1\tPorzellanblume\tde
        1\tFleur de cire\tfra
        1\tVaxblomma\tsv

        """), nil)
    let image = taxa.builder.image()
    let entry = try Catalogue(image.span.bytes).entry(0)
    #expect(entry.commonNames == ["Beautiful Hoya"])
    #expect(
      entry.foreignNames == [
        CommonName("Porzellanblume", in: .german),
        CommonName("Fleur de cire", in: .french),
      ])
  }

  @Test func lettersOfTheListArePassedThrough() throws {
    let (image, unused) = try CatalogueCompilation.image(
      plants: Array(
        """
        {"plants": [{"scientific_name": "Hoya bella", "common_names": []}]}
        """.utf8),
      synonyms: Array("former_name,scientific_name\n".utf8),
      names: Array(
        """
        scientific_name,language,name,source
        Hoya bella,pl,Hoja piękna,X
        Hoya nova,pl,Hoja nowa,X
        Hoya bella,xx,Anything,X

        """.utf8),
      sources: Array("scientific_name,name_attested\n".utf8),
      profiles: try resource("care_profiles.json"))
    #expect(unused == ["Hoya nova,pl,Hoja nowa", "Hoya bella,xx,Anything"])
    let entry = try Catalogue(image.span.bytes).entry(0)
    #expect(entry.foreignNames == [CommonName("Hoja piękna", in: .polish)])
  }

  private func source(_ text: String) -> ByteSource {
    var rest: [[UInt8]] = [Array(text.utf8)]
    return { rest.popLast() ?? [] }
  }
}
