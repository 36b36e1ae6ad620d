internal import Encodings
internal import ErrorKit
internal import JournalCare
internal import JournalEvents
internal import JournalQueries
internal import JournalSync
internal import POSIXKit
internal import TerminalKit

extension Command {
  static let sync = Command(
    definition: CommandDefinition(
      path: ["sync"],
      summary: "Bring this journal and its remotes to hold the same",
      arguments: [
        ArgumentDefinition(
          name: "REMOTE", isOptional: true, isRepeatable: true,
          completion: .remote, help: "The remotes; all where none is named")
      ],
      options: [.merge, .wholeListing, .wholeCheck] + GlobalOptions.writing,
      examples: [
        "plantguide sync",
        "plantguide sync stick --dry-run",
      ],
      discussion:
        "What the remote has and this journal lacks is taken, then what the remote lacks is put there, whoever wrote it. "
        + "It can be repeated at any time: what both have is left alone, and what was cut off goes on where it ended. "
        + "A home in which nothing was written yet joins the journal that it finds; another journal's events join with --merge only.",
      section: .sync, isWriting: true)
  ) { context in
    let remotes = try context.journal.remotes(
      named: context.arguments.positional)
    guard !remotes.isEmpty else { throw NoRemote() }
    var outcomes: [SyncOutcome] = []
    for remote in remotes {
      do {
        outcomes.append(SyncOutcome(remote, .success(try context.sync(remote))))
      } catch  where remotes.count > 1 {
        outcomes.append(SyncOutcome(remote, .failure(error)))
      }
    }
    let names = try context.journal.names(
      in: outcomes.compactMap(\.report))
    if context.wantsJSON {
      let isDryRun = context.isDryRun
      try context.printJSONObject { writer in
        if isDryRun { writer.member("dryRun", true) }
        writer.list("remotes", outcomes) { $0.outcome($1, names) }
      }
    } else {
      for outcome in outcomes {
        let lines = outcome.lines(names, isDryRun: context.isDryRun)
        for line in lines { try context.print(line) }
      }
      if context.isDryRun {
        try context.print(
          context.terminal.styled("dry run: nothing was written", .hint))
      }
    }
    // One that failed has not kept the others from being synced with.
    for outcome in outcomes { _ = try outcome.result.get() }
  }
}

extension OptionDefinition {
  fileprivate static let wholeListing = Flag(
    "all", help: "Look at all that a remote holds, not only at what is new")
  fileprivate static let wholeCheck = Flag(
    "check",
    help: "Fetch and check all that a remote holds, and mend what is damaged")
}

/// There is nothing to sync with.
struct NoRemote: DescribedError {
  var facts: ErrorFacts {
    .init(.nothingMatched, "there is no remote to sync with", .addRemote)
  }
}

/// What came of a sync with one remote.
private struct SyncOutcome {
  let remote: Remote
  let result: Result<SyncReport, any Error>

  init(_ remote: Remote, _ result: Result<SyncReport, any Error>) {
    self.remote = remote
    self.result = result
  }

  var report: SyncReport? { try? result.get() }
}

extension CommandContext {
  fileprivate func sync(_ remote: Remote) throws -> SyncReport {
    var request = syncRequest()
    request.isMerging = arguments[.merge]
    request.listsAll = arguments[.wholeListing]
    request.checksAll = arguments[.wholeCheck]
    request.isRehearsal = isDryRun
    return try journal.sync(with: remote, request)
  }

  /// How remotes are reached and opened by this process.
  func syncRequest() -> SyncRequest {
    var request = SyncRequest()
    request.transport = Self.sibling("plantguide-sync")
    let process = process
    request.environment = { process.environment[$0] }
    request.passphrase = { remote in
      guard process.prompt.isInteractive else { return nil }
      return try process.prompt.secret("Passphrase of '\(remote.name)':")
    }
    return request
  }

