internal import Encodings
internal import ErrorKit
internal import Glibc
internal import JournalCare
internal import JournalDoctor
internal import JournalEvents
internal import JournalFormats
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
      options: [
        .merge, .wholeListing, .wholeCheck, .compaction, .photos, .thumbnails,
        .watch, .every,
      ]
        + GlobalOptions.writing,
      examples: [
        "plantguide sync",
        "plantguide sync stick --dry-run",
        "plantguide sync --watch --every 10m",
      ],
      discussion:
        "What the remote has and this journal lacks is taken, then what the remote lacks is put there, whoever wrote it. "
        + "It can be repeated at any time: what both have is left alone, and what was cut off goes on where it ended. "
        + "What is damaged or foreign in a remote is refused and told, and all else is synced: the exit status is 0 then, and 'complete' is false in --json. "
        + "With --photos the files that events name are brought as well, each by itself and only whole, all thumbnails first; with --thumbnails these alone, some 9 kB each, for a slow link. "
        + "A home in which nothing was written yet joins the journal that it finds; another journal's events join with --merge only."
        + "\n\nWith --watch it goes on until it is ended with Ctrl-C: it syncs when this journal or a folder changes, and with each remote at an interval, and tells what came and went. A remote that fails is told once, and tried again. "
        + "'settings set autoSync on' has every command that writes start a sync in the background instead.",
      section: .sync, isWriting: true)
  ) { context in
    guard context.process.environment[AutoSync.variable] != "1" else {
      return try context.syncByItself()
    }
    let remotes = try context.journal.remotes(
      named: context.arguments.positional)
    guard !remotes.isEmpty else { throw NoRemote() }
    let interval = try context.arguments[.every]
    guard !context.arguments[.watch] else {
      return try context.watch(everySeconds: interval ?? 300)
    }
    guard interval == nil else {
      throw UsageError(
        "'--every' says how often '--watch' syncs", hint: "add --watch",
        usage: context.command.usage)
    }
    var outcomes: [SyncOutcome] = []
    for remote in remotes {
      do {
        outcomes.append(SyncOutcome(remote, .success(try context.sync(remote))))
      } catch  where remotes.count > 1 {
        outcomes.append(SyncOutcome(remote, .failure(error)))
      }
    }
    context.removeErasedBytes()
    let names = try context.journal.names(
      in: outcomes.compactMap(\.report))
    let conflicts = try context.conflicts(
      after: outcomes, in: context.journal)
    if context.wantsJSON {
      let isDryRun = context.isDryRun
      try context.printJSONObject { writer in
        if isDryRun { writer.member("dryRun", true) }
        writer.list("remotes", outcomes) { $0.outcome($1, names) }
        writer.conflicts(conflicts)
      }
    } else {
      for outcome in outcomes {
        let lines = outcome.lines(names, isDryRun: context.isDryRun)
        for line in lines { try context.print(line) }
      }
      try context.print(conflicts)
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
  fileprivate static let photos = Flag(
    "photos", help: "Bring photos as well that either side lacks")
  fileprivate static let thumbnails = Flag(
    "thumbnails", help: "Bring the thumbnails of photos alone")
  fileprivate static let wholeListing = Flag(
    "all", help: "Look at all that a remote holds, not only at what is new")
  fileprivate static let wholeCheck = Flag(
    "check",
    help: "Fetch and check all that a remote holds, and mend what is damaged")
  fileprivate static let compaction = Flag(
    "compact",
    help:
      "Put segments again that hold payloads of erased events, without those, and remove the old ones"
  )
  fileprivate static let watch = Flag(
    "watch",
    help: "Go on until it is ended, and sync whenever something changes"
  )
  fileprivate static let every = Option<Int64>(
    "every", value: "TIME",
    help: "With --watch: how often nevertheless; 5m where it is left out",
    expects: "seconds, minutes or hours up to a day, such as 90s, 10m or 2h"
  ) { text in
    let factors: [Character: Int64] = ["s": 1, "m": 60, "h": 3_600]
    guard let factor = text.last.flatMap({ factors[$0] }),
      let count = Int64(text.dropLast()), 1...86_400 ~= count,
      count * factor <= 86_400
    else { return nil }
    return count * factor
  }
}

/// There is nothing to sync with.
struct NoRemote: DescribedError {
  var facts: ErrorFacts {
    .init(.nothingMatched, "there is no remote to sync with", .addRemote)
  }
}

/// What came of a sync with one remote.
struct SyncOutcome {
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
    Memory.returnLargePieces()
    try takeName(from: remote, in: journal)
    var request = syncRequest(of: remote)
    let progress = progress()
    progress.begin("syncing with \(remote.name)", .events)
    defer { progress.end() }
    request.progress = { progress.advance(to: $0 + $1) }
    request.fileProgress = { received, sent in
      if received + sent <= 1 {
        progress.begin("syncing photos with \(remote.name)", .things("files"))
      }
      progress.advance(to: received + sent)
    }
    return try journal.sync(with: remote, request)
  }

  /// What this command line asks of a sync with a remote.
  func syncRequest(of remote: Remote, looksAtAll: Bool = true) -> SyncRequest {
    var request = syncRequest()
    request.isRehearsal = isDryRun
    request.isMerging = arguments[.merge] && isDryRun
    if arguments[.merge] { request.asksToMerge = agreesToMerge(with: remote) }
    request.listsAll = looksAtAll && arguments[.wholeListing]
    request.checksAll = looksAtAll && arguments[.wholeCheck]
    request.compacts = looksAtAll && arguments[.compaction]
    request.photos =
      arguments[.photos] ? .all : arguments[.thumbnails] ? .thumbnails : .none
    return request
  }

  /// Asks before two journals become one, which nothing takes back.
  private func agreesToMerge(
    with remote: Remote
  ) -> (MergeQuestion) throws -> Bool {
    let (prompt, isAgreed) = (process.prompt, arguments[.yes])
    return { question in
      let ids = [question.own, question.others].map {
        Phrase.list($0.map(\.description), joinedBy: "and")
      }
      let plants = Phrase.count(question.plantCount, "plant")
      let text =
        "Make this journal with \(plants) (\(ids[0])) and the one of '\(remote.name)' (\(ids[1])) one for ever?"
      guard try isAgreed || prompt.confirm(text) else {
        throw NothingMatched(reason: "not confirmed")
      }
      return true
    }
  }

  /// What came in may have given a name to a second plant or room.
  func conflicts(
    after outcomes: [SyncOutcome], in journal: CareJournal
  ) throws -> [Finding] {
    guard !isDryRun,
      outcomes.contains(where: { $0.report?.received.isEmpty == false })
    else { return [] }
    return try journal.nameConflicts()
  }

  mutating func print(_ conflicts: [Finding]) throws {
    for finding in conflicts {
      try print(SafeText.shown(finding.message))
      guard let remedy = finding.remedy else { continue }
      try print(terminal.styled("settle it with: \(remedy.text())", .hint))
    }
  }

  /// How remotes are reached and opened by this process.
  func syncRequest() -> SyncRequest {
    var request = SyncRequest()
    request.transport = Self.sibling("plantguide-sync")
    let process = process
    request.environment = { process.environment[$0] }
    request.said = foreignErrors()
    request.passphrase = { remote, isNew in
      guard process.prompt.isInteractive else { return nil }
      guard isNew else {
        return try process.prompt.secret("Passphrase of '\(remote.name)':")
      }
      let text = try process.prompt.secret(
        "New passphrase for '\(remote.name)':")
      guard try process.prompt.secret("The same again:") == text else {
        throw UsageError(
          "the two passphrases differ", hint: "nothing was written; try again")
      }
      return text
    }
    return request
  }

  /// Shows what programs that were started say on standard error, of which a
  /// terminal gets no control characters, and nobody more than a beginning.
  private func foreignErrors() -> ([UInt8]) -> Void {
    let terminal = process.errorTerminal
    var room = 1 << 14
    return { bytes in
      var text = String(decoding: bytes.prefix(room), as: UTF8.self)
      room -= min(room, bytes.count)
      if terminal.isTerminal { text = SafeText.onTerminal(text, .foreign) }
      var output = Output(fileDescriptor: STDERR_FILENO)
      output.tell(text, on: terminal)
    }
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

extension SyncOutcome {
  func lines(_ names: NewsNames, isDryRun: Bool) -> [String] {
    let name = remote.name
    guard let report else {
      guard case .failure(let error) = result else { return [] }
      let report = ErrorReport(ErrorFacts(of: error))
      return ["\(name): could not sync: \(report.message)"]
        + (report.hint.map { ["\(name): \($0)"] } ?? [])
    }
    var lines = news(names, isDryRun: isDryRun)
    if report.received.isEmpty, report.sent.isEmpty, !report.isReadOnly,
      report.files.map({ $0.received.all + $0.sent.all == 0 }) ?? true
    {
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

  /// What went either way, and what is wrong.
  func news(_ names: NewsNames, isDryRun: Bool = false) -> [String] {
    guard let report else { return [] }
    var lines: [String] = []
    for (writer, events) in report.received.sorted(by: { $0.key < $1.key }) {
      let count = Phrase.count(events.count, "event")
      let source = names.shown(writer)
      let details = isDryRun ? "" : events.text(names)
      lines.append(
        Verb("receive", "received").sentence(
          "\(count) from \(source)" + (details.isEmpty ? "" : ": " + details),
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
        "\(names.shown(writer)) has written in two places; both branches are kept"
      )
    }
    for (writer, count) in report.lost.sorted(by: { $0.key < $1.key }) {
      lines.append(
        "lacked \(Phrase.count(Int(clamping: count), "event")) of \(names.shown(writer)) that it held before"
      )
    }
    if report.erased > 0 {
      lines.append(
        "erased here what \(Phrase.count(report.erased, "event")) said")
    }
    if report.rewritten > 0 {
      lines.append(
        "rewrote \(Phrase.count(report.rewritten, "segment")) without what was erased"
      )
    }
    if report.sweptFiles > 0 {
      lines.append(
        "removed \(Phrase.count(report.sweptFiles, "file")) of photos that no event names"
      )
    }
    if report.erasedThere > 0 {
      lines.append(
        "may still hold what \(Phrase.count(report.erasedThere, "erased event")) said; 'plantguide sync --compact \(remote.name)' rewrites it"
      )
    }
    for gap in report.gaps.prefix(5) {
      lines.append(gap.text(of: names.shown(gap.writer)))
    }
    if report.gaps.count > 5 {
      lines.append(
        "lacks events of \(report.gaps.count - 5) more writers")
    }
    for refusal in report.refused.prefix(5) {
      lines.append(
        "refused \(SafeText.shown(refusal.name)): \(SafeText.shown(refusal.reason))"
      )
    }
    if report.refused.count > 5 {
      lines.append("refused \(report.refused.count - 5) more")
    }
    if !report.refused.isEmpty {
      lines.append(
        "'plantguide sync --check' on a machine that holds these events puts them there again"
      )
    }
    if let files = report.files {
      lines += files.lines(isDryRun: isDryRun)
    }
    if report.isReadOnly {
      lines.append("may only be read from here; what is new here stays here")
    }
    return lines
  }
}

extension Int {
  /// So many bytes, in words.
  fileprivate var kibibytes: String {
    self < 1024 ? "\(self) bytes" : "\((self + 512) / 1024) KiB"
  }
}

extension SyncReport.Files {
  fileprivate func lines(isDryRun: Bool) -> [String] {
    var lines: [String] = []
    for (count, verb) in [
      (received, Verb("receive", "received")), (sent, Verb("send", "sent")),
    ] where count.all > 0 {
      let things = [(count.thumbnails, "thumbnail"), (count.photos, "photo")]
      let words = things.filter { $0.0 > 0 }.map { Phrase.count($0.0, $0.1) }
      lines.append(
        verb.sentence(Phrase.list(words, joinedBy: "and"), isDryRun: isDryRun))
    }
    for refusal in refused.prefix(5) {
      lines.append(
        "refused photo \(refusal.name.prefix(8)): \(SafeText.shown(refusal.reason))"
      )
    }
    if refused.count > 5 {
      lines.append("refused \(refused.count - 5) more photos")
    }
    if let room {
      lines.append("has little room left: \(room.kibibytes)")
    }
    guard !missing.isEmpty else { return lines }
    let names = Set(missing.flatMap(\.remotes)).sorted()
    lines.append(
      "\(Phrase.count(missing.count, "photo")) \(missing.count == 1 ? "is" : "are") missing here"
        + (names.isEmpty
          ? "; no remote is known to have any"
          : "; look at \(names.joined(by: ", "))"))
    return lines
  }
}

// MARK: JSON

extension JSONWriter {
  /// Writes what several plants or rooms are called, where any are.
  mutating func conflicts(_ conflicts: [Finding]) {
    guard !conflicts.isEmpty else { return }
    objects("conflicts", conflicts) {
      $0.member("message", $1.message)
      $0.member("remedy", $1.remedy?.text())
    }
  }

  /// Writes what came of a sync with one remote, and the conflicts that a
  /// watcher found after it.
  mutating func outcome(
    _ outcome: SyncOutcome, _ names: NewsNames, _ conflicts: [Finding] = []
  ) {
    object { writer in
      writer.member("remote", outcome.remote.name)
      guard let report = outcome.report else {
        if case .failure(let error) = outcome.result {
          writer.member("error", ErrorReport(ErrorFacts(of: error)).message)
        }
        return
      }
      writer.member("journal", report.journal.map { "\($0)" })
      writer.news("received", report.received, names)
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
      writer.gaps(report.gaps)
      writer.objects("refused", report.refused) {
        $0.member("name", $1.name)
        $0.member("reason", $1.reason)
      }
      if let files = report.files {
        writer.object("photos") { writer in
          writer.member("received", files.received.photos)
          writer.member("sent", files.sent.photos)
          writer.member("thumbnailsReceived", files.received.thumbnails)
          writer.member("thumbnailsSent", files.sent.thumbnails)
          writer.member("room", files.room)
          writer.objects("missing", files.missing) {
            $0.member("photo", $1.name.description)
            $0.member("remotes", $1.remotes)
          }
          writer.objects("refused", files.refused) {
            $0.member("photo", $1.name)
            $0.member("reason", $1.reason)
          }
        }
      }
      writer.member("readOnly", report.isReadOnly)
      writer.member("merged", report.merged)
      writer.member("erased", report.erased)
      writer.member("rewritten", report.rewritten)
      writer.member("sweptFiles", report.sweptFiles)
      writer.member("erasedThere", report.erasedThere)
      writer.member("complete", report.isComplete)
      writer.conflicts(conflicts)
      writer.object("cost") {
        $0.member("requests", report.cost.requests)
        $0.member("bytesSent", report.cost.bytesSent)
        $0.member("bytesReceived", report.cost.bytesReceived)
      }
    }
  }
}
