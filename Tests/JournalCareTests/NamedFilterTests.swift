import JournalCare
import JournalEvents
import Testing

struct NamedFilterTests {
  @Test func caseDoesNotCount() {
    #expect(NamedFilter(named: "Étagère-2")?.key == "filter.étagère-2")
    #expect(NamedFilter(named: "SHELF") == NamedFilter(key: "filter.shelf"))
  }

  @Test(arguments: [
    "", "-x", "a b", "a.b", "a/b", "a\u{0}", "a\n",
    String(repeating: "x", count: 61),
  ])
  func whatIsNoNameIsRefused(name: String) {
    #expect(NamedFilter(named: name) == nil)
    #expect(NamedFilter(key: "filter.\(name)") == nil)
  }

  @Test func otherSettingsAreNoFilters() {
    #expect(NamedFilter(key: "hemisphere") == nil)
    #expect(NamedFilter(key: "filter.Shelf") == nil)
    #expect(NamedFilter(key: "filter") == nil)
  }

  @Test func onlyTextsOfSomeLengthAreChoices() {
    #expect(NamedFilter.refusal(of: .text("--favorite")) == nil)
    #expect(NamedFilter.refusal(of: .null) == nil)
    #expect(NamedFilter.refusal(of: .text("")) != nil)
    #expect(
      NamedFilter.refusal(of: .text(String(repeating: "x", count: 2_001)))
        != nil)
    #expect(NamedFilter.refusal(of: .bool(true)) != nil)
  }

  @Test func settingsTellTheirFilters() throws {
    let settings = JournalSettings(
      values: [
        "filter.a": .text("--favorite"), "filter.b": .null,
        "hemisphere": .text("southern"),
      ], originalTimeZone: nil)
    let filter = try #require(NamedFilter(named: "a"))
    #expect(settings.filters == [filter: "--favorite"])
  }
}