  /// The program of that name that belongs to this one: beside it, or where
  /// programs lie that only others start.
  static func sibling(_ name: String) -> String {
    let own = FileSystem.target(ofLink: "/proc/self/exe") ?? ""
    let directory = FileSystem.parent(of: own) ?? "/usr/bin"
    let beside = "\(directory)/\(name)"
    let apart = "\(directory)/../libexec/plantguide/\(name)"
    return FileSystem.isExecutable(apart) && !FileSystem.isExecutable(beside)
      ? apart : beside
  }
}

// MARK: Words

extension SyncNames {
  fileprivate func shown(_ writer: WriterID) -> String {
    writers[writer] ?? "writer \(writer.description.prefix(8))"
  }
}

extension SyncOutcome {
  func lines(_ names: SyncNames, isDryRun: Bool) -> [String] {
    let name = remote.name
    guard let report else {
      guard case .failure(let error) = result else { return [] }
      let message = ErrorReport(ErrorFacts(of: error)).message
      return ["\(name): could not sync: \(message)"]
    }
    var lines: [String] = []
    let received = report.received.sorted { $0.key < $1.key }
    for (writer, events) in received {
      let count = Phrase.count(events.count, "event")
      let source = SafeText.shown(names.shown(writer))
      let details = isDryRun ? [] : events.phrases(names)
      lines.append(
        Verb("receive", "received").sentence(
          "\(count) from \(source)"
            + (details.isEmpty
              ? "" : ": " + details.joined(separator: ", ")),
          isDryRun: isDryRun))
    }
    let sent = report.sent.values.reduce(0, +)
    if sent > 0 {
      lines.append(
        Verb("send", "sent").sentence(
          Phrase.count(Int(clamping: sent), "event"), isDryRun: isDryRun))
    }
    for writer in report.forkedWriters.sorted() {
      lines.append(
        "\(SafeText.shown(names.shown( writer))) has written in two places; both branches are kept"
      )
    }
    for (writer, count) in report.lost.sorted(by: { $0.key < $1.key }) {
      lines.append(
        "lacked \(Phrase.count(Int(clamping: count), "event")) of \(names.shown( writer)) that it held before; they were put there again"
      )
    }
    for gap in report.gaps {
      lines.append(
        "lacks events \(gap.sequences.lowerBound) to \(gap.sequences.upperBound) of \(names.shown( gap.writer)), so later ones wait; a replica that holds them will bring them"
      )
    }
    for refusal in report.refused.prefix(5) {
      lines.append(
        "refused \(SafeText.shown(refusal.name)): \(SafeText.shown(refusal.reason))"
      )
    }
    if report.refused.count > 5 {
      lines.append("refused \(report.refused.count - 5) more")
    }
    if report.isReadOnly {
      lines.append("may only be read from here; what is new here stays here")
    }
    if received.isEmpty, sent == 0, !report.isReadOnly {
      lines.append(
        report.journal == nil ? "nothing to sync yet" : "nothing new")
    }
    let cost = report.cost
    if cost.requests > 0 {
      lines.append(
        "\(Phrase.count(cost.requests, "request")), \(cost.bytesSent.kibibytes) sent, \(cost.bytesReceived.kibibytes) received"
      )
    }
    return lines.map { "\(name): \($0)" }
  }
}

extension Int {
  /// So many bytes, in words.
  fileprivate var kibibytes: String {
    self < 1024 ? "\(self) bytes" : "\((self + 512) / 1024) KiB"
  }
}

extension SyncReport.ReceivedEvents {
  /// What happened, most first; who left is named.
  fileprivate func phrases(_ names: SyncNames) -> [String] {
    var counts: [(count: Int, text: String)] = careCounts.map {
      ($1, Phrase.count($1, SafeText.shown($0.name)))
    }
    for (type, count) in countsByType {
      guard let text = Self.phrase(type, count) else { continue }
      counts.append((count, text))
    }
    counts.sort { ($1.count, $0.text) < ($0.count, $1.text) }
    let left = removed.prefix(3).map { removal in
      "\(SafeText.shown(names.plants[removal.plant] ?? "a plant")) \(removal.reason.past)"
    }
    let more =
      removed.count > 3
      ? ["\(Phrase.count(removed.count - 3, "plant")) more removed"] : []
    return counts.map(\.text) + left + more
  }

