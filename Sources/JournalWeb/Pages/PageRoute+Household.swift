internal import ErrorKit
internal import JournalActions
internal import JournalCare
internal import JournalEvents
internal import JournalExchange
internal import JournalFormats
internal import JournalInput
internal import JournalPages
internal import JournalProjections
internal import JournalQueries
internal import JournalReminders
internal import JournalReports
internal import JournalSync
internal import JournalTime

extension PageRoute {
  /// The pages about rooms, settings and the household.
  static let household: [PageRoute] = [
    .page("tasks") { call in
      let chosen = try call.fields.text("for") ?? ""
      let choice = try call.fields.plants(nil, .exact(includesRemoved: true))
      let (list, pictures, plants) = try call.read { snapshot in
        let list = try snapshot.oneOffTasks(of: choice)
        return (
          list, try snapshot.pictures(of: list.tasks.map(\.plant)),
          try snapshot.plantOptions()
        )
      }
      return TasksPage(
        list, pictures: pictures, plants: plants, chosen: chosen)
    },
    .page("rooms") { call in
      RoomsPage(try call.read { try $0.countedRooms() })
    },
    .page("sitter") { call in
      let typed = TypedFields(call.fields.allTexts)
      let first = try call.fields.text("from")
      let last = try call.fields.text("until")
      let contact = try call.fields.text("contact").map(NameInput.note)
      let filter = try call.fields.taskFilter()
      let days = first.flatMap { first in
        last.map { last in
          Timed<ClosedRange<Day>> {
            try DateInput.stay(from: first, to: last, today: $0.today)
          }
        }
      }
      let sheet = try call.read { snapshot in
        try days.map {
          try snapshot.sitterSheet($0, filter, contact: contact)
        }
      }
      return SitterSheetPage(sheet, typed: typed)
    },
    .page("settings", dependsOnJournalAlone: false) { call in
      let journal = call.journal
      let (view, log, today) = try call.read {
        (try $0.settingsView(), try $0.logStatus(), $0.today)
      }
      let remotes = try journal.remotes()
      let rows = try journal.settingRows(in: view) { _, _ in }
        .filter { SettingKey(rawValue: $0.key) != nil }
      let mayChange = call.guest.access.allows(.changeAll)
      let calendars =
        try mayChange
        ? CalendarAddresses(
          of: journal.accessTokens.entries(), at: call.request.site?.text,
          others: call.otherAddresses()) : nil
      return SettingsPage(
        rows,
        remotes: Array(
          zip(remotes.map(\.name), try journal.statuses(of: remotes))),
        log: log, program: journal.program, zone: view.zone, today: today,
        mayRename: call.guest.mayRename, calendars: calendars,
        channels: mayChange ? try call.reminderChannels() : nil,
        services: mayChange ? call.serviceStates() : nil)
    },
    .page("household", .changeAll, dependsOnJournalAlone: false) { call in
      let journal = call.journal
      let zone = try call.read { $0.zone }
      return HouseholdPage(
        try journal.accessTokens.entries().filter(\.isListed),
        ownID: call.guest.id, at: call.request.site?.text,
        others: try call.otherAddresses(), zone: zone, now: journal.now)
    },
    .page("delete-all", .changeAll, dependsOnJournalAlone: false) { call in
      try call.fields.finish()
      let deletion = try call.journal.deletion()
      return DeleteAllPage(
        name: deletion.name, announcement: deletion.announcement,
        remotes: try call.journal.remotes().map(\.name))
    },
    .page("offline") { call in
      try call.fields.finish()
      return OfflinePage()
    },
    .file("export/{file}") { try $0.export() },
  ]
}

extension APICall {
  /// Returns the addresses at which other machines reach the server, if the
  /// browser's own leads to this machine alone.
  fileprivate func otherAddresses() throws -> [String] {
    guard request.site?.isLoopback != false else { return [] }
    let offered = try journal.offeredAddresses()
    return offered.isRunning && offered.isOpen ? offered.urls : []
  }

  /// Returns the channels for reminders with their last messages. A file of
  /// channels that cannot be read is no reason to refuse the page.
  fileprivate func reminderChannels() throws -> ReminderChannels {
    var channels: [ReminderChannel] = []
    var fault: String?
    do {
      channels = try journal.reminderChannels()
      fault = try journal.unreadableReminderChannels().first.map {
        ErrorFacts(of: ReminderChannelError.unreadable($0)).message
      }
    } catch {
      fault = ErrorFacts(of: error).message
    }
    let (plants, muted) = try journal.read {
      (
        try $0.plantOptions(atMost: .max), $0.settings.reminderSilentPlants
      )
    }
    return ReminderChannels(
      try channels.map { channel in
        var given: GivenReminders?
        var fault: String?
        do {
          given = try journal.givenReminders(on: channel)
        } catch {
          fault = ErrorFacts(of: error).message
        }
        let messages = try journal.read { snapshot in
          try (given?.sentMessages ?? []).prefix(3).map { message in
            let tasks = try message.keys.map { key in
              "\(try snapshot.displayName(of: key.plant) ?? "home") \(key.kind.name)"
            }
            return (at: message.at, text: tasks.joined(separator: ", "))
          }
        }
        return ReminderChannels.State(
          channel, messages: messages, failure: given?.failure, fault: fault)
      }, plants: plants, muted: muted, next: try? journal.nextReminder(),
      isRun: journal.hasRemindedLately, fault: fault)
  }

  /// Returns the outside services. A file of services that cannot be read is no
  /// reason to refuse the page.
  fileprivate func serviceStates() -> ServiceStates {
    do {
      let services = try services()
      return ServiceStates(services.report, askedAt: services.askedAt)
    } catch {
      return ServiceStates(fault: ErrorFacts(of: error).message)
    }
  }

  /// Answers with the whole collection as a file.
  fileprivate mutating func export() throws -> WebResponse {
    let name = parameters[0]
    let parts = name.split(separator: ".").map(String.init)
    guard parts.count == 2 else { throw RequestError.notFound }
    let bytes: [UInt8]
    let type: String
    switch (parts[0], parts[1]) {
    case ("collection", "json"):
      type = "application/json"
      bytes = try read { try $0.exportDocument() }
    case ("calendar", "ics"):
      type = "text/calendar; charset=utf-8"
      let program = journal.program
      bytes = try read {
        try $0.calendar(
          TaskFilter(), as: .event, isDigest: false,
          length: UpcomingView.standardLength, reminderDays: nil,
          program: program)
      }
    case (let table, "csv"):
      guard let table = ExportedTable(rawValue: table) else {
        throw RequestError.notFound
      }
      type = "text/csv; charset=utf-8"
      bytes = try read { snapshot in
        var bytes: [UInt8] = []
        try TableExport(table).write(snapshot) { bytes += $0 }
        return bytes
      }
    default: throw RequestError.notFound
    }
    return WebResponse(
      200,
      headers: [
        "content-type": type,
        "content-disposition": "attachment; filename=\"\(name)\"",
      ], body: bytes)
  }
}
