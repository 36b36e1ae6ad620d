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

  @Test func eightDigitsAreReadAtOnce() {
    for value: UInt32 in [0, 9, 10, 0x0123_4567, 0x89ab_cdef, .max] {
      #expect(
        Hexadecimal.value(ofDigits: Hexadecimal.digits(of: value)) == value)
    }
    // One byte after the other becomes each that there is.
    let digits = Hexadecimal.digits(of: 0x89ab_cdef)
    for place in stride(from: UInt64(0), to: 64, by: 8) {
      for byte in UInt64(0)...255 {
        let changed = digits & ~(0xff << place) | byte << place
        let isDigit = 0x30...0x39 ~= byte || 0x61...0x66 ~= byte
        let value = Hexadecimal.value(ofDigits: changed)
        #expect((value != nil) == isDigit)
        #expect(value.map(Hexadecimal.digits) ?? changed == changed)
      }
    }
  }
}
