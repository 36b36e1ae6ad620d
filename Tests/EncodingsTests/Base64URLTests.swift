import Encodings
import JournalTestSupport
import Testing

@Suite struct Base64URLTests {
  // RFC 4648 §10, without padding.
  @Test(arguments: [
    ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"),
    ("fooba", "Zm9vYmE"), ("foobar", "Zm9vYmFy"),
  ])
  func theVectorsOfTheRFCHold(plain: String, text: String) {
    #expect(Base64URL.encode(Array(plain.utf8)) == text)
    #expect(Base64URL.decode(text) == Array(plain.utf8))
  }

  @Test func theAlphabetIsThatOfURLs() {
    #expect(Base64URL.encode([0xfb, 0xef, 0xff]) == "--__")
    #expect(Base64URL.decode("--__") == [0xfb, 0xef, 0xff])
  }

  @Test(arguments: ["Z", "Zg==", "Zm9vZ", "+/8", "Z g", "Zh", "Zm9", "é"])
  func whatNoEncoderWritesIsRefused(text: String) {
    #expect(Base64URL.decode(text) == nil)
  }

  @Test(arguments: [7] as [UInt64])
  func randomBytesComeBackEqual(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for count in 0..<200 {
      let bytes = generator.bytes(count)
      #expect(
        Base64URL.decode(Base64URL.encode(bytes)) == bytes, "seed \(seed)")
    }
  }

  /// The vectors of RFC 4648 §10, and the two digits that differ.
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"),
    ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ("?>?~", "Pz4/fg=="),
  ])
  func theOtherAlphabetIsPadded(text: String, expected: String) {
    #expect(Base64.encode(Array(text.utf8)) == Array(expected.utf8))
    #expect(Base64.encode([0xfb, 0xef, 0xff]) == Array("++//".utf8))
  }
}
