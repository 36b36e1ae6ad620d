internal import CatalogueKit
internal import CatalogueStore
internal import JournalCare
internal import JournalEvents
internal import JournalExchange
internal import JournalLog
internal import JournalQueries
internal import JournalTime
internal import SearchEngine
internal import TerminalKit

/// Looks at what belongs to this machine: settings, hook, backups, clock.
enum MachineChecks {
  static func findings(_ home: JournalHome, now: Instant) -> [Finding] {
    settings(of: home) + hook(of: home) + backups(of: home, now: now)
      + catalogue(of: home) + clock(now)
  }

  private static func settings(of home: JournalHome) -> [Finding] {
    let name = "settings"
    return Finding.guarded(name) {
      let settings = try MachineSettings(of: home)
      let refused = MachineSettingKey.allCases.filter { key in
        settings[key.rawValue].map { !key.form.admits($0) } ?? false
      }
      guard !refused.isEmpty else {
        return settings.isEmpty ? [] : [.ok(name, "all are understood")]
      }
      return refused.map { key in
        .warning(
          name, "'\(key.rawValue)' of this machine has no value that it takes",
          remedy: "plantguide settings reset \(key.rawValue)")
      }
    }
  }

  private static func hook(of home: JournalHome) -> [Finding] {
    let name = "hooks"
    guard let hook = AppendHook(in: home.hooksDirectory) else { return [] }
    do throws(HookError) {
      try hook.check()
      return [.ok(name, "\(hook.path) runs after each command that appends")]
    } catch {
      return [
        .warning(
          name, "the hook \(hook.path) \(error.fault)", remedy: error.remedy)
      ]
    }
  }

  private static func backups(
    of home: JournalHome, now: Instant
  ) -> [Finding] {
    let name = "backups"
    guard home.exists else { return [] }
    return Finding.guarded(name) {
      let entries = try BackupList.entries(in: home.backupsDirectory)
      let backups = entries.compactMap { try? $0.result.get() }
      return [age(backups.map(\.manifest.createdAt.instant).max(), now)]
    }
  }

  private static func age(_ newest: Instant?, _ now: Instant) -> Finding {
    let name = "backups"
    guard let newest else {
      return .note(
        name, "there is none in the home", remedy: "plantguide backup")
    }
    let days = (now.milliseconds - newest.milliseconds) / 86_400_000
    guard days >= mostDays else {
      return .ok(name, "the newest is of the last \(mostDays) days")
    }
    return .note(
      name, "the newest is \(days) days old", remedy: "plantguide backup")
  }

  /// After how many days a backup is called old.
  private static let mostDays: Int64 = 30

  /// The imported catalogue, which no backup holds.
  private static func catalogue(of home: JournalHome) -> [Finding] {
    let name = "catalogue"
    let imported = ImportedCatalogue(home: home.path)
    do {
      let count = try imported.read { catalogue in
        try catalogue.checkSum()
        return catalogue.count
      }
      return count.map {
        [.ok(name, "\(Phrase.count($0, "imported plant")), whole")]
      } ?? []
    } catch {
      let report = ErrorReport(describing: error)
      let isUseless = error is ImageError
      return [
        .problem(
          name, report.message,
          remedy: isUseless ? "plantguide catalogue remove" : report.hint,
          report.exitCode)
      ]
    }
  }

  /// A clock that was never set says 1970; no event is as old as the program.
  private static func clock(_ now: Instant) -> [Finding] {
    let name = "clock"
    guard now.milliseconds >= firstRelease else {
      return [
        .warning(
          name, "this machine's clock says \(now.rfc3339)",
          remedy: "set the clock, then go on")
      ]
    }
    guard now <= HybridLogicalClock.wallLimit else {
      return [
        .warning(
          name,
          "this machine's clock is beyond the year 2200 and is not believed",
          remedy: "set the clock, then go on")
      ]
    }
    return [.ok(name, now.rfc3339)]
  }

  // 2026-01-01T00:00:00Z
  private static let firstRelease: Int64 = 1_767_225_600_000
}
