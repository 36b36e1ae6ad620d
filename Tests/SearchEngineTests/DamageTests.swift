import JournalTestSupport
import Testing

@testable import SearchEngine

struct DamageTests {
  private static let image = SmallCollection.plants.image

  /// Uses all of an image; what it answers does not matter, only that it
  /// answers or throws.
  private static func use(_ image: [UInt8]) {
    for query in ["monstera", "p", "P. hederaceum", "delicosa monstera"] {
      guard let found = try? image.matches(query) else { continue }
      for match in found {
        let reader = try? ImageReader(
          image.span.bytes, version: SearchTablesBuilder.version)
        guard let reader, let tables = try? SearchTables(reader) else {
          continue
        }
        _ = try? tables.text(ofName: match.name)
      }
    }
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

  @Test func noShortImageTraps() {
    for count in 0..<Self.image.count {
      Self.use(Array(Self.image.prefix(count)))
    }
  }

  @Test(arguments: UInt64(1)...20)
  func noRandomNumbersTrap(seed: UInt64) {
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

  @Test func theSumNoticesEveryFlippedByteOfTheBody() throws {
    var image = Self.image
    for index in ImageReader.headerSize..<image.count {
      image[index] ^= 0x10
      #expect(throws: ImageError.damaged, "byte \(index)") {
        try ImageReader(
          image.span.bytes, version: SearchTablesBuilder.version
        ).checkSum()
      }
      image[index] ^= 0x10
    }
  }

  @Test func anotherVersionIsNamed() {
    #expect(throws: ImageError.otherVersion(found: 1, known: 9)) {
      _ = try ImageReader(Self.image.span.bytes, version: 9).byteCount
    }
    #expect(throws: ImageError.notAnImage) {
      _ = try ImageReader([1, 2, 3].span.bytes, version: 1).byteCount
    }
  }
}
