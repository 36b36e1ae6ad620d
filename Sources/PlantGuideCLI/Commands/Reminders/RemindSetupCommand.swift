internal import Encodings
internal import ErrorKit
internal import JournalInput
internal import JournalQueries
internal import JournalReminders
internal import JournalReports
internal import JournalTime
internal import POSIXKit
internal import TerminalKit
internal import TextKit

extension Command {
  static let remindSetup = Command(
    definition: CommandDefinition(
      path: ["remind", "setup"],
      summary: "Set up reminders on this machine by four questions",
      options: SetupOptions.all + GlobalOptions.writing,
      examples: [
        "plantguide remind setup --channel desktop: --dry-run --yes",
        "plantguide remind setup --yes --channel desktop: --time 18:30 --quiet none --dry-run",
        "plantguide remind setup --remove",
      ],
      discussion: """
        You are asked when you want to be reminded, and whether one message \
        names all tasks. You are also asked for a channel, and for the hours \
        at which nothing is sent. Options answer beforehand, and --yes takes \
        what is proposed. Without a channel and a desktop's session, no \
        channel is proposed. --channel then gives an address, as 'channel add' \
        takes it, or the name of a channel.

        The command then makes a timer that runs 'remind' every quarter of an \
        hour: units of systemd for your user, or a line of your crontab if \
        systemd does not run them. It sends a test to the channel and says \
        when the next message comes. Without systemd and cron, something else \
        must run 'plantguide remind' every quarter of an hour.

        --dry-run shows the timer and changes nothing. --remove ends the \
        timer of this journal. Channels and settings stay.
        """,
      section: .reminders, isWriting: true)
  ) { context in
    guard !context.arguments[SetupOptions.remove] else {
      return try context.removeReminderTimer()
    }
    try context.setUpReminders()
  }
}

/// The options of `remind setup`.
private enum SetupOptions {
  static let time = Option(
    "time", value: "HH:MM", help: "When you want to be reminded",
    expects: TimeOfDay.expectation
  ) { TimeOfDay($0) }
  static let form = Option<ReminderRules.Form>(
    "form", value: "FORM",
    help: "digest for one message, single for one of each task")
  static let channel = Option(
    "channel", value: "ADDRESS",
    help: "The channel's address, as desktop:, or its name"
  ) { try ChannelAnswer($0) }
  static let quiet = Option(
    "quiet", value: "HOURS", help: "When nothing is sent: 22:00-07:00, or none",
    expects: "two times such as 22:00-07:00, or none", parse: QuietHours.init)
  static let timer = Option<ReminderTimer.Kind>(
    "timer", value: "KIND", help: "systemd or cron, instead of what is found")
  static let remove = Flag("remove", help: "End the timer")

  /// The options that answer questions.
  static let questions: [OptionDefinition] = [time, form, channel, quiet]

  static let all = questions + [timer, remove]

  /// The channel of an answer. Each address has a colon, and no name has.
  enum ChannelAnswer: Sendable {
    case address(ReminderChannel.Address)
    case name(String)

    init(_ text: String) throws {
      self =
        text.contains(":")
        ? .address(try ReminderChannel.Address(text)) : .name(text)
    }
  }

  /// The hours of an answer, which may be none.
  struct QuietHours: Sendable {
    let span: TimeSpan?

    init?(_ text: String) {
      span = TimeSpan(text)
      if span == nil, text != "none" { return nil }
    }
  }
}

extension CommandContext {
  /// The job that runs `remind` on this machine for this journal.
  ///
  /// - Throws: `HomeError` if there is no directory for its files.
  func reminderTimer() throws -> ReminderTimer {
    var configuration = process.environment["XDG_CONFIG_HOME"] ?? ""
    if !configuration.hasPrefix("/") {
      guard let home = process.environment["HOME"], home.hasPrefix("/") else {
        throw HomeError.unknown
      }
      configuration = home + "/.config"
    }
    let home = journal.homePath
    return try ReminderTimer(
      program: FileSystem.target(ofLink: "/proc/self/exe") ?? "plantguide",
      home: (try? FileSystem.canonicalPath(home)) ?? home,
      configuration: configuration)
  }

  fileprivate mutating func removeReminderTimer() throws {
    let timer = try reminderTimer()
    let states = try timer.states
    let had = states.contains(where: timer.isOwn)
    if !isDryRun { try timer.remove() }
    if try printedJSON({ $0.object { $0.member("removed", had) } }) { return }
    if had {
      try print(
        "\(isDryRun ? "would remove" : "removed") the timer; channels and settings stay"
      )
    } else if let other = states.lazy.compactMap(\.home).first {
      try print(
        "There is no timer for this journal; the one here is for "
          + "\(SafeText.shown(other)).")
    } else {
      try print("There is no timer.")
    }
  }

