import JournalEvents
import Testing

@Suite struct EventHashTests {
  // Computed with Python's hashlib.blake2b(digest_size=32).
  @Test(arguments: [
    ("", "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8"),
    ("abc", "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319"),
  ])
  func digestsAreThoseOfBLAKE2b(text: String, digest: String) {
    let hash = EventHash(of: text.utf8.span.bytes)
    #expect(hash.description == digest)
    #expect(EventHash(digest) == hash)
    #expect(EventHash(bytes: hash.bytes.span.bytes) == hash)
  }

  @Test func onlyThirtyTwoBytesAreAHash() {
    for count in [0, 31, 33, 64] {
      let bytes = [UInt8](repeating: 0, count: count)
      #expect(EventHash(bytes: bytes.span.bytes) == nil, "\(count) bytes")
    }
    #expect(EventHash(String(repeating: "0", count: 63)) == nil)
    #expect(EventHash(String(repeating: "g", count: 64)) == nil)
    #expect(EventHash(String(repeating: "0", count: 64)) == .zero)
  }

  @Test func hashesAreOrderedAsTheirBytes() throws {
    let low = try #require(EventHash(String(repeating: "0", count: 63) + "1"))
    let high = try #require(EventHash("8" + String(repeating: "0", count: 63)))
    #expect(EventHash.zero < low && low < high)
    #expect(high.prefix == 1 << 63)
  }
}
