import ErrorKit
import Glibc
import JournalActions
import JournalCare
import JournalEvents
import JournalProjections
import JournalQueries
import JournalTestSupport
import JournalTime
import Testing

@testable import JournalReminders

/// What a home says on a channel, and what answers do.
@Suite struct RemindingTests {
  private let directory: TemporaryDirectory
  private let script: String
  private let said: String
  private var now = instant("2026-03-10T09:00:00+01:00")

  /// Writes a file of this mode.
  private func write(
    _ name: String, _ text: String, mode: mode_t
  ) throws {
    let path = directory.path + "/" + name
    guard let file = fopen(path, "w") else {
      throw TestFailure("\(path): error \(errno)")
    }
    fputs(text, file)
    fclose(file)
    chmod(path, mode)
  }

  init() throws {
    // As the program does, before it hands something to another one.
    signal(SIGPIPE, SIG_IGN)
    directory = try TemporaryDirectory()
    said = directory.path + "/said"
    script = directory.path + "/say"
    try write("say", "#!/bin/sh\ncat >> '\(said)'\n", mode: 0o700)
    for (name, days) in [("Monty", 7), ("Jade", 5)] {
      var plant = NewPlant(scientificName: "Monstera deliciosa")
      plant.nickname = name
      plant.wateringInterval = days
      _ = try journal.add(plant)
    }
    try journal.addReminderChannel(
      ReminderChannel(name: "say", address: .command(path: script)))
  }

  private var journal: CareJournal {
    CareJournal(
      at: directory.path + "/home", program: "test 1", clock: now.instant,
      timeZone: "Europe/Paris")
  }

  private func set(_ key: SettingKey, _ text: String) throws {
    _ = try journal.changeSetting(SettingRequest(key.rawValue, .text(text)))
  }

  /// Runs `remind`, and returns the texts that were said.
  @discardableResult
  private func remind() throws -> [String] {
    let outcomes = try carriedOut(
      run(in: SenderEnvironment(home: directory.path)), by: journal)
    for outcome in outcomes {
      if let error = outcome.error { throw error }
    }
    return outcomes.flatMap { $0.messages.map(\.text) }
  }

  /// Returns a run on all channels, whose messages name the plants.
  private func run(in environment: SenderEnvironment) throws -> ReminderRun {
    ReminderRun(on: try journal.reminderChannels(), in: environment) {
      message, plan, _ in
      ReminderMessage(
        id: message.id, title: "Plant care",
        text: message.reminders.map(\.entry.plantName)
          .joined(separator: ", "),
        tasks: message.reminders.map {
          .init(key: $0.key, plantName: $0.entry.plantName, text: "needs water")
        },
        badge: plan.overdueCount, day: plan.today, isDigest: message.isDigest)
    }
  }

  /// Carries out a run. A child of another test in this process may have the lock
  /// for a moment, until it becomes another program.
  private func carriedOut(
    _ run: ReminderRun, by journal: CareJournal
  ) throws -> [ReminderOutcome] {
    for _ in 0..<500 {
      do {
        return try #require(try journal.remind(run))
      } catch ReminderChannelError.busy {
        usleep(10_000)
      }
    }
    throw TestFailure("somebody has kept the lock for 5 s")
  }

  private var keys: [Reminder.Key] {
    get throws {
      let channel = try journal.reminderChannels()[0]
      return try journal.givenReminders(on: channel).sentMessages
        .flatMap(\.keys)
    }
  }

  @Test mutating func eachTaskIsSaidOnceForItsDueDay() throws {
    #expect(try remind().isEmpty)
    now = instant("2026-03-17T08:00:00+01:00")
    #expect(try remind() == ["Jade, Monty"])
    #expect(try remind().isEmpty)
    now = instant("2026-03-19T08:00:00+01:00")
    #expect(try remind().isEmpty)
  }

  @Test mutating func nothingIsSaidBeforeItsTime() throws {
    try set(.reminderTime, "18:30")
    now = instant("2026-03-15T18:29:00+01:00")
    #expect(try remind().isEmpty)
    now = instant("2026-03-15T18:30:00+01:00")
    #expect(try remind() == ["Jade"])
  }

