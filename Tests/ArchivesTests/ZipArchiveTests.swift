import JournalTestSupport
import Testing

@testable import Archives

/// What archives of other programs' making hold is tested from end to end;
/// here, that nothing in one traps.
struct ZipArchiveTests {
  @Test func storedFilesAreRead() throws {
    let archive = try ZipArchive(
      Self.archive(["a": "one", "b/c": "two", "d": ""]))
    #expect(archive.names == ["a", "b/c", "d"])
    #expect(try archive.file("b/c") == Array("two".utf8))
    #expect(try archive.file("d") == [])
    #expect(throws: ZipError.missing(name: "c")) { try archive.file("c") }
  }

  @Test func whatBeginsOtherwiseIsNoArchive() {
    #expect(ZipArchive.isArchive(Self.archive([:])))
    #expect(ZipArchive.isArchive(Self.archive(["a": "b"])))
    #expect(!ZipArchive.isArchive(Array("scientific_name".utf8)))
    #expect(!ZipArchive.isArchive([]))
  }

  @Test(arguments: UInt64(1)...20)
  func brokenArchivesAreReadOrRefused(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let whole = Self.archive(["a": "one", "longer name": "twotwo"])
    for _ in 0..<500 {
      var broken = whole
      for _ in 0...random.int(0...5) {
        broken[random.int(0...(broken.count - 1))] =
          UInt8(truncatingIfNeeded: random.int(0...255))
      }
      if random.int(0...2) == 0 {
        broken.removeLast(random.int(0...(broken.count - 1)))
      }
      guard let archive = try? ZipArchive(broken) else { continue }
      for name in archive.names { _ = try? archive.file(name) }
    }
  }

  @Test(arguments: UInt64(1)...20)
  func brokenDeflatedBytesAreNoContents(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let packed = (0..<random.int(0...60)).map { _ in
        UInt8(truncatingIfNeeded: random.int(0...255))
      }
      let count = random.int(0...200)
      let contents = Deflate.unpacked(packed[...], count: count)
      #expect(contents == nil || contents?.count == count, "seed \(seed)")
    }
  }

  @Test func deflatedBytesMustEndWhereTheyAreSaidTo() {
    // "aaaaaaaaaa", by fixed codes.
    let packed: [UInt8] = [0x4b, 0x4c, 0x84, 0x01, 0x00]
    #expect(
      Deflate.unpacked(packed[...], count: 10)
        == Array(repeating: UInt8(ascii: "a"), count: 10))
    #expect(Deflate.unpacked(packed[...], count: 9) == nil)
    #expect(Deflate.unpacked(packed[...], count: 11) == nil)
    #expect(Deflate.unpacked(packed[..<4], count: 10) == nil)
    #expect(Deflate.unpacked((packed + [0])[...], count: 10) == nil)
  }

  /// An archive of files that are not packed.
  private static func archive(_ files: [String: String]) -> [UInt8] {
    var bytes: [UInt8] = []
    var directory: [UInt8] = []
    for (name, contents) in files.sorted(by: { $0.key < $1.key }) {
      let start = bytes.count
      let facts =
        number(0, 4) + number(0, 4)
        + number(Int(Deflate.sum(of: Array(contents.utf8))), 4)
        + number(contents.utf8.count, 4) + number(contents.utf8.count, 4)
        + number(name.utf8.count, 2) + number(0, 2)
      bytes += number(0x0403_4b50, 4) + number(20, 2) + facts
      bytes += Array(name.utf8) + Array(contents.utf8)
      directory += number(0x0201_4b50, 4) + number(20, 2) + number(20, 2)
      directory += facts + number(0, 10) + number(start, 4) + Array(name.utf8)
    }
    return bytes + directory + number(0x0605_4b50, 4) + number(0, 4)
      + number(files.count, 2) + number(files.count, 2)
      + number(directory.count, 4) + number(bytes.count, 4) + number(0, 2)
  }

  private static func number(_ value: Int, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}
