internal import ErrorKit
internal import JournalCare
internal import JournalEvents
internal import JournalQueries
internal import JournalReports
internal import TerminalKit
internal import TextKit

extension MachineSettingKey {
  /// The command whose options the setting keeps; `nil` if it keeps none.
  fileprivate var keeper: Command? {
    switch self {
    case .listOptions: .list
    case .upcomingOptions: .upcoming
    case .searchOptions: .search
    case .browseOptions: .browse
    default: nil
    }
  }

  /// Returns kept options in readable form, with rooms by name. Other texts,
  /// and those that this program cannot read, are returned unchanged.
  func shown(_ text: String, in rooms: RoomList) -> String {
    guard let command = keeper?.definition else { return text }
    let kept = try? command.kept(text)
    return kept?.text(of: command.remembered.options) { option, text in
      option.name == OptionDefinition.room.name
        ? RoomID(text).flatMap(rooms.name) ?? text : text
    } ?? text
  }
}

extension CommandContext {
  /// Keeps or forgets the command's options if asked to. Otherwise prints, on a
  /// terminal, the kept options that apply to this command line.
  ///
  /// - Returns: `true` if nothing else was asked for.
  mutating func remembers(for keeper: Command) throws -> Bool {
    guard !command.remembered.options.isEmpty,
      let key = MachineSettingKey(rawValue: command.name + "Options")
    else { return false }
    let ofRun: [OptionDefinition] = [.now, .color, .noPager]
    if arguments[.reset] {
      guard !arguments[.remember] else {
        throw UsageError("--remember and --reset do not go together")
      }
      guard arguments.positional.isEmpty,
        arguments.options(besides: ofRun + [.reset, .json]).isEmpty
      else {
        throw UsageError("--reset takes no other options, and no words")
      }
      try change(.machine(key), to: .null)
      return true
    }
    guard arguments[.remember] else {
      try recall(key, for: keeper)
      return false
    }
    let given = try keeper.spelledOut(self)
    let text = try stored(command.kept(given, besides: ofRun + [.remember]))
    guard !text.isEmpty else {
      throw UsageError(
        "there is nothing to remember",
        hint: "add options: see 'plantguide help \(command.name)'")
    }
    try change(.machine(key), to: .text(text))
    return true
  }

  /// Returns kept options in their stored form, with rooms by id, so that a
  /// renamed room is found.
  func stored(_ kept: ParsedArguments) throws -> String {
    try kept.text(of: command.remembered.options) { option, text in
      option.name == OptionDefinition.room.name
        ? try journal.rooms().room(named: text).description : text
    }
  }

  /// Refuses an unusable setting of this machine.
  func check(_ value: SettingValue, of key: MachineSettingKey) throws {
    guard case .text(let text) = value else { return }
    guard let keeper = key.keeper else { return }
    try check(try keeper.definition.kept(text), for: keeper)
  }

  /// Refuses options that a command would not take.
  func check(_ kept: ParsedArguments, for keeper: Command) throws {
    try kept.check(keeper.definition.remembered.options)
    let named = kept.texts(of: .room)
    // The catalogue needs no journal.
    let rooms = named.isEmpty ? RoomList([:]) : try read { $0.roomList }
    for room in named {
      if let id = RoomID(room), rooms[id] == nil, let name = rooms.name(of: id)
      {
        throw UsageError("its room '\(name)' was deleted")
      }
      _ = try rooms.room(named: room)
    }
    try keeper.check(self, kept)
  }

  private mutating func recall(
    _ key: MachineSettingKey, for keeper: Command
  ) throws {
    // On a view of the past, nobody would know what the kept options hide.
    guard terminal.isTerminal, !wantsJSON, !arguments.contains(.asOf),
      command.remembered.isUsed(arguments),
      case .text(let text) = process.machineSetting(key)
    else { return }
    let used: ParsedArguments
    do {
      used = command.remembered.left(of: try command.kept(text), by: arguments)
      try check(used, for: keeper)
    } catch
      where [.invalidInput, .nothingMatched].contains(
        ErrorFacts(of: error).kind)
    {
      keptIsOfNoUse = true
      let fault = ErrorFacts(
        of: unusable(key, error, "\(command.name) --reset"))
      return warnings.add(
        ErrorReport(fault.butGoingOn("this command goes on without it")))
    }
    let line = try used.text(of: command.remembered.options)
    guard !line.isEmpty else { return }
    arguments = arguments.over(used)
    try print(
      terminal.styled(
        "As --remember keeps it: \(SafeText.shown(try shown(line, of: key))); 'plantguide \(command.name) --reset' ends that.",
        .dim))
  }

  /// Returns a text of this machine's settings in readable form: in kept
  /// options, rooms have their names.
  func shown(_ text: String, of key: MachineSettingKey) throws -> String {
    // The catalogue needs no journal.
    let kept = try? key.keeper?.definition.kept(text)
    guard let kept, kept.contains(.room) else { return text }
    return key.shown(text, in: try read { $0.roomList })
  }

  /// Returns the error for an unusable setting, which `end` removes.
  func unusable(
    _ key: MachineSettingKey, _ error: any Error, _ end: String
  ) -> UsageError {
    UsageError(
      "the setting '\(key.rawValue)' cannot be used: "
        + ErrorFacts(of: error).message, hint: "end it: plantguide \(end)")
  }
}
