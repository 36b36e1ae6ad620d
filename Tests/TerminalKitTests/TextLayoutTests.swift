import JournalTestSupport
import Testing

@testable import TerminalKit

struct TextLayoutTests {
  @Test(arguments: [
    ("Monty", "Monty"), ("Athéna", "Ath?na"), ("Athe\u{301}na", "Athena"),
    ("Citrus × limon", "Citrus x limon"), ("“so” – it’s…", "\"so\" - it's."),
    ("苔玉", "??"), ("👩‍🌾!", "?!"), ("🇫🇷", "?"), ("1️⃣", "1"), ("a\r\nb", "a\r\nb"),
    ("שלום", "????"),
  ])
  func withoutUnicodeEachOtherCharacterIsOneSign(
    text: String, expected: String
  ) {
    #expect(Charset.ascii.encoded(text) == expected)
    #expect(Charset.unicode.encoded(text) == text)
  }

  @Test(arguments: [
    ("one two three", "one two\n  three"),
    ("  one two three", "  one two\n    three"),
    ("one\nfive five x\n", "one\nfive five\n  x\n"),
    ("unbreakable", "unbreakabl\n  e"),
    ("a unbreakable", "a\n  unbreaka\n  ble"),
    ("日本の苔玉ば", "日本の苔玉\n  ば"),
    ("0123456789", "0123456789"),
  ])
  func longLinesBreakBetweenWords(text: String, expected: String) {
    #expect(LineFolding(width: 10).fold(text) == expected)
  }

  @Test(arguments: [
    ("see 'plantguide a b' too", "see\n  'plantguide a b'\n  too"),
    ("or ('plantguide a'), so", "or\n  ('plantguide a'),\n  so"),
    // One that no row can hold is left to the terminal.
    (
      "see 'plantguide do x y z'. End",
      "see\n  'plantguide do x y z'.\n  End"
    ),
    (
      "run 'plantguide a 'q r' s'; x", "run\n  'plantguide a 'q r' s';\n  x"
    ),
    ("undo: plantguide a 'b c' d", "undo:\n  plantguide a 'b c' d"),
    ("undo: plantguide b", "undo:\n  plantguide b"),
    ("usage: plantguide a b c", "usage: plantguide\n  a b c"),
    ("'plantguide' is its name", "'plantguide' is\n  its name"),
    // What is no command breaks as ever.
    ("it's 'a name of many words'", "it's 'a name of\n  many words'"),
    ("and 'plantguide a b no end", "and 'plantguide a\n  b no end"),
    ("in 'Unbreakablyunbroken'", "in\n  'Unbreakablyunb\n  roken'"),
  ])
  func noBreakPartsACommand(text: String, expected: String) {
    #expect(LineFolding(width: 17).fold(text) == expected)
  }

  @Test func stylesTakeNoColumns() {
    let folding = LineFolding(width: 10)
    let short = "\u{1B}[1;35mone\u{1B}[0m two"
    #expect(folding.fold(short) == short)
    #expect(
      folding.fold("one two \u{1B}[2mthree\u{1B}[0m")
        == "one two\n  \u{1B}[2mthree\u{1B}[0m")
    // A mark after a style does not hide the style's end.
    #expect(
      folding.fold("\u{1B}[0m\u{301}one two three").hasSuffix("\n  three"))
  }

  @Test func onlyTerminalsGetALayout() throws {
    #expect(TextLayout(for: Terminal(isTerminal: false)) == nil)
    let layout = try #require(
      TextLayout(for: Terminal(isTerminal: true, width: 20, charset: .ascii)))
    #expect(
      layout.laidOut("é is a letter with an accent")
        == "? is a letter with\n  an accent")
  }

  /// Folded lines fit, and nothing but blanks is lost.
  @Test(arguments: [UInt64(1), 2])
  func nothingIsLostInFolding(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let words = [
      "Monty", "苔", "👩‍🌾", "\u{1B}[2mdim\u{1B}[0m", "  ", "a",
      String(repeating: "long", count: 12), "שלום",
    ]
    for _ in 0..<300 {
      let text = (0..<Int.random(in: 1...12, using: &generator)).map { _ in
        words.randomElement(using: &generator) ?? ""
      }.joined(separator: " ")
      let width = Int.random(in: 20...60, using: &generator)
      let folded = LineFolding(width: width).fold(text)
      let blanks: (String) -> String = { text in
        String(text.filter { $0 != " " && $0 != "\n" })
      }
      #expect(blanks(folded) == blanks(text), "seed \(seed): \(text)")
      for line in folded.split(separator: "\n") {
        let plain = String(line)
          .replacing("\u{1B}[2m", with: "").replacing("\u{1B}[0m", with: "")
        #expect(
          TextWidth.columns(of: plain) <= width, "seed \(seed): \(text)")
      }
    }
  }

  @Test func aGridFillsItsColumnsFromTheTop() {
    let grid = Grid(
      ["Monty", "苔玉", "Basil", "Fern", "Ivy"].map { Table.Cell($0) })
    let terminal = Terminal(isTerminal: true, width: 20)
    #expect(
      grid.text(for: terminal) == """
        Monty  Basil  Ivy
        苔玉   Fern

        """)
    let long = Grid([Table.Cell(String(repeating: "x", count: 30))])
    #expect(
      long.text(for: terminal) == String(repeating: "x", count: 19) + "…\n")
    #expect(Grid([]).text(for: terminal) == "")
  }

  @Test(arguments: [
    ([:], ["less", "-FRX"]), (["PAGER": "more"], ["more"]),
    (["PAGER": "more", "PLANTGUIDE_PAGER": "less -S"], ["less", "-S"]),
    (["PAGER": ""], nil), (["PAGER": "more", "PLANTGUIDE_PAGER": "cat"], nil),
  ])
  func theEnvironmentNamesThePager(
    environment: [String: String], command: [String]?
  ) {
    #expect(Pager.command(environment: .table(environment)) { nil } == command)
  }

  @Test func theSettingOfThisMachineStandsBetweenTheVariables() {
    var environment = ["PAGER": "more"]
    #expect(
      Pager.command(environment: .table(environment)) { "most" } == ["most"])
    environment["PLANTGUIDE_PAGER"] = "less -S"
    #expect(
      Pager.command(environment: .table(environment)) { "most" } == [
        "less", "-S",
      ])
  }
}
