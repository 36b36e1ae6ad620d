import Glibc
import JournalTime
import Testing

/// The variables that zones depend on, each test in a process of its own.
@Suite struct EnvironmentTests {
  @Test func theFolderOfZonesIsThatOfTheEnvironment() async {
    await #expect(processExitsWith: .success) {
      setenv("TZDIR", "/nowhere", 1)
      #expect(
        throws: TimeZoneError.notFound(
          identifier: "Europe/Paris", path: "/nowhere/Europe/Paris")
      ) { try TimeZoneRules(identifier: "Europe/Paris") }
      let utc = try TimeZoneRules(identifier: "UTC")
      #expect(utc == .utc)
    }
  }

  @Test func theSystemsZoneIsThatOfTheEnvironment() async {
    await #expect(processExitsWith: .success) {
      setenv("TZ", ":Asia/Kathmandu", 1)
      #expect(TimeZoneRules.systemIdentifier() == "Asia/Kathmandu")
    }
  }
}
