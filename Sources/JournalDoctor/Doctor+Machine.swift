internal import CatalogueKit
internal import CatalogueStore
internal import ErrorKit
internal import JournalCare
public import JournalEvents
internal import JournalExchange
internal import JournalLog
public import JournalQueries
internal import JournalTime
internal import SearchEngine

// Checks of this machine's settings, backups, catalogue and clock.
extension Doctor {
  /// Checks the settings of this machine.
  ///
  /// - Parameter check: Throws if a value is useless.
  /// - Returns: The findings.
  public func settingFindings(check: SettingRow.Check) -> [Finding] {
    Finding.guarded(.settings) {
      let settings = try MachineSettings(of: home)
      let refused = try MachineSettingKey.allCases.compactMap { key in
        let row = try SettingRow(key, in: settings, check: check)
        let fault =
          row.refused == nil
          ? row.fault.map { "cannot be used: \($0)" }
          : "has an invalid value"
        return fault.map { (key: key.rawValue, fault: $0) }
      }
      let known = MachineSettingKey.allCases.map(\.rawValue)
      let unknown = settings.keys.filter { !known.contains($0) }
      guard !refused.isEmpty || !unknown.isEmpty else {
        return settings.isEmpty ? [] : [.ok(.settings, "all are valid")]
      }
      return refused.map { key, fault in
        .warning(
          .settings, "'\(key)' of this machine \(fault)", .resetSetting(key))
      }
        + unknown.map { key in
          .note(
            .settings,
            "this program does not know the setting '\(key)' of this machine",
            Suggestion.nearest(to: key, among: known).first.map {
              .didYouMean([$0])
            } ?? "a newer program may know it: it is kept")
        }
    }
  }

  /// Checks the hook: the user's program that runs after new events.
  public func hookFindings() -> [Finding] {
    guard let hook = AppendHook(in: home.hooksDirectory) else { return [] }
    do throws(HookError) {
      try hook.check()
      return [
        .ok(.hooks, "\(hook.path) runs after each command that appends")
      ]
    } catch {
      return [
        .warning(.hooks, "the hook \(hook.path) \(error.fault)", error.remedy)
      ]
    }
  }

  /// Checks the backups in the home, and the automatic backups.
  public func backupFindings() -> [Finding] {
    guard home.exists else { return [] }
    return Finding.guarded(.backups) {
      let entries = try BackupList.entries(in: home.backupsDirectory)
      let backups = entries.compactMap { try? $0.result.get() }
      var newest = backups.map(\.manifest.createdAt.instant)
      // Another check reports invalid settings.
      let settings = try? MachineSettings(of: home)
      guard
        let automatic = settings.flatMap({
          AutoBackup(ofHomeAt: home.path, $0)
        })
      else { return [age(of: newest.max())] }
      let report = try automatic.report()
      if let at = report.newest?.at { newest.append(at) }
      return [age(of: newest.max()), finding(on: automatic, report)]
    }
  }

  private func finding(
    on automatic: AutoBackup, _ report: AutoBackup.Report
  ) -> Finding {
    let period = "automatic backups are \(automatic.period.rawValue)"
    if let failure = report.failure {
      return .warning(
        .backups, "\(period), and the last failed: \(failure)",
        "correct that; the program tries again after a change, once an hour")
    }
    guard report.hasBegun else {
      return .note(
        .backups, "\(period), and none was made yet: the next change starts one"
      )
    }
    guard let newest = report.newest else {
      return .warning(
        .backups, "\(period), and none is in \(automatic.directory)",
        "check that its disk is there")
    }
    let kept =
      "the last is of \(newest.at.rfc3339), in "
      + "\(automatic.directory), \(report.count) kept"
    guard !report.isOverdue else {
      return .warning(
        .backups, "\(period), and one is overdue: \(kept)", .makeBackup)
    }
    return .ok(.backups, "\(period): \(kept)")
  }

  private func age(of newest: Instant?) -> Finding {
    guard let newest else {
      return .note(.backups, "there is none in the home", .makeBackup)
    }
    let days = (now.milliseconds - newest.milliseconds) / 86_400_000
    guard days >= Self.mostDays else {
      return .ok(.backups, "the newest is of the last \(Self.mostDays) days")
    }
    return .note(.backups, "the newest is \(days) days old", .makeBackup)
  }

  /// The age in days from which a backup is called old.
  private static let mostDays: Int64 = 30

  /// Checks the imported catalogue, which no backup contains.
  public func catalogueFindings() -> [Finding] {
    do {
      let count = try ImportedCatalogue(home: home.path).read { catalogue in
        try catalogue.checkSum()
        return catalogue.count
      }
      return count.map {
        [.ok(.catalogue, "\($0.of("imported plant")), whole")]
      } ?? []
    } catch {
      let problem = Finding.problem(.catalogue, error)
      return [
        Finding(
          .catalogue, .problem, problem.message,
          error is ImageError ? .removeCatalogue : problem.remedy,
          problem.kind)
      ]
    }
  }

  /// Checks the program that decodes photos, which the system should confine.
  ///
  /// - Parameter lack: Starts the program; returns in words what the system
  ///   lacks to confine it, or `nil` for nothing.
  /// - Returns: The findings.
  public func decoderFindings(lack: () throws -> String?) -> [Finding] {
    do {
      guard let lack = try lack() else {
        return [
          .ok(
            .decoder, "the program that decodes photos can reach nothing else")
        ]
      }
      return [
        .warning(
          .decoder, lack,
          "Linux 5.13 has Landlock and seccomp, unless built without them")
      ]
    } catch {
      let facts = ErrorFacts(of: error)
      return [.warning(.decoder, facts.message, facts.remedy)]
    }
  }

  /// Checks the clock. A clock that was never set is before any event's time.
  public func clockFindings() -> [Finding] {
    let remedy: Remedy = "set the clock"
    guard now.milliseconds >= Self.firstRelease else {
      return [
        .warning(.clock, "this machine's clock says \(now.rfc3339)", remedy)
      ]
    }
    guard now <= HybridLogicalClock.wallLimit else {
      return [
        .warning(
          .clock,
          "this machine's clock is beyond the year 2200 and is ignored",
          remedy)
      ]
    }
    return [.ok(.clock, now.rfc3339)]
  }

  // 2026-01-01T00:00:00Z
  private static let firstRelease: Int64 = 1_767_225_600_000
}
