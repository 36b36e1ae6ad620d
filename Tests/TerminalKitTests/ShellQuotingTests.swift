import JournalTestSupport
import Testing

@testable import TextKit

struct ShellQuotingTests {
  @Test(arguments: UInt64(1)...50)
  func quotedWordsAreReadBack(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let letters = Array("ab'\"\\ \n$-é🌱")
    let words = (0..<random.int(0...5)).map { _ in
      String((0..<random.int(0...8)).map { _ in random.pick(letters) })
    }
    let line = words.map(ShellQuoting.quoted).joined(separator: " ")
    #expect(ShellQuoting.words(of: line) == words, "seed \(seed): \(line)")
  }

  @Test func linesArePartedAtBlanks() {
    #expect(ShellQuoting.words(of: "  a  b\\ c '' ") == ["a", "b c", ""])
    #expect(ShellQuoting.words(of: "") == [])
    #expect(ShellQuoting.words(of: "'a") == nil)
    #expect(ShellQuoting.words(of: "a\\") == nil)
  }
}
