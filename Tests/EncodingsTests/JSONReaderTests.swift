import Encodings
import Testing

@Suite struct JSONReaderTests {
  private func parse(_ text: String) throws -> JSONValue {
    try JSONReader.parse(text.utf8.span.bytes)
  }

  private func isRefused(_ bytes: [UInt8]) -> Bool {
    (try? JSONReader.parse(bytes.span.bytes)) == nil
  }

  private func isRefused(_ text: String) -> Bool {
    isRefused(Array(text.utf8))
  }

  @Test func valuesOfEveryKindAreRead() throws {
    #expect(try parse("null") == .null)
    #expect(try parse(" true ") == .bool(true))
    #expect(try parse("false") == .bool(false))
    #expect(try parse("-12") == .integer(-12))
    #expect(try parse("1.5") == .number(1.5))
    #expect(try parse("1e2") == .number(100))
    #expect(try parse(#""水\u00e9\ud83c\udf31\n""#) == .string("水é🌱\n"))
    #expect(
      try parse("[1,[],{}]") == .array([.integer(1), .array([]), .object([])]))
  }

  @Test func membersKeepTheirOrder() throws {
    let value = try parse(#"{"z":1,"a":2,"m":3}"#)
    #expect(
      value
        == .object([
          .init("z", .integer(1)), .init("a", .integer(2)),
          .init("m", .integer(3)),
        ]))
    #expect(value["a"] == .integer(2))
    #expect(value["b"] == nil)
    #expect(try parse("[]")["a"] == nil)
  }

  @Test func aNameThatStandsTwiceIsRefused() {
    #expect(isRefused(#"{"a":1,"a":1}"#))
    #expect(isRefused(#"{"a":1,"b":{"c":1,"c":2}}"#))
    #expect(isRefused(#"{"a":1,"\u0061":2}"#))
    #expect(!isRefused(#"{"a":{"a":1}}"#))
  }

  @Test func valuesNestThirtyTwoDeepAndNoDeeper() {
    let limit = JSONReader.maximumDepth
    let open = String(repeating: "[", count: limit)
    let close = String(repeating: "]", count: limit)
    #expect(limit == 32)
    #expect(!isRefused(open + close))
    #expect(isRefused("[" + open + close + "]"))
    #expect(isRefused(#"{"a":"# + open + close + "}"))
    #expect(isRefused(String(repeating: "[", count: 1_000_000)))
  }

  @Test func bracketsInTextsAreNoDepth() throws {
    let brackets = String(repeating: #"[{\""#, count: 100)
    let value = try parse("[\"\(brackets)\"]")
    #expect(
      value == .array([.string(String(repeating: "[{\"", count: 100))]))
  }

  @Test(
    arguments: [
      [0x22, 0xff, 0x22], [0x22, 0xc0, 0x80, 0x22],
      [0x22, 0xed, 0xa0, 0x80, 0x22], [0x22, 0xf4, 0x90, 0x80, 0x80, 0x22],
      [0x22, 0xe6, 0xb0, 0x22], [0xef, 0xbb, 0xbf, 0x31],
    ] as [[UInt8]])
  func invalidUTF8IsRefused(bytes: [UInt8]) {
    #expect(isRefused(bytes))
  }

  @Test func theNULCharacterIsRefused() {
    #expect(isRefused(#""\u0000""#))
    #expect(isRefused(#"{"a\u0000b":1}"#))
    #expect(isRefused([0x22, 0x00, 0x22]))
    // jansson alone takes this one for the end of the text.
    #expect(isRefused(Array("{}".utf8) + [0x00]))
    #expect(isRefused(Array("{}".utf8) + [0x00, 0x78]))
    #expect(isRefused([0x00]))
  }

  @Test func integersBeyond64BitsAreRefused() throws {
    #expect(try parse("9223372036854775807") == .integer(.max))
    #expect(try parse("-9223372036854775808") == .integer(.min))
    #expect(isRefused("9223372036854775808"))
    #expect(isRefused("-9223372036854775809"))
    #expect(isRefused("1" + String(repeating: "0", count: 400)))
    #expect(isRefused("1e999"))
  }

  @Test(arguments: [
    #""\ud800""#, #""\udc00""#, #""\ud800\ud800""#, #""\ud83cx""#,
    #""\udf31\ud83c""#,
  ])
  func loneSurrogatesAreRefused(text: String) {
    #expect(isRefused(text))
  }

  @Test(arguments: [
    "", " ", "{", "[1,]", "{\"a\"}", "{a:1}", "'a'", "01", "+1", ".5", "1.",
    "NaN", "Infinity", "tru", "\"a", "\"\t\"", "\"\\x\"", "1 2", "{}{}", "]",
    "// a\n1", "[1}",
  ])
  func whatIsNoJSONIsRefused(text: String) {
    #expect(isRefused(text))
  }

  @Test func refusalsSayWhatAndWhere() {
    do throws(JSONError) {
      _ = try JSONReader.parse(#"{"a":1,"a":2}"#.utf8.span.bytes)
      Issue.record("a duplicate was read")
    } catch {
      #expect(error.reason.contains("duplicate"))
      #expect((8...13).contains(error.column))
      #expect(error.description == "\(error.reason) at byte \(error.column)")
    }
  }
}
