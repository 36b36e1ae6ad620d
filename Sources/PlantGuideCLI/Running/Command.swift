internal import JournalEvents
internal import TerminalKit

/// A command: its definition and its work.
struct Command: Sendable {
  let definition: CommandDefinition
  /// Refuses options that were kept and that it would not take.
  var check: @Sendable (CommandContext, ParsedArguments) throws -> Void = {
    _, _ in
  }
  /// Returns the options to keep, with a named filter spelled out.
  var spelledOut: @Sendable (CommandContext) throws -> ParsedArguments = {
    $0.arguments
  }
  let run: @Sendable (inout CommandContext) throws -> Void

  /// A command's words, separated by a space, and its maker.
  ///
  /// Of constants alone, so that the table of them lies in the program as it
  /// is, and no command's start has to make it.
  private struct Entry: Sendable {
    let words: StaticString
    let command: @Sendable () -> Command

    init(_ words: StaticString, command: @escaping @Sendable () -> Command) {
      self.words = words
      self.command = command
    }

    func isCalled(_ name: String) -> Bool {
      words.withUTF8Buffer { $0.elementsEqual(name.utf8) }
    }

    /// Returns whether other words follow `word`.
    func continues(_ word: String) -> Bool {
      words.withUTF8Buffer { words in
        words.count > word.utf8.count && words.starts(with: word.utf8)
          && words[word.utf8.count] == UInt8(ascii: " ")
      }
    }
  }

  /// Every command, in the order in which help lists them.
  private static let entries = [
    Entry("add") { add },
    Entry("done") { done },
    Entry("water") { verb("water", .watering, "watered") },
    Entry("feed") { verb("feed", .fertilizing, "fed") },
    Entry("prune") { verb("prune", .pruning, "pruned") },
    Entry("repot") { verb("repot", .repotting, "repotted") },
    Entry("turn") { verb("turn", .rotation, "turned") },
    Entry("mist") { verb("mist", .misting, "misted") },
    Entry("clean") { verb("clean", .cleaning, "cleaned") },
    Entry("check") { verb("check", .pestControl, "checked") },
    Entry("snooze") { snooze },
    Entry("skip") { skip },
    Entry("task list") { taskList },
    Entry("task add") { taskAdd },
    Entry("task done") { taskDone },
    Entry("task remove") { taskRemove },
    Entry("today") { today },
    Entry("round") { round },
    Entry("upcoming") { upcoming },
    Entry("agenda") { agenda },
    Entry("status") { status },
    Entry("calendar") { calendar },
    Entry("sitter") { sitter },
    Entry("why") { why },
    Entry("list") { list },
    Entry("show") { show },
    Entry("lineage") { lineage },
    Entry("edit") { edit },
    Entry("rename") { rename },
    Entry("adopt") { adopt },
    Entry("duplicate") { duplicate },
    Entry("measure") { measure },
    Entry("health") { health },
    Entry("field list") { fieldList },
    Entry("field add") { fieldAdd },
    Entry("field remove") { fieldRemove },
    Entry("tag list") { tagList },
    Entry("tag") { tag },
    Entry("move") { move },
    Entry("merge") { merge },
    Entry("note edit") { noteEdit },
    Entry("note remove") { noteRemove },
    Entry("note") { note },
    Entry("favorite") { favorite },
    Entry("remove") { remove },
    Entry("restore") { restore },
    Entry("room list") { roomList },
    Entry("room add") { roomAdd },
    Entry("room edit") { roomEdit },
    Entry("room order") { roomOrder },
    Entry("room delete") { roomDelete },
    Entry("schedule show") { scheduleShow },
    Entry("schedule suggest") { scheduleSuggest },
    Entry("schedule set") { scheduleSet },
    Entry("schedule clear") { scheduleClear },
    Entry("photo add") { photoAdd },
    Entry("photo import") { photoImport },
    Entry("photo list") { photoList },
    Entry("photo show") { photoShow },
    Entry("photo open") { photoOpen },
    Entry("photo edit") { photoEdit },
    Entry("photo move") { photoMove },
    Entry("photo remove") { photoRemove },
    Entry("photo remind") { photoRemind },
    Entry("photo compare") { photoCompare },
    Entry("photo timelapse") { photoTimelapse },
    Entry("photo gc") { photoSweep },
    Entry("identify history") { identifyHistory },
    Entry("identify") { identify },
    Entry("undo") { undo },
    Entry("redo") { redo },
    Entry("amend") { amend },
    Entry("erase") { erase },
    Entry("history") { history },
    Entry("replay") { replay },
    Entry("stats care") { statsCare },
    Entry("stats") { stats },
    Entry("audit") { audit },
    Entry("on-this-day") { onThisDay },
    Entry("search") { search },
    Entry("suggest") { suggest },
    Entry("browse") { browse },
    Entry("species") { species },
    Entry("catalogue status") { catalogueStatus },
    Entry("catalogue import") { catalogueImport },
    Entry("catalogue remove") { catalogueRemove },
    Entry("care refresh") { careRefresh },
    Entry("services status") { servicesStatus },
    Entry("services test") { servicesTest },
    Entry("services set") { servicesSet },
    Entry("picture fetch") { pictureFetch },
    Entry("cache status") { cacheStatus },
    Entry("cache clear") { cacheClear },
    Entry("model add") { modelAdd },
    Entry("model list") { modelList },
    Entry("model check") { modelCheck },
    Entry("model remove") { modelRemove },
    Entry("append") { append },
    Entry("export json") { exportJSON },
    Entry("export csv") { exportCSV },
    Entry("export events") { exportEvents },
    Entry("export ics") { exportCalendar },
    Entry("export photos") { exportPhotos },
    Entry("import events") { importEvents },
    Entry("import csv") { importCSV },
    Entry("import hortusfox") { importHortusFox },
    Entry("import photos") { importPhotos },
    Entry("import") { importAny },
    Entry("backup list") { backupList },
    Entry("backup verify") { backupVerify },
    Entry("backup restore") { backupRestore },
    Entry("backup") { backup },
    Entry("log status") { logStatus },
    Entry("log name") { logName },
    Entry("log verify") { logVerify },
    Entry("log rebuild") { logRebuild },
    Entry("log compact") { logCompact },
    Entry("log repair") { logRepair },
    Entry("log salvage") { logSalvage },
    Entry("sync status") { syncStatus },
    Entry("sync") { sync },
    Entry("serve calendar") { serveCalendar },
    Entry("serve invite") { serveInvite },
    Entry("serve token") { serveToken },
    Entry("serve") { serve },
    Entry("join") { join },
    Entry("web") { web },
    Entry("remote add") { remoteAdd },
    Entry("remote list") { remoteList },
    Entry("remote discover") { remoteDiscover },
    Entry("remote show") { remoteShow },
    Entry("remote rename") { remoteRename },
    Entry("remote remove") { remoteRemove },
    Entry("remote key") { remoteKey },
    Entry("remind") { remind },
    Entry("remind setup") { remindSetup },
    Entry("remind list") { remindList },
    Entry("remind log") { remindLog },
    Entry("remind answer") { remindAnswer },
    Entry("remind mute") { remindMute },
    Entry("remind unmute") { remindUnmute },
    Entry("remind test") { remindTest },
    Entry("channel add") { channelAdd },
    Entry("channel list") { channelList },
    Entry("channel test") { channelTest },
    Entry("channel remove") { channelRemove },
    Entry("settings list") { settingsList },
    Entry("settings get") { settingsGet },
    Entry("settings set") { settingsSet },
    Entry("settings reset") { settingsReset },
    Entry("doctor") { doctor },
    Entry("delete-all") { deleteAll },
    Entry("help") { help },
    Entry("completions") { completions },
    Entry("complete") { complete },
  ]

