import Testing

@testable import JournalReminders

/// Tests of the texts that make a timer.
@Suite struct ReminderTimerTests {
  private func timer(
    home: String, program: String = "/usr/bin/plantguide"
  ) throws -> ReminderTimer {
    try ReminderTimer(
      program: program, home: home, configuration: "/home/anna/.config")
  }

  private func line(_ timer: ReminderTimer, _ beginning: String) -> String {
    timer.service.split(separator: "\n").map(String.init)
      .first { $0.hasPrefix(beginning) } ?? ""
  }

  @Test func unitsNameTheProgramAndTheHome() throws {
    let timer = try timer(home: "/home/anna/plants")
    #expect(
      line(timer, "Environment=")
        == "Environment=\"PLANTGUIDE_HOME=/home/anna/plants\"")
    #expect(
      line(timer, "ExecStart=") == "ExecStart=\"/usr/bin/plantguide\" remind")
    #expect(timer.texts(for: .systemd).count == 2)
    #expect(
      timer.texts(for: .cron) == [
        "*/15 * * * * PLANTGUIDE_HOME=/home/anna/plants /usr/bin/plantguide "
          + "remind >/dev/null # plantguide-remind\n"
      ])
  }

  @Test func charactersWithAMeaningAreEscaped() throws {
    let timer = try timer(home: "/a b/100%\"\\$x'", program: "/o p/%h")
    #expect(
      line(timer, "Environment=")
        == "Environment=\"PLANTGUIDE_HOME=/a b/100%%\\\"\\\\$x'\"")
    #expect(line(timer, "ExecStart=") == "ExecStart=\"/o p/%%h\" remind")
    #expect(timer.cronLine.contains("'/a b/100\\%\"\\$x'\\'''"))
    #expect(!timer.cronLine.contains("/%"))
  }

  @Test(arguments: ["plants", "", "/a\nb", "/a\tb"])
  func aPathThatNoLineCanHoldIsRefused(path: String) {
    #expect(throws: ReminderTimerError.strangePath(path)) {
      try timer(home: path)
    }
    #expect(throws: ReminderTimerError.strangePath(path)) {
      try timer(home: "/home", program: path)
    }
  }
}
