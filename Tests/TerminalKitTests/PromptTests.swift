import Glibc
import Testing

@testable import TerminalKit

struct PromptTests {
  @Test(arguments: [
    ("y", true), ("YES", true), (" yes\r", true), ("", false), ("n", false),
    ("yep", false), (nil, false),
  ])
  func onlyYesMeansYes(answer: String?, expected: Bool) throws {
    var asked: String?
    let prompt = Prompt(isInteractive: true) { question in
      asked = question
      return answer
    }
    #expect(try prompt.confirm("Water 12\u{7} plants?") == expected)
    #expect(asked == "Water 12\\u{7} plants? [y/N] ")
  }

  @Test func withoutATerminalNobodyIsAsked() {
    let prompt = Prompt(isInteractive: false) { _ in
      Issue.record("asked")
      return "y"
    }
    #expect(throws: PromptError.needsAnswer("Water 12 plants?")) {
      try prompt.confirm("Water 12 plants?")
    }
  }

  @Test func oneLineIsTakenAndTheRestLeft() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { close(ends[0]) }
    #expect(write(ends[1], "yes\nrest", 8) == 8)
    close(ends[1])
    #expect(Prompt.line(from: ends[0]) == "yes")
    #expect(Prompt.line(from: ends[0]) == "rest")
    #expect(Prompt.line(from: ends[0]) == nil)
  }

  @Test func aLongQuestionIsBrokenBetweenItsWords() {
    let question = "Record watering of 12 plants? [y/N] "
    #expect(Prompt.broken(question, nil) == question)
    #expect(Prompt.broken(question, 80) == question)
    #expect(
      Prompt.broken(question, 20)
        == "Record watering of\n  12 plants? [y/N] ")
  }
}
