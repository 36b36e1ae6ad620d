import CatalogueKit
import Encodings
import Testing

struct ReadingTests {
  private func table(_ text: String) throws -> [CatalogueRecord] {
    var records: [CatalogueRecord] = []
    try CatalogueTable.read(byteSource(of: Array(text.utf8))) {
      records.append($0)
    }
    return records
  }

  @Test(arguments: [
    "scientific_name,common_names,family\nHoya bella,Beautiful Hoya;Miniature Wax Plant,Apocynaceae\n",
    "\u{feff}Scientific Name;Common Names;Family\r\nHoya bella;\"Beautiful Hoya;Miniature Wax Plant\";Apocynaceae\r\n",
    "family\tscientificName\tvernacularName\nApocynaceae\tHoya bella\tBeautiful Hoya|Miniature Wax Plant",
    "\nscientific_name,common_names,family\n\n\"Hoya bella\",\"Beautiful Hoya; Miniature Wax Plant\",\"Apocynaceae\"\n\n",
  ])
  func tablesOfAllKindsAreRead(text: String) throws {
    #expect(
      try table(text) == [
        CatalogueRecord(
          scientificName: "Hoya bella",
          commonNames: ["Beautiful Hoya", "Miniature Wax Plant"],
          family: "Apocynaceae")
      ])
  }

  @Test func quotesAreKeptInQuotes() throws {
    let records = try table(
      "scientific_name,common_names\nHoya 'A',\"The \"\"best\"\", of all\"\n")
    #expect(records[0].scientificName == "Hoya 'A'")
    #expect(records[0].commonNames == ["The \"best\", of all"])
  }

  @Test func mistakesNameTheirLine() {
    let heading = "scientific_name,family\n"
    #expect(throws: CatalogueReadingError.noPlants) { try table("") }
    #expect(throws: CatalogueReadingError.noPlants) { try table(heading) }
    #expect(throws: CatalogueReadingError.shortLine(number: 3)) {
      try table(heading + "A b,C\n,D\n")
    }
    #expect(
      throws:
        CatalogueReadingError.badText(
          CSVError(reason: .unclosedQuote, line: 2, column: 1))
    ) {
      try table(heading + "\"A b,C\n")
    }
    #expect(
      throws: CatalogueReadingError.missingColumn(
        "scientific_name", found: ["a", "b"])
    ) { try table("a,b\n1,2\n") }
  }

  @Test func aListMustHaveItsShape() {
    let wrong = [
      "[]", "{\"plants\":{}}", "{\"plants\":[{}]}", "{\"plants\":[]}", "nope",
      "{\"plants\":[{\"scientific_name\":\"A b\",\"common_names\":[1]}]}",
      "{\"plants\":[{\"scientific_name\":7}]}",
    ]
    for text in wrong {
      #expect(throws: CatalogueReadingError.self, "\(text)") {
        try HouseplantList.records(in: Array(text.utf8).span.bytes)
      }
    }
  }
}