  /// Words that people type for a command, and the words they stand for.
  private static let synonyms: [(word: StaticString, words: StaticString)] = [
    ("fertilize", "feed"), ("rotate", "turn"), ("delete", "remove"),
    ("died", "remove --reason died"), ("due", "today"),
    ("tomorrow", "upcoming --days 1"), ("week", "upcoming --days 7"),
  ]

  /// Returns a command line with the words that its first word stands for.
  static func spelledOut(_ arguments: [String]) -> [String] {
    guard let first = arguments.first,
      let found = synonyms.first(where: {
        $0.word.withUTF8Buffer { $0.elementsEqual(first.utf8) }
      })
    else { return arguments }
    return "\(found.words)".split(separator: " ").map(String.init)
      + arguments.dropFirst()
  }

  /// Every command.
  static var all: [Command] { entries.map { $0.command() } }

  /// The commands among which `arguments` must be understood: the one whose
  /// words they begin with, and those whose words go on from there; else all.
  ///
  /// Making the others, which only help and mistakes need, would take a
  /// tenth of a short command's time.
  static func candidates(for arguments: [String]) -> [Command] {
    guard let word = arguments.first, !word.utf8.contains(UInt8(ascii: " "))
    else { return all }
    if arguments.count > 1 {
      let words = "\(word) \(arguments[1])"
      if let entry = entries.first(where: { $0.isCalled(words) }) {
        return [entry.command()]
      }
    }
    guard entries.contains(where: { $0.isCalled(word) }) else { return all }
    // `backup` alone must not hide `backup list` from abbreviations.
    return entries.filter { $0.isCalled(word) || $0.continues(word) }
      .map { $0.command() }
  }
}
