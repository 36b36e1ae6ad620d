import Encodings
import JournalTestSupport
import Testing

@Suite struct JSONPropertyTests {
  @Test(arguments: [1, 2, 3] as [UInt64])
  func randomTreesComeBackEqual(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      let value = generator.json(depth: 4)
      var writer = JSONWriter()
      writer.value(value)
      let again = try JSONReader.parse(writer.bytes.span.bytes)
      #expect(again == value, "seed \(seed): \(writer.text)")
    }
  }

  @Test(arguments: [4, 5] as [UInt64])
  func damagedTextsNeverTrap(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var read = 0
    for _ in 0..<10_000 {
      var writer = JSONWriter()
      writer.value(generator.json(depth: 3))
      var bytes = writer.bytes
      for _ in 0..<generator.int(0...2) {
        bytes[generator.int(0...(bytes.count - 1))] = UInt8(
          generator.int(0...255))
      }
      if (try? JSONReader.parse(bytes.span.bytes)) != nil { read += 1 }
    }
    #expect((1..<10_000).contains(read), "seed \(seed)")
  }
}

extension SeededGenerator {
  fileprivate mutating func json(depth: Int) -> JSONValue {
    switch int(0...(depth > 0 ? 6 : 4)) {
    case 0: .null
    case 1: .bool(one(in: 2))
    case 2: .integer(Int64(bitPattern: next()))
    // A whole number is read back as an integer, so none is made here.
    case 3: .number(Double(int(-9_999...9_999)) + 0.1)
    case 4: .string(text(0...20))
    case 5: .array((0..<int(0...4)).map { _ in json(depth: depth - 1) })
    default:
      .object(
        Set((0..<int(0...4)).map { _ in text(0...6) }).sorted()
          .map { .init($0, json(depth: depth - 1)) })
    }
  }
}
