import Testing

@testable import TerminalKit

struct PaletteTests {
  @Test(arguments: [
    ("system", nil, Palette.neutral), ("system", "15;0", .dark),
    ("system", "0;15", .light), ("system", "12;default;8", .dark),
    ("system", "0;default;7", .light), ("system", "0;default", .neutral),
    ("system", "", .neutral), ("system", "0;16", .neutral),
    ("light", "15;0", .light), ("dark", "0;15", .dark), ("light", nil, .light),
  ])
  func theChoiceGoesBeforeWhatTheTerminalTells(
    appearance: String, colours: String?, palette: Palette
  ) {
    let environment = EnvironmentVariables.table(
      colours.map { ["COLORFGBG": $0] } ?? [:])
    #expect(
      Palette(appearance: appearance, environment: environment) == palette)
  }

  @Test func meaningsLookDifferentOnEveryBackground() {
    for palette in Palette.allCases {
      let styles: [Style] = [
        .plain, .bold, .dim, .attention, .accent, .dimAccent,
        .hue(Hue(neutral: 31, light: 160, dark: 203)),
      ]
      let texts = styles.map {
        $0.applied(to: "x", in: palette)
      }
      #expect(Set(texts).count == texts.count)
    }
  }
}