  @Test mutating func eachTaskHasItsMessageUnlessItWasMissed() throws {
    try set(.reminderForm, "single")
    try set(.groupWateringDays, "Tue")
    now = instant("2026-03-17T08:00:00+01:00")
    let texts = try remind()
    #expect(texts.sorted() == ["Jade", "Monty"])
  }

  @Test mutating func mutedPlantsAreNotNamed() throws {
    let (_, names) = try journal.muteReminders(
      of: PlantChoice(names: ["Jade"]), true)
    #expect(names == ["Jade"])
    now = instant("2026-03-17T08:00:00+01:00")
    #expect(try remind() == ["Monty"])
    _ = try journal.muteReminders(of: PlantChoice(names: ["Jade"]), false)
    #expect(try remind() == ["Jade"])
  }

  @Test mutating func whatAChannelRefusesComesAgain() throws {
    try write("say", "#!/bin/sh\nexit 3\n", mode: 0o700)
    now = instant("2026-03-17T08:00:00+01:00")
    #expect(throws: ReminderChannelError.self) { try remind() }
    let channel = try journal.reminderChannels()[0]
    let failure = try #require(
      try journal.givenReminders(on: channel).failure)
    #expect(failure.message.contains("ended with status 3"))
    try write("say", "#!/bin/sh\ncat >/dev/null\n", mode: 0o700)
    #expect(try remind() == ["Jade, Monty"])
    #expect(try journal.givenReminders(on: channel).failure == nil)
  }

  @Test mutating func noSettingGivesAChannelMoreTime() throws {
    try write("say", "#!/bin/sh\nexec sleep 60\n", mode: 0o700)
    var environment = SenderEnvironment(home: directory.path)
    environment.seconds = 0
    let channel = try journal.reminderChannels()[0]
    let sender = try channel.sender(in: environment)
    let message = ReminderMessage(
      id: "0", title: "", text: "", tasks: [], badge: 0,
      day: day("2026-03-17"), isDigest: false, isTest: true)
    let error = #expect(throws: ReminderChannelError.self) {
      try sender.send(message)
    }
    #expect(error?.description.contains("was stopped") == true)
    #expect(error?.facts.remedy == nil)
  }

  @Test mutating func anotherMachineMayRemind() throws {
    #expect(try journal.read { try $0.remindsHere() })
    _ = try journal.nameWriter(WriterNameRequest(device: .set("laptop")))
    try set(.reminderMachine, "phone, laptop")
    #expect(try journal.read { try $0.remindsHere() })
    try set(.reminderMachine, "phone")
    #expect(try !journal.read { try $0.remindsHere() })
  }

  @Test mutating func careIsRecordedOnceByAnswers() throws {
    now = instant("2026-03-17T08:00:00+01:00")
    try remind()
    let keys = try keys
    let first = try journal.answer(keys, .done)
    #expect(first.open.count == 2 && first.late.isEmpty)
    #expect(first.receipt?.changes.count == 2)
    let second = try journal.answer(keys, .done)
    #expect(second.open.isEmpty && second.late.count == 2)
    #expect(second.receipt == nil)
    #expect(try remind().isEmpty)
  }

  @Test mutating func aTaskWithoutAPlantIsAnswered() throws {
    _ = try journal.planTasks(
      TaskRequest(
        PlantChoice(), kind: nil, title: "Sieve the soil",
        due: .exactly(day("2026-03-12"))))
    now = instant("2026-03-12T08:00:00+01:00")
    #expect(try remind() == ["Sieve the soil"])
    #expect(try journal.answer(try keys, .done).open.count == 1)
    #expect(try journal.answer(try keys, .done).late.count == 1)
  }

  @Test mutating func aLateAnswerChangesOnlyWhatIsStillOpen() throws {
    now = instant("2026-03-17T08:00:00+01:00")
    try remind()
    _ = try journal.recordCare(
      CareRequest(PlantChoice(names: ["Jade"]), kind: .watering))
    let outcome = try journal.answer(try keys, .tomorrow)
    #expect(outcome.open.count == 1 && outcome.late.count == 1)
    #expect(try remind().isEmpty)
    now = instant("2026-03-18T08:00:00+01:00")
    #expect(try remind() == ["Monty"])
  }

  @Test mutating func anHourMovesTheMessageAndNotTheTask() throws {
    now = instant("2026-03-17T08:00:00+01:00")
    try remind()
    let outcome = try journal.answer(try keys, .hour)
    #expect(outcome.receipt == nil)
    now = instant("2026-03-17T08:59:00+01:00")
    #expect(try remind().isEmpty)
    now = instant("2026-03-17T09:00:00+01:00")
    #expect(try remind() == ["Jade, Monty"])
    #expect(try remind().isEmpty)
  }

  @Test mutating func whatIsDoneElsewhereIsOver() throws {
    now = instant("2026-03-17T08:00:00+01:00")
    try remind()
    var request = CareRequest(
      PlantChoice(names: ["Jade", "Monty"]), kind: .watering)
    request.occasion = Occasion()
    _ = try journal.recordCare(request)
    try remind()
    let channel = try journal.reminderChannels()[0]
    let sent = try journal.givenReminders(on: channel).sentMessages
    #expect(sent.map(\.isWithdrawn) == [true])
  }

  @Test mutating func aRehearsalSaysAndRecordsNothing() throws {
    now = instant("2026-03-17T08:00:00+01:00")
    let journal = journal
    var run = ReminderRun(
      on: try journal.reminderChannels(),
      in: SenderEnvironment(home: directory.path)
    ) { message, plan, _ in
      ReminderMessage(
        id: message.id, title: "", text: "", tasks: [], badge: 0,
        day: plan.today, isDigest: true)
    }
    run.isRehearsal = true
    let outcomes = try carriedOut(run, by: journal)
    #expect(outcomes[0].messages.count == 1)
    #expect(try remind() == ["Jade, Monty"])
  }

  @Test mutating func anOverdueTaskRepeatsThoughQuietHoursPassMidnight() throws
  {
    try set(.reminderTime, "23:00")
    try set(.reminderQuietHours, "22:00-07:00")
    _ = try journal.changeSetting(
      SettingRequest(SettingKey.reminderRepeats.rawValue, .integer(2)))
    var days: [String] = []
    for date in 15...22 {
      for time in ["07:15", "12:00", "21:45", "23:15"] {
        now = instant("2026-03-\(date)T\(time):00+01:00")
        if try remind().contains(where: { $0.contains("Jade") }) {
          days.append("\(date) \(time)")
        }
      }
    }
    #expect(days == ["16 07:15", "17 07:15", "18 07:15"])
  }

  @Test mutating func fewerDaysBeforeEndNothing() throws {
    _ = try journal.changeSetting(
      SettingRequest(SettingKey.reminderDays.rawValue, .integer(3)))
    now = instant("2026-03-12T08:00:00+01:00")
    #expect(try remind() == ["Jade"])
    _ = try journal.changeSetting(
      SettingRequest(SettingKey.reminderDays.rawValue, .null))
    try remind()
    let channel = try journal.reminderChannels()[0]
    let sent = try journal.givenReminders(on: channel).sentMessages
    #expect(sent.map(\.isWithdrawn) == [false])
  }

  @Test mutating func aClockThatWasFarAheadSilencesNothing() throws {
    now = instant("2029-03-15T08:00:00+01:00")
    #expect(try remind().count == 1)
    _ = try journal.answer(try keys, .hour)
    now = instant("2026-03-17T08:00:00+01:00")
    #expect(try remind() == ["Jade, Monty"])
    #expect(try remind().isEmpty)
  }

  @Test mutating func anEarlierMessageIsAnswered() throws {
    _ = try journal.changeSetting(
      SettingRequest(SettingKey.reminderRepeats.rawValue, .integer(5)))
    now = instant("2026-03-15T08:00:00+01:00")
    #expect(try remind() == ["Jade"])
    let channel = try journal.reminderChannels()[0]
    let first = try journal.givenReminders(on: channel).sentMessages[0].id
    now = instant("2026-03-17T08:00:00+01:00")
    #expect(try remind() == ["Jade, Monty"])
    let named = try journal.reminders(ofMessage: first)
    #expect(try journal.answer(named, .done).open.count == 1)
    let given = try journal.givenReminders(on: channel)
    #expect(given.givings.values.contains { $0.earlier.map(\.id) == [first] })
  }

  @Test mutating func aSecondAnswerDoesNotMoveTheHour() throws {
    now = instant("2026-03-17T08:00:00+01:00")
    try remind()
    _ = try journal.answer(try keys, .hour)
    now = instant("2026-03-17T08:50:00+01:00")
    #expect(try journal.answer(try keys, .hour).open.count == 2)
    now = instant("2026-03-17T09:00:00+01:00")
    #expect(try remind() == ["Jade, Monty"])
    // Nor does one to what was never said.
    let other = Reminder.Key(
      plant: try keys[0].plant, kind: .misting, task: nil,
      due: day("2026-03-17"))
    #expect(try journal.answer([other], .hour).late == [other])
  }

  @Test mutating func nothingIsSentThatCannotBeRecorded() throws {
    now = instant("2026-03-17T08:00:00+01:00")
    let record = directory.path + "/home/reminders.json"
    mkdir(record, 0o700)
    #expect(throws: (any Error).self) { try remind() }
    #expect(access(said, F_OK) != 0)
    rmdir(record)
    #expect(try remind() == ["Jade, Monty"])
  }

  @Test mutating func theListSaysWhenWhatWasSentComesAgain() throws {
    now = instant("2026-03-17T08:00:00+01:00")
    #expect(try journal.pendingReminders().reminders.first?.at == now.instant)
    try remind()
    #expect(try journal.pendingReminders().reminders.isEmpty)
    _ = try journal.answer(try keys, .hour)
    #expect(
      try journal.pendingReminders().reminders.map(\.at)
        == [
          instant("2026-03-17T09:00:00+01:00").instant,
          instant("2026-03-17T09:00:00+01:00").instant,
        ])
    try set(.reminderPause, "2026-03-17..2026-03-20")
    #expect(
      try journal.pendingReminders().reminders.first?.at
        == instant("2026-03-21T00:00:00+01:00").instant)
    #expect(try journal.reminderSilence() == .pause(until: day("2026-03-20")))
  }

  @Test mutating func anEntryOfANewerVersionSilencesNoOther() throws {
    let text =
      #"{"later":{"address":"pigeon://loft"},"say":{"address":"command:\#(script)"},"worse":7}"#
    try write("home/channels.json", text, mode: 0o600)
    #expect(try journal.unreadableReminderChannels() == ["later", "worse"])
    now = instant("2026-03-17T08:00:00+01:00")
    #expect(try remind() == ["Jade, Monty"])
    let error = #expect(throws: ReminderChannelError.self) {
      try journal.reminderChannels(named: "later")
    }
    #expect(error == .unreadable("later"))
    // Adding and removing keep what this version cannot read.
    try journal.addReminderChannel(
      ReminderChannel(name: "desk", address: .desktop))
    try journal.removeReminderChannel("desk")
    #expect(try journal.unreadableReminderChannels() == ["later", "worse"])
    try journal.removeReminderChannel("later")
    #expect(try journal.unreadableReminderChannels() == ["worse"])
  }

  @Test(arguments: ["Say", "SAY"])
  func aVariableBelongsToOneChannel(name: String) throws {
    let error = #expect(throws: ReminderChannelError.self) {
      try journal.addReminderChannel(
        ReminderChannel(name: name, address: .desktop))
    }
    #expect(error == .variableInUse("PLANTGUIDE_SAY_PASSWORD", by: "say"))
    let made = try journal.reminderChannel(at: .command(path: "/bin/true"))
    #expect(made.channel.name == "command")
    try journal.removeReminderChannel("command")
    try journal.addReminderChannel(
      ReminderChannel(name: "COMMAND", address: .desktop))
    #expect(
      try journal.reminderChannel(at: .command(path: "/bin/true")).channel.name
        == "command-2")
  }

  @Test mutating func aSlowChannelLeavesTheOthersTheirTime() throws {
    try set(.reminderForm, "single")
    try journal.addReminderChannel(
      ReminderChannel(name: "other", address: .command(path: "/bin/cat")))
    now = instant("2026-03-17T08:00:00+01:00")
    // Each channel's share is over after its first message.
    var environment = SenderEnvironment(home: directory.path)
    environment.runSeconds = 0
    func outcomes() throws -> [ReminderOutcome] {
      try carriedOut(run(in: environment), by: journal)
    }
    let first = try outcomes()
    #expect(first.map(\.messages.count) == [1, 1])
    #expect(
      first.map { $0.error as? ChannelError } == [.outOfTime, .outOfTime])
    let second = try outcomes()
    #expect(second.map(\.messages.count) == [1, 1])
    #expect(second.allSatisfy { $0.error == nil })
    #expect(
      first[0].messages[0].tasks[0].key != second[0].messages[0].tasks[0].key)
  }

  @Test func aShareIsWhatTheOthersLeave() {
    var environment = SenderEnvironment(home: directory.path)
    #expect(environment.share(of: 60) == 60)
    environment.runSeconds = 400
    var time = RunTime(environment, 4)
    let first = time.next()
    #expect(first.share(of: 1_000) == 50 || first.share(of: 1_000) == 49)
    #expect(first.share(of: 30) == 30)
    let second = time.next()
    #expect(65...66 ~= second.share(of: 1_000))
  }

  @Test func aChannelOfAPageGetsNoSecretOfTheMachine() throws {
    let home = directory.path + "/home"
    let environment = SenderEnvironment(home: home, variable: { _ in "secret" })
    let text = "ntfys://push.example/x"
    var channel = try ReminderChannel(name: "phone", address: .init(text))
    #expect(try ChannelSecret(of: channel, environment).text == "secret")
    channel = try journal.addReminderChannel(ofPage: text, named: nil)
    #expect(try ChannelSecret(of: channel, environment).text == nil)
    // Adding it again changes nothing, and it is read as it was added.
    #expect(
      try journal.addReminderChannel(ofPage: text, named: nil).name == "ntfy")
    channel = try journal.reminderChannel(ofPage: "ntfy")
    #expect(try ChannelSecret(of: channel, environment).text == nil)
    let error = #expect(throws: ReminderChannelError.self) {
      try journal.reminderChannel(ofPage: "say")
    }
    #expect(error == .ofMachine("say"))
  }

  @Test mutating func aMessageThatComesAgainIsAnother() throws {
    func counts() throws -> [Int] {
      try carriedOut(
        run(in: SenderEnvironment(home: directory.path)), by: journal
      ).flatMap { $0.messages.map(\.earlierCount) }
    }
    now = instant("2026-03-17T08:00:00+01:00")
    #expect(try counts() == [0])
    _ = try journal.answer(try keys, .hour)
    now = instant("2026-03-17T09:00:00+01:00")
    #expect(try counts() == [2])
  }

  @Test func aKeyIsReadAsItWasWritten() throws {
    let texts = [
      "01f8bbf0-1350-4511-a51a-7c3784f59581:watering:2026-03-17",
      "01f8bbf0-1350-4511-a51a-7c3784f59581:wrap-pot:2026-03-17:01f8bbf0-1350-4511-a51a-7c3784f59582",
    ]
    for text in texts {
      #expect(Reminder.Key(text)?.description == text)
    }
    for text in ["", ":", "x:watering:2026-03-17", "\(texts[1]):x"] {
      #expect(Reminder.Key(text) == nil)
    }
  }

  @Test(arguments: ["command:", "command:say", "nothing", "command:/a\0b"])
  func addressesThatLeadNowhereAreRefused(text: String) {
    #expect(throws: ReminderChannelError.self) {
      try ReminderChannel.Address(text)
    }
  }

  @Test func aDamagedRecordIsAnErrorAndNotForgotten() throws {
    let home = directory.path + "/home"
    let channel = try journal.reminderChannels()[0]
    for text in [#"{"say":{"given":[{}]}}"#, #"{"say":[]}"#, "["] {
      try write("home/reminders.json", text, mode: 0o600)
      #expect(throws: (any Error).self) {
        try journal.givenReminders(on: channel)
      }
    }
    #expect(!home.isEmpty)
  }
}