  fileprivate mutating func setUpReminders() throws {
    try checkAnswers()
    let kind = try arguments[SetupOptions.timer] ?? ReminderTimer.available
    let setup = try askForSetup()
    let answer = try askForChannel()
    let other = try kind.flatMap { _ in try otherJournal() }
    if let other { try confirmReplacing(other) }
    let receipts = try journal.changeSettings(to: setup, mode)
    let (channel, isNew) =
      switch answer {
      case .existing(let channel): (channel, false)
      case .address(let address):
        try journal.reminderChannel(at: address, isRehearsal: isDryRun)
      }
    // The first write made the home, whose path is known only then.
    let timer = try reminderTimer()
    guard !isDryRun else { return try show(setup, channel, timer, kind, other) }
    if let kind { try timer.install(kind) }
    let today = try today()
    let environment = senderEnvironment()
    let outcome = journal.tryReminderChannel(
      channel, .test(on: today), in: environment)
    if kind != nil, let variable = channel.secretVariable(in: environment) {
      warnings.add(
        ErrorReport(
          ErrorFacts(
            .invalidInput,
            "the timer has no variable \(variable), so '\(channel.name)' lacks its secret",
            "remove the channel, and add it again with --password-file")))
    }
    let next = try journal.nextReminder()
    if wantsJSON {
      try printJSON {
        $0.setup(setup, channel, kind, next: next?.rfc3339, outcome.error)
      }
    } else {
      try print(setup.words)
      if !receipts.isEmpty {
        try print(
          terminal.styled("The settings hold for all machines.", .dim))
      }
      let text = SafeText.shown("\(channel.address)")
      try print("\(isNew ? "added" : "uses") \(channel.name): \(text)")
      try print(kind.words)
      if let other {
        try print("The timer of the journal in \(other) was replaced.")
      }
      if outcome.error == nil { try print("sent a test to \(channel.name)") }
      try print(nextWords(next))
      if kind == .systemd, channel.address != .desktop,
        ReminderTimer.endsWithSession
      {
        try print(
          hint:
            "to be reminded while you are logged out: loginctl enable-linger"
        )
      }
    }
    guard let error = outcome.error else { return }
    if !wantsJSON {
      try print(
        "The test failed. Settings, channel"
          + "\(kind == nil ? "" : " and timer") are kept.")
      try print(
        hint: "mend the cause, then: plantguide channel test \(channel.name)")
    }
    throw ChannelFailure(channel: channel.name, facts: ErrorFacts(of: error))
  }

  // MARK: Questions

  private mutating func askForSetup() throws -> ReminderSetup {
    let proposed = try journal.proposedReminderSetup()
    let time = try ask(
      SetupOptions.time, "When do you want to be reminded?",
      usually: proposed.time.description)
    let form = try ask(
      SetupOptions.form,
      "One message for all tasks (digest), or one for each (single)?",
      usually: proposed.form.rawValue)
    let quiet = try ask(
      SetupOptions.quiet, "At which hours is nothing to be sent?",
      usually: proposed.quietHours?.description ?? "none")
    return ReminderSetup(time: time, form: form, quietHours: quiet.span)
  }

  /// The channel that was chosen.
  private enum ChosenChannel {
    case existing(ReminderChannel)
    case address(ReminderChannel.Address)
  }

  /// The channel that is proposed; `nil` for none.
  private func usualChannel() throws -> String? {
    try journal.reminderChannels().first.map { "\($0.address)" }
      ?? (senderEnvironment().hasSession ? "desktop:" : nil)
  }

  /// Refuses to ask if nobody can answer, and to propose a channel if there is
  /// none.
  private func checkAnswers() throws {
    let agrees = arguments[.yes]
    let lacksChannel =
      try arguments[SetupOptions.channel] == nil && usualChannel() == nil
    let cannotAsk =
      !process.prompt.isInteractive
      && SetupOptions.questions.contains { !arguments.contains($0) }
    guard agrees ? lacksChannel : cannotAsk else { return }
    throw UsageError(
      agrees
        ? "there is no channel yet, and no desktop session for notes"
        : "'remind setup' asks questions, and there is no terminal to ask on",
      hint: agrees
        ? "give its address, such as \(Self.someChannel)"
        : "to take what is proposed, add --yes"
          + (lacksChannel ? " \(Self.someChannel)" : ""))
  }

  private static let someChannel = "--channel ntfys://ntfy.sh/TOPIC"

  private mutating func askForChannel() throws -> ChosenChannel {
    let usual = try usualChannel()
    let isGiven = try arguments[SetupOptions.channel] != nil
    if !isGiven, !arguments[.yes], !wantsJSON {
      try print("A channel has one of these addresses:")
      for kind in Self.kindsOfAddresses { try print("  \(kind)") }
    }
    let journal = journal
    return try ask(
      SetupOptions.channel, "By which channel? Its address or name:",
      usually: usual
    ) { answer -> ChosenChannel in
      switch answer {
      case .address(let address): .address(address)
      case .name(let name):
        .existing(try journal.reminderChannels(named: name)[0])
      }
    }
  }

