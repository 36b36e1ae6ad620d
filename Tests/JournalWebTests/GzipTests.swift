import Testing

@testable import JournalWeb

/// Tests that need no other reader; the tests of pages let Python and a browser
/// read what is compressed.
struct GzipTests {
  @Test(arguments: [Gzip.Effort.least, .most])
  func aLongTextBecomesShorter(_ effort: Gzip.Effort) throws {
    let text = Array(String(repeating: "watered Monty ", count: 1_000).utf8)
    let gzip = try #require(Gzip.compress(text, effort: effort))
    #expect(gzip.count < text.count / 20)
    #expect(gzip.starts(with: [0x1f, 0x8b, 8]))
    // The end of the format: the number of bytes.
    #expect(gzip.suffix(4).elementsEqual([0xb0, 0x36, 0, 0]))
  }

  @Test func whatDoesNotBecomeShorterStays() {
    #expect(Gzip.compress([], effort: .most) == nil)
    #expect(Gzip.compress([1, 2, 3], effort: .most) == nil)
    let noise = (0..<5_000).map { _ in UInt8.random(in: 0...255) }
    #expect(Gzip.compress(noise, effort: .most) == nil)
  }
}
