import Testing

@testable import JournalTime

@Suite struct ListedIdentifierTests {
  @Test func zonesAndTheirOtherNamesAreRead() {
    let text = """
      # version 2025b
      R d 1916 o - Jun 14 23s 1 S
      Z Europe/Paris 0:9:21 - LMT 1891 Mar 16
      1 F CE%sT
      L Europe/Paris Europe/Monaco
      Z
      L Europe/Paris
      """
    #expect(
      TimeZoneRules.identifiers(inCompactSource: text)
        == ["Europe/Paris", "Europe/Monaco"])
  }

  @Test func theSystemListsZonesThatItHas() throws {
    let listed = TimeZoneRules.listedIdentifiers()
    #expect(listed.contains("Europe/Paris"))
    for name in listed {
      #expect(throws: Never.self) { try TimeZoneRules(identifier: name) }
    }
  }
}
