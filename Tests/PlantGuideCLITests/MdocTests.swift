import TerminalKit
import Testing

@testable import PlantGuideCLI

struct MdocTests {
  @Test(arguments: [
    ("well-known", "well-known"),
    ("use --yes", "use \\-\\-yes"),
    (".profile", "\\&.profile"),
    ("it's a \"back\\slash\"", "it\\(aqs a \\(dqback\\eslash\\(dq"),
    ("7d … é 🌱", "7d \\[u2026] \\[u00E9] \\[u1F331]"),
  ])
  func runningTextIsPlain(text: String, expected: String) {
    #expect(Mdoc.escaped(text) == expected)
  }

  @Test func whatIsTypedKeepsItsCharacters() {
    #expect(
      Mdoc.literal("a -b | c > ~/d") == "a \\-b \\&| c > \\(ti/d")
  }

  @Test func eachSentenceHasALineOfItsOwn() {
    var page = Mdoc()
    page.write("One. Two follows: this\nand that")
    #expect(page.text == "One.\nTwo follows:\nthis and that\n")
  }

  @Test func thePageShowsWhatIsListedAndNothingElse() {
    let page = ManualPage(
      commands: Command.all.map(\.definition), topics: HelpTopic.all)
    #expect(page.text.contains(".It Ic room add Ar NAME Op Ar OPTION...\n"))
    #expect(page.text.contains(".Dl plantguide snooze \\-\\-room Kitchen"))
    #expect(!page.text.contains("Ic complete "))
    #expect(page.text.utf8.allSatisfy { $0 < 0x80 })
  }
}
