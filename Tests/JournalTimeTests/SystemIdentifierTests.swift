import Testing

@testable import JournalTime

@Suite struct SystemIdentifierTests {
  private let installed: Set = ["Europe/Paris", "Asia/Tehran", "EST5EDT"]

  private func identifier(
    variable: String? = nil, file: String? = nil, link: String? = nil
  ) -> String {
    TimeZoneRules.systemIdentifier(
      variable: variable, file: file, link: link,
      isInstalled: installed.contains)
  }

  @Test func theVariableComesFirstThenTheFileThenTheLink() {
    let link = "/usr/share/zoneinfo/EST5EDT"
    #expect(
      identifier(variable: "Europe/Paris", file: "Asia/Tehran\n", link: link)
        == "Europe/Paris")
    #expect(identifier(file: "Asia/Tehran\n", link: link) == "Asia/Tehran")
    #expect(identifier(link: link) == "EST5EDT")
    #expect(identifier() == "UTC")
  }

  @Test func whatNamesNoInstalledZoneIsPassedOver() {
    #expect(
      identifier(variable: "CET-1CEST", file: "Asia/Tehran") == "Asia/Tehran")
    #expect(identifier(file: "", link: "../etc/elsewhere") == "UTC")
  }

  @Test func pathsAndColonsAreCutFromTheName() {
    #expect(identifier(variable: ":Europe/Paris") == "Europe/Paris")
    #expect(
      identifier(variable: ":/usr/share/zoneinfo/Europe/Paris")
        == "Europe/Paris")
    #expect(
      identifier(link: "../usr/share/zoneinfo/Asia/Tehran") == "Asia/Tehran")
  }

  @Test func anEmptyVariableMeansUTC() {
    #expect(identifier(variable: "", file: "Asia/Tehran") == "UTC")
  }
}
