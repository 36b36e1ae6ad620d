import CatalogueKit
import JournalTestSupport
import SearchEngine
import Testing

struct CatalogueDamageTests {
  private static let image = {
    var builder = CatalogueBuilder()
    for name in ["Hoya bella", "Hoya bella 'X'", "Musa velutina", "×Aa bb"] {
      builder.add(
        CatalogueRecord(
          scientificName: name, commonNames: ["Plant"], family: "Family",
          category: "Category", synonyms: ["Old name"]))
    }
    return builder.image()
  }()

  /// Reads all of a catalogue; it must answer or throw.
  private static func use(_ image: [UInt8]) {
    guard let catalogue = try? Catalogue(image.span.bytes) else { return }
    var search = Search()
    for number in 0..<catalogue.count {
      _ = try? catalogue.entry(number)
      _ = try? catalogue.relatives(of: number)
      _ = try? catalogue.careProfile(of: number)
    }
    _ = try? catalogue.letters()
    for grouping in [Catalogue.Grouping.family, .category, .genus] {
      guard let groups = try? catalogue.groups(by: grouping) else { continue }
      for group in groups {
        _ = try? catalogue.entries(in: group, by: grouping)
      }
    }
    _ = try? catalogue.suggestMatches(
      "Hoya bela", confidence: 0.5, using: &search)
  }

  @Test(arguments: [UInt8(0x01), 0x80, 0xff])
  func noFlippedByteTraps(flip: UInt8) {
    var image = Self.image
    for index in image.indices {
      image[index] ^= flip
      Self.use(image)
      image[index] ^= flip
    }
  }

  @Test(arguments: UInt64(1)...20)
  func noRandomBytesTrap(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      var image = Self.image
      for _ in 0..<random.int(1...20) {
        let place = random.int(0...(image.count - 1))
        image[place] = UInt8(truncatingIfNeeded: random.next())
      }
      Self.use(image)
    }
  }

  @Test func theOrderOfRecordsDoesNotMatter() {
    let records = ["B b", "A a", "A a 'C'"].map {
      CatalogueRecord(scientificName: $0, family: "F")
    }
    var forward = CatalogueBuilder()
    var backward = CatalogueBuilder()
    for record in records { forward.add(record) }
    for record in records.reversed() { backward.add(record) }
    #expect(forward.image() == backward.image())
  }
}
