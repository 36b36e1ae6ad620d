import Testing

@testable import TerminalKit

struct BashLineTests {
  /// Bash's own, but for blanks and quotes.
  private static let wordBreaks = "@><=;|&(:"

  @Test(arguments: [
    ("plantguide ", [""]),
    ("plantguide", [""]),
    ("plantguide wa", ["wa"]),
    ("plantguide water  ", ["water", ""]),
    ("plantguide water Swiss\\ M", ["water", "Swiss M"]),
    ("plantguide water 'Swiss M", ["water", "Swiss M"]),
    ("plantguide water \"a \\\"b\\x", ["water", "a \"b\\x"]),
    ("plantguide water Mon\"ty\"'s'\\'", ["water", "Montys'"]),
    ("plantguide water ''", ["water", ""]),
    ("plantguide water Swiss\\", ["water", "Swiss"]),
    ("cd /tmp; plantguide show M", ["show", "M"]),
    ("true && plantguide show M", ["show", "M"]),
    ("plantguide append <f --y", ["append", "f", "--y"]),
    ("plantguide show 'a;b|c' 👩‍🌾", ["show", "a;b|c", "👩‍🌾"]),
  ])
  func wordsAreWhatBashMakesOfThem(line: String, words: [String]) {
    #expect(BashLine(line, wordBreaks: Self.wordBreaks).words == words)
  }

  @Test(arguments: [
    ("plantguide show Sw", "Swiss Miss", "Swiss\\ Miss"),
    ("plantguide show \"Sw", "Swiss Miss", "Swiss Miss"),
    ("plantguide show 'Mo", "Monty's ear", "Monty'\\''s ear"),
    ("plantguide show \"a", "a$b`c\"d\\e'f", "a\\$b\\`c\\\"d\\\\e'f"),
    ("plantguide show M", "Monty's ear", "Monty\\'s\\ ear"),
    ("plantguide show \"s", "say \"hi\"", "say \\\"hi\\\"\""),
    ("plantguide show M", "M*?[~]#!;&", "M\\*\\?\\[\\~\\]\\#\\!\\;\\&"),
    ("plantguide show 👩", "👩‍🌾 é", "👩‍🌾\\ é"),
    ("plantguide water --room=Li", "--room=Living Room", "Living\\ Room"),
    ("plantguide water --room=\"Li", "--room=Living Room", "Living Room"),
    ("plantguide water 'Fern: b", "Fern: big", "Fern: big"),
    ("plantguide water Fern:\\ b", "Fern: big", "\\ big"),
  ])
  func whatReplacesAWordIsQuotedAsItWasBegun(
    line: String, value: String, replacement: String
  ) {
    let line = BashLine(line, wordBreaks: Self.wordBreaks)
    #expect(line.replacement(value) == replacement)
  }

  @Test func withoutWordBreaksTheWholeWordIsReplaced() {
    let line = BashLine("plantguide water --room=Li", wordBreaks: " \t")
    #expect(line.replacement("--room=Living Room") == "--room=Living\\ Room")
  }
}
