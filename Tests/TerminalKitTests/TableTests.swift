import JournalTestSupport
import Testing

@testable import TerminalKit

struct TableTests {
  private func table(_ excess: Table.Column.Excess = .cut) -> Table {
    var table = Table([
      .init("ID"), .init("NAME", excess: excess),
      .init("DAYS", alignment: .right),
    ])
    table.add(["k7q2xz", "Monstera on the stairs", "7"])
    table.add(["p2d8aa", "苔", "14"])
    table.add(["a1b2c3"])
    return table
  }

  @Test func columnsLineUpAndNoLineEndsInBlanks() {
    let expected = """
      ID      NAME                    DAYS
      k7q2xz  Monstera on the stairs     7
      p2d8aa  苔                        14
      a1b2c3

      """
    #expect(
      table().text(for: Terminal(isTerminal: false, width: 20)) == expected)
  }

  @Test func aTerminalCutsTheWidestColumn() {
    let expected = """
      ID      NAME          DAYS
      k7q2xz  Monstera on…     7
      p2d8aa  苔              14
      a1b2c3

      """
    let text = table().text(for: Terminal(isTerminal: true, width: 26))
    #expect(text == expected)
  }

  @Test func nothingIsLostInAColumnThatWraps() {
    let expected = """
      ID      NAME    DAYS
      k7q2xz  Monste     7
              ra on
              the
              stairs
      p2d8aa  苔        14
      a1b2c3

      """
    let text = table(.wrapped)
      .text(for: Terminal(isTerminal: true, width: 20))
    #expect(text == expected)
  }

  @Test func aLongWordIsBrokenAfterASlash() {
    #expect(
      TextWidth.pieces(of: "Patio/Balcony", 12) == ["Patio/", "Balcony"])
    #expect(TextWidth.pieces(of: "Kapitän", 4) == ["Kapi", "tän"])
    #expect(TextWidth.pieces(of: "a/苔玉苔玉", 4) == ["a/", "苔玉", "苔玉"])
  }

  @Test func furtherLinesStandBelowTheTextAndNotBelowItsSign() {
    var table = Table([.init(excess: .wrapped), .init()])
    table.add([
      .init("Mix fresh soil", sign: .init("·", .bold)), .init("Sat 28 Nov"),
    ])
    #expect(
      table.text(for: Terminal(isTerminal: true, width: 24)) == """
        · Mix fresh   Sat 28 Nov
          soil

        """)
  }

  @Test func coloursDoNotCountAsColumns() {
    var table = Table([.init(), .init()])
    table.add([.init("late", .attention), .init("x\u{1B}[0m")])
    let terminal = Terminal(isTerminal: true, usesColor: true)
    #expect(
      table.text(for: terminal)
        == "\u{1B}[1;35mlate\u{1B}[0m  x\\u{1B}[0m\n")
    #expect(
      table.text(for: Terminal(isTerminal: true)) == "late  x\\u{1B}[0m\n")
  }

  @Test func columnsThatCanBeSparedGiveWayInTheirOrder() {
    var table = Table([
      .init("NAME"), .init("ROOM", dropOrder: 1), .init("TAGS", dropOrder: 2),
    ])
    table.add(["Monstera deliciosa", "Living Room", "thirsty, shade"])
    func heading(_ width: Int) -> Substring? {
      table.text(for: Terminal(isTerminal: true, width: width))
        .split(separator: "\n").first
    }
    #expect(heading(47) == "NAME                ROOM         TAGS")
    #expect(heading(34) == "NAME        ROOM        TAGS")
    #expect(heading(33) == "NAME                ROOM")
    #expect(heading(21) == "NAME")
  }

  private var names: Table {
    var table = Table(
      [
        .name("NAME"), .init("DO", narrowest: 12, excess: .wrapped),
        .init("WHEN", dropOrder: 1, movesBelow: true),
        .init("ID", dropOrder: 2),
      ], indent: 1)
    table.add([
      .init("Monty"),
      .init(parts: [.init("water,", sign: .init("~", .bold)), .init("feed")]),
      .init("2 days late"), .init("k7q2xz"),
    ])
    table.add(heading: [.init("Kitchen (1)"), .init("1 late")])
    table.add([
      .init("The fern that stands in the corner"), .init("mist"),
      .init("at 18:30"), .init("p2d8aa"),
    ])
    return table
  }

  private func shown(_ width: Int) -> String {
    names.text(for: Terminal(isTerminal: true, width: width))
  }

  @Test func aNameIsShownWholeWhileOtherColumnsGo() {
    #expect(
      shown(60) == """
         NAME                     DO             WHEN         ID
         Monty                    ~ water, feed  2 days late  k7q2xz

        Kitchen (1)  1 late
         The fern that stands in the corner
                                  mist           at 18:30     p2d8aa

        """)
    #expect(
      shown(40) == """
         NAME                      DO
         Monty                     ~ water, feed
                                   2 days late

        Kitchen (1)  1 late
         The fern that stands in the corner
                                   mist
                                   at 18:30

        """)
    #expect(
      shown(24) == """
         NAME       DO
         Monty      ~ water,
                    feed
                    2 days late

        Kitchen (1)  1 late
         The fern that stands in
         the corner
                    mist
                    at 18:30

        """)
  }

  @Test func aPipeGetsNamesInTheirColumn() {
    let text = names.text(for: Terminal(isTerminal: false, width: 24))
    #expect(text.split(separator: "\n").count == 4)
    #expect(text.contains("The fern that stands in the corner  mist"))
  }

  @Test func withoutUnicodeTheTableIsASCII() {
    let terminal = Terminal(isTerminal: true, width: 20, charset: .ascii)
    let expected = """
      ID      NAME    DAYS
      k7q2xz  Mon...     7
      p2d8aa  ?         14
      a1b2c3

      """
    #expect(table().text(for: terminal) == expected)
  }

  /// Whatever stands in a table, no line is longer than the terminal's.
  @Test(arguments: [UInt64(1), 2, 3])
  func noLineIsLongerThanTheTerminal(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let words = ["Monty", "苔玉", "👩‍🌾", "e\u{301}", "שלום", "नी", "x", " "]
    for _ in 0..<200 {
      let count = Int.random(in: 1...7, using: &generator)
      var table = Table(
        (0..<count).map { index in
          .init(
            "H\(index)",
            dropOrder: Bool.random(using: &generator) ? index : nil,
            movesBelow: Bool.random(using: &generator),
            excess: [.cut, .wrapped, .above]
              .randomElement(using: &generator) ?? .cut)
        })
      for _ in 0..<3 {
        table.add(
          (0..<count).map { _ in
            String(
              repeating: words.randomElement(using: &generator) ?? "",
              count: Int.random(in: 0...40, using: &generator))
          })
      }
      let width = Int.random(in: 20...200, using: &generator)
      for charset in [Charset.unicode, .ascii] {
        let text = table.text(
          for: Terminal(isTerminal: true, width: width, charset: charset))
        for line in text.split(separator: "\n") {
          #expect(
            TextWidth.columns(of: String(line)) <= width,
            "seed \(seed), width \(width): \(line)")
        }
      }
    }
  }
}
