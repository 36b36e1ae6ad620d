import Glibc
import JournalEvents
import JournalLog
import JournalQueries
import JournalTestSupport
import POSIXKit
import Testing

@Suite struct MachineSettingsTests {
  private func withHome(
    _ text: String? = nil, _ body: (JournalHome) throws -> Void
  ) throws {
    let directory = try TemporaryDirectory()
    let home = JournalHome(path: directory.path + "/home")
    if let text {
      try home.create()
      let file = fopen(home.settingsFile, "w")
      fputs(text, file)
      fclose(file)
    }
    try withExtendedLifetime(directory) { try body(home) }
  }

  @Test func withoutAFileNothingIsSet() throws {
    try withHome { home in
      let settings = try MachineSettings(of: home)
      #expect(settings.isEmpty)
      #expect(settings["pager"] == nil)
      #expect(access(home.path, F_OK) != 0)
    }
  }

  @Test func whatIsSetIsReadBack() throws {
    try withHome { home in
      try MachineSettings.update(of: home) { settings in
        settings["pager"] = .text("less -R")
        settings["offlineMode"] = .bool(true)
        settings["hookSeconds"] = .integer(3)
      }
      var settings = try MachineSettings(of: home)
      #expect(settings["pager"] == .text("less -R"))
      #expect(settings["offlineMode"] == .bool(true))
      #expect(settings["hookSeconds"] == .integer(3))
      try MachineSettings.update(of: home) { $0["pager"] = .null }
      settings = try MachineSettings(of: home)
      #expect(settings.keys == ["offlineMode", "hookSeconds"])
    }
  }

  @Test func theFileIsItsOwnersAlone() throws {
    try withHome { home in
      try MachineSettings.update(of: home) { $0["color"] = .text("never") }
      var status = stat()
      #expect(stat(home.settingsFile, &status) == 0)
      #expect(status.st_mode & 0o777 == 0o600)
      // No temporary file is left beside it.
      #expect(access("\(home.settingsFile).\(getpid()).tmp", F_OK) != 0)
    }
  }

  @Test func whatANewerProgramSetIsKept() throws {
    let text = #"{"theme":{"leaf":[1,2.5,null]},"pager":"more","x":7}"#
    try withHome(text) { home in
      try MachineSettings.update(of: home) { $0["pager"] = .text("less") }
      let settings = try MachineSettings(of: home)
      #expect(settings.keys == ["theme", "pager", "x"])
      #expect(settings["theme"] == nil)
      #expect(settings["x"] == .integer(7))
      var restored = settings
      restored["pager"] = .text("more")
      let first = try MachineSettings.update(of: home) { current in
        current["pager"] = .text("more")
        return current
      }
      #expect(restored == first)
    }
  }

  @Test(arguments: ["", "{", "[]", "7", "{\"a\":1,\"a\":2}", "\u{0}"])
  func aFileThatIsNoObjectIsRefusedAndKept(text: String) throws {
    try withHome(text) { home in
      #expect(throws: StorageError.self) { try MachineSettings(of: home) }
      #expect(throws: StorageError.self) {
        try MachineSettings.update(of: home) { $0["pager"] = .text("less") }
      }
      var status = stat()
      #expect(stat(home.settingsFile, &status) == 0)
      #expect(Int(status.st_size) == (text == "\u{0}" ? 0 : text.utf8.count))
    }
  }

  @Test func aFileThatIsTooLongIsRefused() throws {
    try withHome(String(repeating: " ", count: 1 << 20) + "{}") { home in
      #expect(throws: StorageError.self) { try MachineSettings(of: home) }
    }
  }

  @Test func aPipeIsNoSettingsFileAndIsNotWaitedFor() throws {
    try withHome { home in
      try home.create()
      #expect(mkfifo(home.settingsFile, 0o600) == 0)
      #expect(throws: StorageError.self) { try MachineSettings(of: home) }
    }
  }
}