  private static func phrase(_ type: String, _ count: Int) -> String? {
    switch EventType(rawValue: type) {
    // Said by kinds and names.
    case .taskCompleted, .plantRemoved: nil
    // Every replica writes these before its first event.
    case .journalCreated, .writerStarted: nil
    case .plantAdded: "\(Phrase.count(count, "plant")) added"
    case .plantEdited: Phrase.count(count, "correction")
    case .plantFavorited: Phrase.count(count, "favourite")
    case .plantMoved: Phrase.count(count, "move")
    case .plantRestored: "\(Phrase.count(count, "plant")) restored"
    case .plantNoted: Phrase.count(count, "note")
    case .plantMeasured: Phrase.count(count, "measurement")
    case .plantIdentified: Phrase.count(count, "identification")
    case .careProfiled: Phrase.count(count, "care profile")
    case .scheduleSet, .scheduleCleared:
      Phrase.count(count, "schedule change")
    case .taskAdded: Phrase.count(count, "task")
    case .taskSkipped: Phrase.count(count, "skip")
    case .taskSnoozed: Phrase.count(count, "snooze")
    case .roomCreated, .roomEdited, .roomDeleted:
      Phrase.count(count, "room change")
    case .writerNamed: Phrase.count(count, "device name")
    case .settingChanged: Phrase.count(count, "setting")
    case .actionUndone: "\(count) undone"
    case nil: "\(Phrase.count(count, "event")) of a kind that is unknown here"
    }
  }
}

extension RemovalReason {
  fileprivate var past: String {
    switch self {
    case .died: "died"
    case .givenAway: "was given away"
    case .sold: "was sold"
    case .mistake: "was added by mistake"
    case .other: "was removed"
    }
  }
}

// MARK: JSON

extension JSONWriter {
  fileprivate mutating func outcome(_ outcome: SyncOutcome, _ names: SyncNames)
  {
    object { writer in
      writer.member("remote", outcome.remote.name)
      guard let report = outcome.report else {
        if case .failure(let error) = outcome.result {
          writer.member("error", ErrorReport(ErrorFacts(of: error)).message)
        }
        return
      }
      writer.member("journal", report.journal.map { "\($0)" })
      writer.objects("received", report.received.sorted { $0.key < $1.key }) {
        writer, entry in
        writer.member("writer", "\(entry.key)")
        writer.member("name", names.writers[entry.key])
        writer.member("events", entry.value.count)
        writer.object("types") { writer in
          let counts = entry.value.countsByType.sorted { $0.key < $1.key }
          for (type, count) in counts where !type.isEmpty {
            writer.name(escaping: type)
            writer.integer(count)
          }
        }
      }
      writer.objects("sent", report.sent.sorted { $0.key < $1.key }) {
        $0.member("writer", "\($1.key)")
        $0.member("events", Int(clamping: $1.value))
      }
      writer.member(
        "forkedWriters", report.forkedWriters.sorted().map(\.description))
      writer.objects("lost", report.lost.sorted { $0.key < $1.key }) {
        $0.member("writer", "\($1.key)")
        $0.member("events", Int(clamping: $1.value))
      }
      writer.objects("missing", report.gaps) { writer, gap in
        writer.member("writer", "\(gap.writer)")
        writer.member("first", Int(clamping: gap.sequences.lowerBound))
        writer.member("last", Int(clamping: gap.sequences.upperBound))
      }
      writer.objects("refused", report.refused) {
        $0.member("name", $1.name)
        $0.member("reason", $1.reason)
      }
      writer.member("merged", report.merged)
      writer.member("complete", report.isComplete)
      writer.object("cost") {
        $0.member("requests", report.cost.requests)
        $0.member("bytesSent", report.cost.bytesSent)
        $0.member("bytesReceived", report.cost.bytesReceived)
      }
    }
  }
}
