internal import JournalCare
internal import JournalEvents
internal import JournalQueries
internal import TerminalKit

extension MachineSettingKey {
  /// The options of a command that it keeps; empty where it keeps none.
  var keptOptions: [OptionDefinition] {
    switch self {
    case .listOptions: SavedFilter.options
    case .upcomingOptions: Command.upcoming.definition.remembered
    case .searchOptions: Command.search.definition.remembered
    case .browseOptions: Command.browse.definition.remembered
    default: []
    }
  }

  /// Reads options that it keeps.
  func arguments(_ text: String) throws(UsageError) -> ParsedArguments {
    try ParsedArguments(
      text: text, of: String(rawValue.dropLast(7)), keptOptions)
  }

  /// Options that were kept, as people read them: rooms by name. A text that
  /// this program cannot read is shown as it is.
  func shown(_ text: String, in rooms: RoomList) -> String {
    let kept = try? arguments(text)
    return kept?.text(of: keptOptions) { option, text in
      option.name == OptionDefinition.room.name
        ? RoomID(text).flatMap(rooms.name) ?? text : text
    } ?? text
  }
}

extension CommandContext {
  /// Keeps or forgets the command's options where that is asked for; else says
  /// on a terminal what is kept, which holds where the command line says
  /// nothing else.
  ///
  /// - Returns: Whether that was all that was asked for.
  mutating func remembers() throws -> Bool {
    let options = command.remembered
    guard !options.isEmpty,
      let key = MachineSettingKey(rawValue: command.name + "Options")
    else { return false }
    if arguments[.reset] {
      guard !arguments[.remember] else {
        throw UsageError("--remember and --reset do not go together")
      }
      try change(.machine(key), to: .null)
      return true
    }
    guard arguments[.remember] else {
      try recall(key)
      return false
    }
    guard arguments.containsAny(of: options) else {
      throw UsageError(
        "there is nothing to remember",
        hint: "add options: see 'plantguide help \(command.name)'")
    }
    guard arguments.positional.isEmpty else {
      throw UsageError("--remember keeps options, and takes no names or words")
    }
    let rooms = try rooms(keptBy: key)
    // By its id, a room is found under a later name.
    let text = try arguments.text(of: options) { option, text in
      option.name == OptionDefinition.room.name
        ? try rooms.room(named: text).description : text
    }
    try change(.machine(key), to: .text(text))
    return true
  }

  /// The rooms that kept options may name: the catalogue needs no journal.
  func rooms(keptBy key: MachineSettingKey) throws -> RoomList {
    key.keptOptions.contains { $0.name == OptionDefinition.room.name }
      ? try journal.rooms() : RoomList([:])
  }

  /// Reads options that were kept.
  ///
  /// - Throws: What a command line with them would throw, or ``UsageError``
  ///   where there are other words.
  func kept(
    _ text: String, by key: MachineSettingKey, _ options: [OptionDefinition],
    _ rooms: RoomList
  ) throws -> ParsedArguments {
    let kept = try key.arguments(text).limited(to: options)
    guard kept.positional.isEmpty else {
      throw UsageError("options are remembered, and no names or words")
    }
    try kept.check(options)
    for room in kept.texts(of: .room) { _ = try rooms.room(named: room) }
    return kept
  }

  private mutating func recall(_ key: MachineSettingKey) throws {
    // What is counted is all there is.
    guard terminal.isTerminal, !wantsJSON,
      !arguments.contains(CatalogueOption.by),
      case .text(let text) = process.machineSetting(key)
    else { return }
    // Who says which plants are meant has not left that open.
    let choosing = key.keptOptions.filter { $0.group == .choosing }
    let isChosen =
      !arguments.positional.isEmpty || arguments.containsAny(of: choosing)
    let left = key.keptOptions.filter { option in
      !arguments.contains(option) && !(isChosen && option.group == .choosing)
    }
    let rooms = try rooms(keptBy: key)
    let kept: ParsedArguments
    do {
      kept = try self.kept(text, by: key, left, rooms)
    } catch {
      throw unusable(key, error)
    }
    let used = try kept.text(of: left)
    guard !used.isEmpty else { return }
    arguments = arguments.over(kept)
    try print(
      terminal.styled(
        "As --remember keeps it: \(key.shown(used, in: rooms)); 'plantguide \(command.name) --reset' ends that.",
        .dim))
  }
}
