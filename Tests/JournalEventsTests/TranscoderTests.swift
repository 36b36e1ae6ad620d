import Encodings
import JournalEvents
import Testing

@Suite struct TranscoderTests {
  private func text(_ pairs: [CBORItem.Pair], type: String) -> String {
    jsonText(of: stored(pairs), type: type)
  }

  private let sixteen = CBORItem.bytes((1...16).map { UInt8($0) })

  @Test func idsAndHashesTakeTheFormOfTheirField() {
    let uuid = "01020304-0506-0708-090a-0b0c0d0e0f10"
    #expect(
      text([.init("room", sixteen)], type: "plant.moved")
        == #"{"room":"\#(uuid)"}"#)
    let hash = CBORItem.bytes(Array(repeating: 0xab, count: 32))
    #expect(
      text([.init("hash", hash)], type: "action.undone")
        == #"{"hash":"\#(String(repeating: "ab", count: 32))"}"#)
  }

  @Test func bytesOfUnknownTypesAndFieldsBecomeBase64URL() {
    let base64 = "AQIDBAUGBwgJCgsMDQ4PEA"
    for type in ["moon.observed", "plant.noted"] {
      #expect(
        text([.init("room", sixteen)], type: type)
          == #"{"room":"\#(base64)"}"#)
    }
  }

  @Test func anIdOfTheWrongLengthIsStillShown() {
    #expect(
      text([.init("room", .bytes([255]))], type: "plant.moved")
        == #"{"room":"_w"}"#)
  }

  @Test func valuesOfEveryKindAreShown() {
    #expect(
      text(
        [
          .init("a", .array([.integer(-1), .float(0.5), .null])),
          .init("b", .map([.init("c", .bool(true)), .init("d", .text("\n"))])),
        ], type: "moon.observed")
        == #"{"a":[-1,0.5,null],"b":{"c":true,"d":"\n"}}"#)
  }

  @Test func erasedAndUnreadablePayloadsAreNull() {
    var writer = JSONWriter()
    PayloadTranscoder.write(payload: nil, type: "plant.noted", to: &writer)
    writer.newline()
    for bytes in [[], [1, 2], Array(repeating: 0, count: 16)] as [[UInt8]] {
      PayloadTranscoder.write(
        payload: bytes.span.bytes, type: "plant.noted", to: &writer)
      writer.newline()
    }
    // A forged integer that 64 bits do not hold.
    let forged: [UInt8] = [0xa1, 0x61, 0x61, 0x1b, 0x80, 0, 0, 0, 0, 0, 0, 0]
    PayloadTranscoder.write(
      payload: (Array(repeating: UInt8(0), count: 16) + forged).span.bytes,
      type: "moon.observed", to: &writer)
    writer.newline()
    let array = Array(repeating: UInt8(0), count: 16) + [0x80]
    PayloadTranscoder.write(
      payload: array.span.bytes, type: "plant.noted", to: &writer)
    #expect(writer.text == "null\nnull\nnull\nnull\nnull\nnull")
  }
}
