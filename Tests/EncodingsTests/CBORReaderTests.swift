import Encodings
import Testing

@Suite struct CBORReaderTests {
  @Test(arguments: [
    "1800", "1817", "190000", "1900ff", "1a00000000", "1a0000ffff",
    "1b0000000000000000", "1b00000000ffffffff", "3817", "3900ff",
    "3b00000000ffffffff", "5800", "580161", "590001ff", "7800", "78016161",
    "7a0000000161", "9800", "980100", "b800", "b8016161 00",
  ])
  func headsThatCouldBeShorterAreRefused(text: String) {
    #expect(fault(of: hex(text)) == .notShortest)
  }

  @Test(arguments: [
    "fa00000000", "fa3f800000", "fa7f800000", "fa7fc00000", "faff800000",
    "fb0000000000000000", "fb3ff0000000000000", "fb7ff0000000000000",
    "fb7ff8000000000000", "fb40f86a0000000000", "f97e01", "f9fe00", "f97c01",
  ])
  func floatsThatCouldBeShorterAndOddNaNsAreRefused(text: String) {
    #expect(fault(of: hex(text)) == .notShortest)
  }

  @Test func aTextIsReadOnlyWhereItIsNext() {
    let bytes = hex("6461626364 60")
    var reader = CBORReader(bytes.span.bytes)
    var count = reader.shortTextCount
    #expect(count == 4)
    for other in ["abce", "abc", "abcde", ""] as [StaticString] {
      let (isRead, offset) = (reader.readText(other), reader.offset)
      #expect(!isRead && offset == 0, "\(other)")
    }
    for text in ["abcd", ""] as [StaticString] {
      let isRead = reader.readText(text)
      #expect(isRead, "\(text)")
    }
    let isLeft = reader.readText("")
    count = reader.shortTextCount
    #expect(!isLeft && count == nil)
  }

  @Test(arguments: ["64", "64616263", "4461626364", "780461626364", "f6"])
  func whatIsNoWholeShortTextIsNotRead(text: String) {
    let bytes = hex(text)
    var reader = CBORReader(bytes.span.bytes)
    let (isRead, offset) = (reader.readText("abcd"), reader.offset)
    #expect(!isRead && offset == 0)
  }

  @Test func itemsNestSixteenDeepAndNoDeeper() {
    let deepest = String(repeating: "81", count: CBORReader.maximumDepth - 1)
    #expect(fault(of: hex(deepest + "80")) == nil)
    #expect(fault(of: hex(deepest + "8180")) == .tooDeep)
    let maps = String(repeating: "a16161", count: CBORReader.maximumDepth - 1)
    #expect(fault(of: hex(maps + "a0")) == nil)
    #expect(fault(of: hex(maps + "a16161a0")) == .tooDeep)
  }

  /// Skipped items can be read, so that data that was checked as a whole is not
  /// found to be broken halfway through.
  @Test(arguments: [
    ("1b8000000000000000", true), ("1bffffffffffffffff", true),
    ("3b8000000000000000", true), ("1b7fffffffffffffff", false),
    ("3b7fffffffffffffff", false),
  ])
  func integersBeyondSixtyFourBitsAreNotSkipped(text: String, isFault: Bool) {
    #expect(fault(of: hex(text)) == (isFault ? .outOfRange : nil))
    #expect(fault(of: hex("a16161" + text)) == (isFault ? .outOfRange : nil))
  }

  @Test func aMillionOpeningsDoNotExhaustTheStack() {
    #expect(fault(of: Array(repeating: 0x81, count: 1_000_000)) == .tooDeep)
  }

  @Test(arguments: [
    "9bffffffffffffffff", "9a7fffffff00", "9affffffff", "830102",
    "bbffffffffffffffff", "ba7fffffff6161", "a2616101", "a16161",
    "5bffffffffffffffff", "5a7fffffff00", "44010203",
    "7bffffffffffffffff", "7a7fffffff61", "61",
  ])
  func countsThatLieAreTruncations(text: String) {
    #expect(fault(of: hex(text)) == .truncated)
  }

  @Test func everyTruncationIsNoticed() {
    let whole = CBORItem.map([
      .init("a", .array([.integer(-1_000), .integer(1_000_000), .null])),
      .init("b", .bytes(Array(repeating: 7, count: 30))),
      .init("flag", .bool(true)),
      .init("text", .text("水🌱")),
      .init("float", .float(1.1)),
      .init("single", .float(100_000)),
      .init("nested", .map([.init("key", .text("value"))])),
    ]).encoded
    #expect(fault(of: whole) == nil)
    for count in 0..<whole.count {
      #expect(
        fault(of: Array(whole.prefix(count))) == .truncated, "\(count) bytes")
    }
  }

  @Test func bytesAfterTheItemAreRefused() {
    #expect(fault(of: hex("0000")) == .trailingBytes)
    #expect(fault(of: hex("80f6")) == .trailingBytes)
  }

  @Test(arguments: [
    "a2 6162 00 6161 00", "a2 6161 00 6161 01", "a2 626161 00 6162 00",
    "a3 6161 00 6162 00 6161 00",
  ])
  func keysOutOfOrderOrTwiceAreRefused(text: String) {
    #expect(fault(of: hex(text)) == .badKeys)
  }

  @Test(arguments: [
    "61ff", "62c080", "63eda080", "64f4908080", "62e6b0", "a161ff00",
  ])
  func textsThatAreNotUTF8AreRefused(text: String) {
    #expect(fault(of: hex(text)) == .invalidUTF8)
  }

  @Test func faultsSayWhereTheyLie() {
    let bytes = hex("83 00 1817 00")
    #expect(throws: CBORError(.notShortest, at: 2)) {
      try CBORItem(decoding: bytes.span.bytes)
    }
    #expect(
      CBORError(.notShortest, at: 2).description
        == "a number is not in its shortest form at byte 2")
  }

  @Test func aReadOfAnotherTypeMovesNothing() throws {
    let bytes = hex("6161")
    var reader = CBORReader(bytes.span.bytes)
    #expect(typeMismatch { () throws(CBORError) in try reader.unsigned() })
    #expect(typeMismatch { () throws(CBORError) in try reader.integer() })
    #expect(typeMismatch { () throws(CBORError) in try reader.array() })
    #expect(typeMismatch { () throws(CBORError) in try reader.map() })
    #expect(typeMismatch { () throws(CBORError) in try reader.bool() })
    #expect(typeMismatch { () throws(CBORError) in try reader.float() })
    let isNull = reader.readNull()
    #expect(!isNull)
    let text = try reader.text()
    #expect(text == "a")
    try reader.finish()
  }

  private func typeMismatch<Value>(
    _ read: () throws(CBORError) -> Value
  ) -> Bool {
    do throws(CBORError) {
      _ = try read()
      return false
    } catch {
      return error.code == .typeMismatch
    }
  }
}
