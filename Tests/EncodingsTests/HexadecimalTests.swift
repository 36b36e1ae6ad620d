import Encodings
import Testing

@Suite struct HexadecimalTests {
  @Test func everyByteComesBackEqual() {
    let bytes = (0...255).map { UInt8($0) }
    let text = Hexadecimal.encode(bytes)
    #expect(text.hasPrefix("000102") && text.hasSuffix("fdfeff"))
    #expect(Hexadecimal.decode(text) == bytes)
    #expect(Hexadecimal.decode(text.uppercased()) == bytes)
    #expect(Hexadecimal.decode("") == [])
  }

  @Test(arguments: 1...8) func wordsOfAnyWidthAreWritten(byteCount: Int) {
    let words: [UInt64] = [0, 9, 10, 0x0123_4567_89ab_cdef, .max]
    for word in words {
      var text: [UInt8] = [0x2d]
      Hexadecimal.append(word, byteCount: byteCount, to: &text)
      let all = String(word, radix: 16)
      let padded = String(repeating: "0", count: 16 - all.count) + all
      let expected = "-" + padded.suffix(byteCount * 2)
      #expect(String(decoding: text, as: UTF8.self) == expected)
    }
  }

  @Test(arguments: ["0", "0g", "abc", " 00", "0x00", "٠٠"])
  func whatIsNoPairsOfDigitsIsRefused(text: String) {
    #expect(Hexadecimal.decode(text) == nil)
  }
}
