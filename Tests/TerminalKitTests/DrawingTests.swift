import Testing

@testable import TerminalKit

struct DrawingTests {
  @Test(
    arguments: [
      (0, ""), (0.001, "╸"), (0.25, "━"), (0.4, "━╸"), (0.5, "━━"), (1, "━━━━"),
      (2, "━━━━"),
    ] as [(Double, String)])
  func aBarFillsItsShare(share: Double, expected: String) {
    #expect(Bar(share: share).text(within: 4, .unicode) == expected)
  }

  @Test(
    arguments: [
      (0, ""), (0.001, "#"), (0.4, "##"), (0.5, "##"), (1, "####"),
    ] as [(Double, String)])
  func aBarOfASCIIIsOfWholeColumns(share: Double, expected: String) {
    #expect(Bar(share: share).text(within: 4, .ascii) == expected)
  }

  @Test func aBarNeedsRoom() {
    #expect(Bar(share: 1).text(within: 0, .unicode) == "")
  }

  @Test func aSparklineShowsEachNumbersShareOfTheGreatest() {
    let line = Sparkline(values: [0, 1, 25, 50, 99, 100])
    #expect(line.text(within: 6, .unicode) == ".▁▂▄██")
    #expect(line.text(within: 6, .ascii) == ".12488")
    #expect(line.text(within: 2, .ascii) == "88")
    #expect(Sparkline(values: [0, 0]).text(within: 5, .unicode) == "..")
    #expect(Sparkline(values: []).text(within: 5, .unicode) == "")
  }

  @Test(arguments: [20, 40, 80, 200])
  func barsTakeTheRoomThatIsLeft(width: Int) {
    var bars = BarTable([.init("MONTH"), .init("CARE", alignment: .right)])
    bars.add([.init("2026-01"), .init("7")], bar: 7)
    bars.add([.init("2026-02"), .init("14")], bar: 14)
    for charset in [Charset.unicode, .ascii] {
      let terminal = Terminal(
        isTerminal: true, width: width, charset: charset)
      let lines = bars.table(for: terminal).text(for: terminal)
        .split(separator: "\n").map(String.init)
      let longest = lines.map { TextWidth.columns(of: $0) }.max()
      #expect(longest == min(width, 7 + 2 + 4 + 2 + 40))
    }
  }
}
