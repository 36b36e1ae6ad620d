import Encodings
import JournalTestSupport
import Testing

@Suite struct CBORPropertyTests {
  @Test(arguments: [1, 2, 3] as [UInt64])
  func randomItemsComeBackEqual(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      let item = generator.item(depth: 4)
      let bytes = item.encoded
      let again = try CBORItem(decoding: bytes.span.bytes)
      #expect(again == item, "seed \(seed)")
      #expect(again.encoded == bytes, "seed \(seed)")
    }
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func whateverDecodesEncodesToTheSameBytes(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var decoded = 0
    for _ in 0..<20_000 {
      let soup = generator.soup()
      guard let item = try? CBORItem(decoding: soup.span.bytes) else {
        continue
      }
      decoded += 1
      guard item.encoded != soup else { continue }
      Issue.record("seed \(seed): \(Hexadecimal.encode(soup))")
    }
    // Else the property would hold of nothing.
    #expect(decoded > 500, "seed \(seed)")
  }
}

extension SeededGenerator {
  /// A random item with maps in deterministic order and no NaN, which is
  /// never equal to itself.
  mutating func item(depth: Int) -> CBORItem {
    switch int(0...(depth > 0 ? 9 : 6)) {
    case 0: .integer(Int64(bitPattern: next() >> UInt64(int(0...63))))
    case 1: .integer(-1 - Int64(next() >> UInt64(int(1...63))))
    case 2: .bytes(bytes(int(0...40)))
    case 3: .text(text(0...20))
    case 4: .bool(one(in: 2))
    case 5: .null
    case 6: .float(float())
    case 7: .array((0..<int(0...4)).map { _ in item(depth: depth - 1) })
    default: .map(pairs(depth: depth - 1))
    }
  }

  private mutating func pairs(depth: Int) -> [CBORItem.Pair] {
    let keys = Set((0..<int(0...5)).map { _ in text(0...6) })
    return keys.sorted { $0.precedesInCBOR($1) }
      .map { .init($0, item(depth: depth)) }
  }

  private mutating func float() -> Double {
    let value = Double(bitPattern: next())
    return pick([
      value.isNaN ? 1 : value, Double(int(-70_000...70_000)) / 8, -0.0,
      Double(Float(bitPattern: UInt32(int(0...0x7f7f_ffff)))),
    ])
  }

  /// Bytes that are nearly CBOR: heads drawn alone, or an item with a few
  /// bytes changed, dropped or added.
  fileprivate mutating func soup() -> [UInt8] {
    guard one(in: 2) else { return bytes(int(0...12)) }
    var bytes = item(depth: 3).encoded
    for _ in 0..<int(0...3) where !bytes.isEmpty {
      let index = int(0...(bytes.count - 1))
      switch int(0...3) {
      case 0: bytes.remove(at: index)
      case 1: bytes.insert(UInt8(int(0...255)), at: index)
      case 2: bytes[index] ^= 1 << UInt8(int(0...7))
      default: bytes[index] = pick([0xf9, 0xfa, 0xfb, 0x1b, 0x98, 0xff])
      }
    }
    return bytes
  }
}
