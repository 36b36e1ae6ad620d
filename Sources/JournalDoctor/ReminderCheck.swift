internal import ErrorKit
internal import JournalCare
internal import JournalLog
internal import JournalProjections
public import JournalQueries
public import JournalReminders
internal import JournalTime
internal import POSIXKit
internal import TextKit

extension Doctor {
  /// Checks whether this machine reminds as it is set up to: its job, its
  /// channels, and the machines that the journal names. A machine without
  /// either is no fault.
  ///
  /// - Parameters:
  ///   - journal: The journal.
  ///   - timer: The job; `nil` if this machine can have none.
  /// - Returns: The findings.
  public func reminderFindings(
    of journal: CareJournal, timer: ReminderTimer?
  ) -> [Finding] {
    Finding.guarded(.reminders) {
      let channels = try journal.reminderChannels()
      let states = try timer?.states ?? []
      let own = states.filter { isOwn($0.home) }
      let unreadable = try journal.unreadableReminderChannels()
        .map { ReminderChannelError.unreadable($0).facts }
      guard !channels.isEmpty || !own.isEmpty || !unreadable.isEmpty else {
        return []
      }
      var findings = unreadable.map {
        Finding.warning(.reminders, $0.message, $0.remedy)
      }
      findings += try channelFindings(channels, of: journal)
      findings += timerFindings(own, states, last: journal.lastReminding)
      if channels.isEmpty {
        findings.append(
          .warning(
            .reminders, "a timer runs, but there is no channel", .addChannel))
      }
      findings += try machineFindings(of: journal)
      guard findings.isEmpty else { return findings }
      return [
        .ok(
          .reminders,
          "\(Phrase.count(channels.count, "channel")), none has failed; "
            + (own.first.map { "\($0.kind.rawValue) runs 'remind'" }
              ?? "'remind' has run within a day"))
      ]
    }
  }

  /// Returns whether a job is for this journal.
  private func isOwn(_ path: String?) -> Bool {
    guard let path else { return false }
    let own = try? FileStatus(of: home.path)
    let other = try? FileStatus(of: path)
    return path == home.path
      || own.flatMap { own in other.map { own.isSameFile(as: $0) } } ?? false
  }

  private func channelFindings(
    _ channels: [ReminderChannel], of journal: CareJournal
  ) throws -> [Finding] {
    try channels.compactMap { channel in
      guard let failure = try journal.givenReminders(on: channel).failure
      else { return nil }
      return .warning(
        .reminders,
        "channel '\(channel.name)' failed at \(failure.at.rfc3339): "
          + failure.message,
        .run(["plantguide", "channel", "test", channel.name]))
    }
  }

  private func timerFindings(
    _ own: [ReminderTimer.State], _ all: [ReminderTimer.State],
    last: Instant?
  ) -> [Finding] {
    let age = last.map { now.milliseconds - $0.milliseconds }
    let isLate = age.map { $0 > 86_400_000 } ?? true
    guard let state = own.first else {
      // Something else may run the command.
      guard isLate else { return [] }
      let other = all.compactMap(\.home).first.map {
        ": the timer is for the journal in \($0)"
      }
      return [
        .warning(
          .reminders,
          "nothing runs 'plantguide remind' on this machine\(other ?? "")",
          .run(["plantguide", "remind", "setup"]))
      ]
    }
    guard state.isEnabled else {
      return [
        .warning(
          .reminders, "the timer plantguide-remind.timer is not enabled",
          .run([
            "systemctl", "--user", "enable", "--now",
            "plantguide-remind.timer",
          ]))
      ]
    }
    guard own.count == 1 else {
      return [
        .note(
          .reminders, "both systemd and cron run 'plantguide remind'",
          .run(["plantguide", "remind", "setup"]))
      ]
    }
    guard isLate, !isNew(state) else { return [] }
    let since = last.map { "since \($0.rfc3339)" } ?? "yet"
    return [
      .warning(
        .reminders,
        "'plantguide remind' has not run \(since), though it has a timer",
        state.kind == .systemd
          ? .run(["journalctl", "--user", "--unit", "plantguide-remind"])
          : "see that cron runs, and what it mailed you")
    ]
  }

  /// Returns whether a job may not have run yet because it was made within a
  /// quarter of an hour. A crontab keeps no time, but the channel of a first
  /// setup is made with the job.
  private func isNew(_ state: ReminderTimer.State) -> Bool {
    guard
      let made = state.madeAt
        ?? (try? FileStatus(of: home.channelsFile).modifiedAt)
    else { return false }
    return 0...900 ~= now.milliseconds / 1_000 - Int64(made)
  }

  /// Checks that of several machines exactly those remind that the journal
  /// names.
  private func machineFindings(of journal: CareJournal) throws -> [Finding] {
    try journal.read { snapshot -> [Finding] in
      guard let names = snapshot.settings.reminderMachines else {
        guard try snapshot.severalDevices() != nil else { return [] }
        return [
          .note(
            .reminders,
            "each machine with channels sends every message",
            .run([
              "plantguide", "settings", "set", "reminderMachine", "NAME",
            ]))
        ]
      }
      guard try !snapshot.remindsHere() else { return [] }
      let list = Phrase.list(
        names.map { "'\(SafeText.shown($0))'" }, joinedBy: "and")
      guard try snapshot.hasReminderMachine() else {
        return [
          .warning(
            .reminders,
            "no machine reminds: 'reminderMachine' names \(list), which no "
              + "machine of this journal is called",
            .resetSetting("reminderMachine"))
        ]
      }
      return [
        .note(
          .reminders, "this machine is silent: 'reminderMachine' names \(list)")
      ]
    }
  }
}
