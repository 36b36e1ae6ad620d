import Testing

@testable import PlantGuideCLI

struct TableTests {
  private var table: Table {
    var table = Table([
      .init("ID"), .init("NAME"), .init("DAYS", alignment: .right),
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
    #expect(table.text(for: Terminal(isTerminal: false, width: 20)) == expected)
  }

  @Test func aTerminalCutsTheWidestColumn() {
    let expected = """
      ID      NAME          DAYS
      k7q2xz  Monstera on…     7
      p2d8aa  苔              14
      a1b2c3

      """
    let text = table.text(for: Terminal(isTerminal: true, width: 26))
    #expect(text == expected)
  }

  @Test func coloursDoNotCountAsColumns() {
    var table = Table([.init(), .init()])
    table.add([.init("late", .overdue), .init("x\u{1B}[0m")])
    let terminal = Terminal(isTerminal: true, usesColor: true)
    #expect(
      table.text(for: terminal)
        == "\u{1B}[1;35mlate\u{1B}[0m  x\\u{1B}[0m\n")
    #expect(
      table.text(for: Terminal(isTerminal: true)) == "late  x\\u{1B}[0m\n")
  }
}
