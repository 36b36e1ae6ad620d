import Encodings
import JournalTestSupport
import Testing

struct BytesTests {
  @Test func bytesSortAsTheStandardLibrarySortsThem() {
    let seed: UInt64 = 31
    var random = SeededGenerator(seed: seed)
    for _ in 0..<5_000 {
      let shared = (0..<Int.random(in: 0...20, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      let (left, right) = (
        shared + end(&random), shared + end(&random)
      )
      #expect(
        left.span.bytes.precedes(right.span.bytes)
          == left.lexicographicallyPrecedes(right),
        "\(left), \(right), seed \(seed)")
    }
  }

  private func end(_ random: inout SeededGenerator) -> [UInt8] {
    (0..<Int.random(in: 0...9, using: &random)).map { _ in
      [0, 1, 127, 128, 255].randomElement(using: &random) ?? 0
    }
  }

  @Test func textsAreJoined() {
    #expect([String]().joined(separator: ", ") == "")
    #expect(["one"].joined(separator: ", ") == "one")
    #expect(["", "ä", ""].joined(separator: "–") == "–ä–")
  }
}
