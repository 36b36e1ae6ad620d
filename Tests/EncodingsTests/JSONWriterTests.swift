import Encodings
import Testing

@Suite struct JSONWriterTests {
  private func text(_ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    write(&writer)
    return writer.text
  }

  @Test func textsAreEscapedInOneWay() {
    #expect(text { $0.string("a\"b\\c/d") } == #""a\"b\\c/d""#)
    #expect(text { $0.string("\n\r\t") } == #""\n\r\t""#)
    #expect(
      text { $0.string("\u{0}\u{1}\u{8}\u{c}\u{1f}\u{7f}") }
        == #""\u0000\u0001\u0008\u000c\u001f\u007f""#)
    #expect(text { $0.string("水🌱\u{2028}") } == "\"水🌱\u{2028}\"")
    #expect(text { $0.string("") } == "\"\"")
  }

  @Test func aLongTextIsEscapedLikeItsCharacters() {
    for unit in 0...0xff as ClosedRange<UInt8> {
      let character = Character(Unicode.Scalar(unit))
      let alone = text { $0.string(String(character)) }.dropFirst().dropLast()
      for place in 0...17 {
        let before = String(repeating: "~", count: place)
        let after = String(repeating: "!", count: 17 - place)
        #expect(
          text { $0.string(before + String(character) + after) }
            == "\"\(before)\(alone)\(after)\"")
      }
    }
  }

  @Test func numbersHaveOneForm() {
    #expect(text { $0.integer(Int64.min) } == "-9223372036854775808")
    #expect(text { $0.integer(UInt64.max) } == "18446744073709551615")
    #expect(text { $0.number(1) } == "1")
    #expect(text { $0.number(-3) } == "-3")
    #expect(text { $0.number(0.1) } == "0.1")
    #expect(text { $0.number(1e16) } == "1e+16")
    #expect(text { $0.number(.leastNonzeroMagnitude) } == "5e-324")
    #expect(text { $0.number(.nan) } == "null")
    #expect(text { $0.number(-.infinity) } == "null")
  }

  @Test func wholeNumbersOfAnyWidthAreWritten() {
    func written(_ value: some BinaryInteger) -> String {
      var writer = JSONWriter()
      writer.integer(value)
      return writer.text
    }
    for value in [Int64.min, -10, -1, 0, 9, 10, 99, 100, .max] {
      #expect(written(value) == String(value))
    }
    #expect(written(UInt64.max) == String(UInt64.max))
    #expect(written(Int8.min) == "-128")
    #expect(written(Int128.min) == String(Int128.min))
  }

  @Test func commasStandBetweenAndNowhereElse() {
    let bytes: [UInt8] = [0xfb, 0xff]
    let text = text { writer in
      writer.object { writer in
        writer.name(escaping: "a")
        writer.array { writer in
          writer.integer(1)
          writer.array { _ in }
          writer.object { _ in }
          writer.null()
          writer.bool(true)
          writer.number(0.5)
          writer.string("x")
          writer.base64URL(bytes.span.bytes)
        }
        writer.name("b" as StaticString)
        writer.object { _ in }
      }
    }
    #expect(text == #"{"a":[1,[],{},null,true,0.5,"x","-_8"],"b":{}}"#)
  }

  @Test func aNewlineStartsADocumentOfItsOwn() {
    var writer = JSONWriter()
    writer.integer(1)
    writer.newline()
    writer.integer(2)
    #expect(writer.text == "1\n2")
    writer.removeAll()
    writer.integer(3)
    #expect(writer.text == "3")
  }

  @Test func membersNeedingEscapesAreNamedSafely() throws {
    let value = JSONValue.object([.init("a\"\n", .null)])
    let written = text { $0.value(value) }
    #expect(written == #"{"a\"\n":null}"#)
    #expect(try JSONReader.parse(written.utf8.span.bytes) == value)
  }
}
