internal import Encodings
internal import ErrorKit
internal import Glibc
internal import JournalCare
internal import JournalDoctor
internal import JournalEvents
internal import JournalExchange
internal import JournalFormats
internal import JournalQueries
internal import JournalReports
internal import JournalSync
internal import POSIXKit
internal import TerminalKit
internal import TextKit

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
        .noPhotos, .watch, .every,
      ]
        + GlobalOptions.writing,
      examples: [
        "plantguide sync",
        "plantguide sync stick --dry-run",
        "plantguide sync --watch --every 10m",
      ],
      discussion:
        "Fetches the events that this journal lacks, then sends those that the remote lacks. You can run it at any time: events that both sides have are skipped, and an interrupted sync resumes. "
        + "Damaged or foreign files are reported and skipped. The exit status is then 3, and 'complete' is false in --json.\n\n"
        + "Thumbnails of photos are synced, too, about 9 kB each; --photos also syncs the photos, --no-photos neither. "
        + "If two homes changed the same field apart, the later change wins. The lost one is reported with the command that brings it back. "
        + "An empty home joins the journal that it finds. Events of another journal need --merge."
        + "\n\n--watch keeps syncing until you press Ctrl-C: whenever this journal or a folder changes, and with each remote at an interval. A failing remote is reported once and retried. "
        + "With 'settings set autoSync on', commands that write start a sync in the background instead.",
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
    guard !context.arguments[.noPhotos] || !context.arguments[.photos] else {
      throw UsageError("--photos and --no-photos contradict each other")
    }
    var outcomes: [SyncOutcome] = []
    for remote in remotes {
      do {
        outcomes.append(SyncOutcome(remote, .success(try context.sync(remote))))
      } catch  where remotes.count > 1 {
        outcomes.append(SyncOutcome(remote, .failure(error)))
      }
    }
    try context.report(outcomes)
  }
}

extension OptionDefinition {
  fileprivate static let photos = Flag(
    "photos", help: "Sync photos, too, not only thumbnails")
  fileprivate static let thumbnails = Flag(
    "thumbnails", help: "Sync only thumbnails of photos, the default")
  fileprivate static let noPhotos = Flag(
    "no-photos", help: "Sync events only, without thumbnails")
  fileprivate static let wholeListing = Flag(
    "all", help: "Look at all that a remote holds, not only at what is new")
  fileprivate static let wholeCheck = Flag(
    "check",
    help: "Fetch and check all that a remote holds, and mend what is damaged")
  fileprivate static let compaction = Flag(
    "compact",
    help:
      "Replace segments that still hold erased contents by ones without them"
  )
  fileprivate static let watch = Flag(
    "watch",
    help: "Keep syncing, whenever something changes, until Ctrl-C"
  )
  fileprivate static let every = Option<Int64>(
    "every", value: "TIME",
    help: "With --watch: the longest interval; 5m by default",
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

extension CommandContext {
  fileprivate func sync(_ remote: Remote) throws -> SyncReport {
    if !isDryRun { try journal.takeName(from: remote) }
    return try sync(remote, syncRequest(of: remote))
  }

  /// Syncs with a remote and shows the progress.
  func sync(_ remote: Remote, _ request: SyncRequest) throws -> SyncReport {
    Memory.returnLargePieces()
    var request = request
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

  /// Reports syncs; in JSON after other members.
  ///
  /// - Throws: The error of the first sync that failed or refused something.
  mutating func report(
    _ outcomes: [SyncOutcome],
    after members: (inout JSONWriter) -> Void = { _ in }
  ) throws {
    removeErasedBytes()
    let (names, conflicts) = afterStoring(or: (NewsNames(), [])) {
      (
        try journal.names(in: outcomes.compactMap(\.report)),
        try self.conflicts(after: outcomes, in: journal)
      )
    }
    if wantsJSON {
      let isDryRun = isDryRun
      try printJSONObject { writer in
        members(&writer)
        if isDryRun { writer.member("dryRun", true) }
        writer.list("remotes", outcomes) {
          $0.outcome($1, names, .commandLine)
        }
        writer.conflicts(conflicts, .commandLine)
      }
    } else {
      // A single failure is the command's error.
      for outcome in outcomes
      where outcomes.count > 1 || outcome.report != nil {
        let lines = outcome.lines(names, .commandLine, isDryRun: isDryRun)
        for line in lines { try print(line) }
      }
      try print(conflicts)
      try printDryRun()
    }
    // A failed remote has not kept the others from being synced with.
    for outcome in outcomes { try outcome.check() }
  }

  /// The options of this command line for a sync with a remote.
  func syncRequest(of remote: Remote, looksAtAll: Bool = true) -> SyncRequest {
    var request = syncRequest()
    request.isRehearsal = isDryRun
    request.isMerging = arguments[.merge] && isDryRun
    if arguments[.merge] { request.asksToMerge = agreesToMerge(with: remote) }
    request.listsAll = looksAtAll && arguments[.wholeListing]
    request.checksAll = looksAtAll && arguments[.wholeCheck]
    request.compacts = looksAtAll && arguments[.compaction]
    request.photos =
      arguments[.photos]
      ? .all : arguments[.noPhotos] ? .none : .thumbnails
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

  /// The names that two plants or rooms have since the sync.
  func conflicts(
    after outcomes: [SyncOutcome], in journal: CareJournal
  ) throws -> [Finding] {
    guard !isDryRun,
      outcomes.contains(where: \.hasReceived)
    else { return [] }
    return try journal.nameConflicts()
  }

  mutating func print(_ conflicts: [Finding]) throws {
    for finding in conflicts {
      try print(SafeText.shown(finding.message))
      guard let remedy = finding.remedy else { continue }
      try print(hint: "settle it with: \(remedy.text())")
    }
  }

  /// The options for all syncs of this process.
  func syncRequest() -> SyncRequest {
    var request = SyncRequest()
    request.photos = .thumbnails
    request.transport = ChildProcess.sibling("plantguide-sync")
    let process = process
    request.environment = { process.environment[$0] }
    request.said = foreignErrors()
    request.removesErasedBytes = { _ = try $0.removeErasedBytes() }
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

  /// Shows standard error of programs that were started: only its beginning,
  /// and on a terminal without control characters.
  func foreignErrors() -> ([UInt8]) -> Void {
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
}
