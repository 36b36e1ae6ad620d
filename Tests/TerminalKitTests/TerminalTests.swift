import Testing

@testable import TerminalKit

struct TerminalTests {
  private func usesColor(
    _ color: ColorChoice, isTerminal: Bool = true,
    _ environment: [String: String] = [:]
  ) -> Bool {
    let facts = Terminal.Facts(
      isTerminal: isTerminal, environment: .table(environment))
    return Terminal(facts, color: color).usesColor
  }

  @Test func colourIsForTerminalsThatWantIt() {
    #expect(usesColor(.auto))
    #expect(!usesColor(.auto, isTerminal: false))
    #expect(!usesColor(.auto, ["NO_COLOR": "1"]))
    #expect(usesColor(.auto, ["NO_COLOR": ""]))
    #expect(!usesColor(.auto, ["TERM": "dumb"]))
    #expect(!usesColor(.never))
    #expect(!usesColor(.always, isTerminal: false, ["NO_COLOR": "1"]))
  }

  @Test(arguments: [
    (nil, nil, 80), (nil, 120, 120), ("100", 120, 100), ("0", 120, 120),
    ("wide", nil, 80), ("5", nil, 20), ("-3", 60, 60),
  ])
  func widthIsTheFirstThatMakesSense(
    variable: String?, window: Int?, expected: Int
  ) {
    let facts = Terminal.Facts(
      isTerminal: true, windowColumns: window,
      environment: variable.map { ["COLUMNS": $0] } ?? [:])
    #expect(Terminal(facts).width == expected)
  }

  @Test(arguments: [
    ([:], Charset.ascii), (["LANG": "C"], .ascii), (["LANG": "POSIX"], .ascii),
    (["LANG": "C.UTF-8"], .unicode), (["LANG": "fr_FR.utf8"], .unicode),
    (["LANG": "ca_ES.UTF-8@valencia"], .unicode), (["LANG": "de_DE"], .ascii),
    (["LANG": "en_US.UTF-8", "LC_ALL": "C"], .ascii),
    (["LANG": "C", "LC_CTYPE": "C.UTF-8"], .unicode),
    (["LANG": "C.UTF-8", "LC_ALL": ""], .unicode),
  ])
  func theLocaleSaysWhichCharactersThereAre(
    environment: [String: String], charset: Charset
  ) {
    #expect(Charset(environment: .table(environment)) == charset)
  }
}
