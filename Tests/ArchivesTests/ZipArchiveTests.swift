import Archives
import JournalTestSupport
import POSIXKit
import Testing

/// Tests that no archive traps; end-to-end tests cover archives that other
/// programs made.
struct ZipArchiveTests {
  @Test func storedFilesAreRead() throws {
    try Self.withArchive(
      Self.archive(["a": "one", "b/c": "two", "d": "", "e/": ""])
    ) { archive in
      #expect(archive.names == ["a", "b/c", "d"])
      let contents = try ["b/c", "a", "d"].map { name in
        String(
          decoding: try Self.contents(name, of: archive), as: UTF8.self)
      }
      #expect(contents == ["two", "one", ""])
      #expect(throws: ZipError.missing(name: "c")) { try archive.file("c") }
    }
  }

  @Test func whatBeginsOtherwiseIsNoArchive() throws {
    #expect(ZipArchive.isArchive(Self.archive([:])))
    #expect(ZipArchive.isArchive(Self.archive(["a": "b"])))
    #expect(!ZipArchive.isArchive(Array("scientific_name".utf8)))
    #expect(!ZipArchive.isArchive([]))
    for bytes in [Self.archive([:]), Array("scientific_name".utf8), []] {
      #expect(throws: ZipError.unreadable) {
        try Self.withArchive(bytes) { _ in }
      }
    }
  }

  @Test func onlyTheWholeFileIsGivenOut() throws {
    var broken = Self.archive(["a": "one"])
    let place = try #require(broken.firstIndex(of: UInt8(ascii: "o")))
    broken[place] = UInt8(ascii: "O")
    try Self.withArchive(broken) { archive in
      #expect(throws: ZipError.damaged(name: "a")) {
        try Self.contents("a", of: archive)
      }
    }
  }

  @Test func twoFilesOfOneNameAreRefused() {
    var twice = Self.archive(["a": "one", "b": "two"])
    for index in twice.indices where twice[index] == UInt8(ascii: "b") {
      twice[index] = UInt8(ascii: "a")
    }
    #expect(throws: ZipError.duplicate(name: "a")) {
      try Self.withArchive(twice) { _ in }
    }
  }

  @Test(arguments: UInt64(1)...20)
  func brokenArchivesAreReadOrRefused(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let whole = Self.archive(["a": "one", "longer name": "twotwo"])
    for _ in 0..<200 {
      var broken = whole
      for _ in 0...random.int(0...5) {
        broken[random.int(0...(broken.count - 1))] =
          UInt8(truncatingIfNeeded: random.int(0...255))
      }
      if random.int(0...2) == 0 {
        broken.removeLast(random.int(0...(broken.count - 1)))
      }
      do {
        try Self.withArchive(broken) { archive in
          for name in archive.names {
            _ = try? Self.contents(name, of: archive)
          }
        }
      } catch {
        #expect(error is ZipError, "seed \(seed)")
      }
    }
  }

  private static func contents(
    _ name: String, of archive: ZipArchive
  ) throws -> [UInt8] {
    let next = try archive.file(name)
    var contents: [UInt8] = []
    while case let bytes = try next(), !bytes.isEmpty { contents += bytes }
    return contents
  }

  private static func withArchive(
    _ bytes: [UInt8], _ body: (ZipArchive) throws -> Void
  ) throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/archive.zip"
    try File(path, .making).write(bytes[...])
    try body(try ZipArchive(path: path, byteCount: bytes.count))
  }

  /// An archive of files that are not packed.
  private static func archive(_ files: [String: String]) -> [UInt8] {
    var bytes: [UInt8] = []
    var directory: [UInt8] = []
    for (name, contents) in files.sorted(by: { $0.key < $1.key }) {
      let start = bytes.count
      let facts =
        number(0, 4) + number(0, 4) + number(sum(of: contents), 4)
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

  /// The CRC-32 of a text.
  private static func sum(of text: String) -> Int {
    var sum: UInt32 = .max
    for byte in text.utf8 {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum >> 1 ^ (sum & 1) * 0xedb8_8320 }
    }
    return Int(~sum)
  }
}
