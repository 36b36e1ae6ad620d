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

  @Test(arguments: ["0", "0g", "abc", " 00", "0x00", "٠٠"])
  func whatIsNoPairsOfDigitsIsRefused(text: String) {
    #expect(Hexadecimal.decode(text) == nil)
  }
}