  private static var kindsOfAddresses: [String] {
    [
      "desktop:", "ntfys://SERVER/TOPIC", "mailtos://SERVER?to=RECIPIENT",
      "webhooks://SERVER/PATH", "caldavs://SERVER/PATH/", "apprise:ADDRESS",
      "command:/PATH",
    ]
  }

  private mutating func ask<Value>(
    _ option: Option<Value>, _ question: String, usually usual: String
  ) throws -> Value {
    try ask(option, question, usually: usual) { $0 }
  }

  /// Returns the answer of an option, or asks for it until it is valid.
  private mutating func ask<Value, Answer>(
    _ option: Option<Value>, _ question: String, usually usual: String?,
    resolving resolve: (Value) throws -> Answer
  ) throws -> Answer {
    if let value = try arguments[option] { return try resolve(value) }
    while true {
      var text = usual ?? ""
      if !arguments[.yes] {
        try output.flush()
        let proposal = usual.map { " [\($0)]" } ?? ""
        guard let answer = try process.prompt.answer(question + proposal)
        else { throw NothingMatched(reason: "the input ended") }
        text = String(answer.filter { $0 != " " })
        if text.isEmpty { text = usual ?? "" }
        if text.isEmpty { continue }
      }
      var answer = ParsedArguments(options: [option])
      answer.add(option, text: text)
      do {
        if let value = try answer[option] { return try resolve(value) }
      } catch {
        guard !arguments[.yes] else { throw error }
        try print(
          (error as? UsageError)?.hint ?? ErrorReport(describing: error).message
        )
      }
    }
  }

  /// Returns the home of another journal whose timer would be replaced: a user
  /// has one. A crontab that cannot be read shows none.
  private func otherJournal() throws -> String? {
    let timer = try reminderTimer()
    let states = (try? timer.states) ?? []
    return states.first { !timer.isOwn($0) }?.home.map { SafeText.shown($0) }
  }

  private func confirmReplacing(_ other: String) throws {
    guard !arguments[.yes], !isDryRun else { return }
    let question = "The timer reminds of the journal in \(other). Replace it?"
    guard try process.prompt.confirm(question) else {
      throw NothingMatched(reason: "not confirmed")
    }
  }

  // MARK: Words

  /// Shows what would be written.
  private mutating func show(
    _ setup: ReminderSetup, _ channel: ReminderChannel, _ timer: ReminderTimer,
    _ kind: ReminderTimer.Kind?, _ other: String?
  ) throws {
    if wantsJSON {
      return try printJSON { $0.setup(setup, channel, kind, next: nil, nil) }
    }
    try print(setup.words)
    try print(
      "channel \(channel.name): \(SafeText.shown("\(channel.address)"))")
    if let other {
      try print("would replace the timer of the journal in \(other)")
    }
    if kind == nil { try print(kind.words) }
    for text in kind.map(timer.texts) ?? [] {
      try print()
      try output.write(SafeText.shown(text, allowsNewlines: true))
    }
    try printDryRun()
  }

  private func nextWords(_ next: Instant?) -> String {
    guard let next else { return "There is nothing to be reminded of yet." }
    guard next > journal.now else {
      return
        "Something is due: the first message comes within a quarter of an hour."
    }
    return "The next message comes \(shown(next))."
  }
}

extension ReminderTimer.Kind? {
  /// The program that runs `remind`, in a line.
  fileprivate var words: String {
    guard let self else {
      return "Neither systemd nor cron runs jobs here: have something else run "
        + "'plantguide remind' every quarter of an hour."
    }
    return "\(self.rawValue) runs 'plantguide remind' every quarter of an hour"
  }
}

extension ReminderSetup {
  /// The answers in a line: "at 08:00, one message for all tasks, quiet
  /// 22:00-07:00".
  fileprivate var words: String {
    let what =
      form == .digest ? "one message for all tasks" : "a message for each task"
    let quiet = quietHours.map { "quiet \($0)" } ?? "no quiet hours"
    return "reminders at \(time), \(what), \(quiet)"
  }
}

extension JSONWriter {
  fileprivate mutating func setup(
    _ setup: ReminderSetup, _ channel: ReminderChannel,
    _ kind: ReminderTimer.Kind?, next: String?, _ error: (any Error)?
  ) {
    object { writer in
      writer.member("time", setup.time.description)
      writer.member("form", setup.form.rawValue)
      writer.member("quietHours", setup.quietHours?.description)
      writer.member("channel", channel.name)
      writer.member("address", channel.address.description)
      writer.member("timer", kind?.rawValue)
      writer.member("next", next)
      writer.member("error", error.map { ErrorFacts(of: $0).message })
    }
  }
}
