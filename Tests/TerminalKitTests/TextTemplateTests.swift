import Testing

@testable import TerminalKit

struct TextTemplateTests {
  @Test func fieldsStandInTextAndEscapesAreSigns() throws {
    let template = try TextTemplate<Int>(
      "\\{{1}\\}\\t{22}\\\\\\n", option: "--lay-out", field: Self.number)
    #expect(template.text { "<\($0)>" } == "{<1>}\t<22>\\\n")
  }

  @Test(arguments: [
    ("{1", "a field of '--lay-out' is not closed: '{1'"),
    ("1}", "'}' closes no field of '--lay-out'"),
    ("\\x", "'\\x' means nothing in '--lay-out'"),
    ("\u{7}", "'--lay-out' holds the control character '\\u{7}'"),
    ("{one}", "no number"),
  ])
  func refusalsNameTheOption(text: String, message: String) {
    let error = #expect(throws: UsageError.self) {
      try TextTemplate<Int>(text, option: "--lay-out", field: Self.number)
    }
    #expect(error?.message == message)
  }

  private static func number(_ text: String) throws(UsageError) -> Int {
    guard let number = Int(text) else { throw UsageError("no number") }
    return number
  }
}
