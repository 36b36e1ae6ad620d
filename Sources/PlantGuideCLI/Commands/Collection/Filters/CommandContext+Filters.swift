internal import ErrorKit
internal import JournalActions
internal import JournalCare
internal import JournalEvents
internal import JournalQueries
internal import JournalReports
internal import TerminalKit
internal import TextKit

extension CommandContext {
  /// The command line of `list` with what `--filter` adds to it or, on a
  /// terminal, this machine's settings where it leaves it to them.
  func argumentsOfList() throws -> ParsedArguments {
    guard isForTerminal else { return try argumentsWithFilter() }
    if let remembered = try rememberedOptions() {
      return arguments.over(remembered)
    }
    var found: ParsedArguments
    if let filter = try usualFilter() {
      do {
        found = try arguments(with: filter)
      } catch {
        throw unusable(.listFilter, error)
      }
    } else {
      found = try argumentsWithFilter()
    }
    // What is searched for stands in the order in which it fits.
    if found.positional.isEmpty,
      process.machineSetting(.listOrder) == .text("newest")
    {
      found = found.over(try SavedFilter(text: "--sort=-added").arguments)
    }
    return found
  }

  /// Whether a person looks at the list: what this machine keeps for them is
  /// nothing for programs.
  private var isForTerminal: Bool {
    terminal.isTerminal && !ListForm.isForPrograms(arguments)
  }

  /// Whether a command line leaves it to this machine which plants are listed.
  private var leavesChoice: Bool {
    isForTerminal && !arguments.contains(FilterWish.used)
      && !arguments.contains(.removed) && !ListQuery.isGiven(in: arguments)
  }

  /// The filter that `list` uses because a setting says so.
  ///
  /// - Throws: ``UsageError`` where the setting can be no filter's name.
  func usualFilter() throws -> NamedFilter? {
    guard leavesChoice, process.machineSetting(.listOptions) == .null,
      case .text(let name) = process.machineSetting(.listFilter)
    else { return nil }
    do {
      return try FilterWish.filter(name)
    } catch {
      throw unusable(.listFilter, error)
    }
  }

  /// What `--remember` keeps, as far as the command line leaves it open;
  /// `nil` for nothing.
  private func rememberedOptions() throws -> ParsedArguments? {
    guard arguments.positional.isEmpty, !arguments.contains(.removed),
      !arguments.contains(FilterWish.used),
      case .text(let text) = process.machineSetting(.listOptions)
    else { return nil }
    do {
      let saved = try SavedFilter(text: text)
      _ = try ListQuery(saved.arguments)
      _ = try ListForm(saved.arguments)
      var options: [OptionDefinition] = [ListForm.sort]
      if leavesChoice { options += ListQuery.options }
      if !arguments.containsAny(of: ListForm.ofTables) {
        options += ListForm.ofTables
      }
      var remembered = saved.arguments.limited(to: options)
      if !leavesChoice { remembered.positional = [] }
      return remembered
    } catch {
      throw unusable(.listOptions, error)
    }
  }

  /// What of the plants is shown because `--remember` keeps it, as people read
  /// it; `nil` where all are.
  func rememberedChoice() throws -> String? {
    guard isForTerminal, leavesChoice, let found = try rememberedOptions(),
      ListQuery.isGiven(in: found)
    else { return nil }
    let choice = SavedFilter(found.limited(to: ListQuery.options)).text()
    return MachineSettingKey.listOptions.shown(
      choice, in: try journal.rooms())
  }

  /// The error for a setting whose text this program does not take.
  func unusable(
    _ key: MachineSettingKey, _ error: any Error
  ) -> UsageError {
    UsageError(
      "the setting '\(key.rawValue)' cannot be used: "
        + ErrorFacts(of: error).message,
      hint: "end it: plantguide settings reset \(key.rawValue)")
  }

  /// The command line with what `--filter` adds to it.
  private func argumentsWithFilter() throws -> ParsedArguments {
    try arguments[FilterWish.used].map(arguments(with:)) ?? arguments
  }

  /// The command line with what a filter adds to it.
  ///
  /// Filters are tools of today, so `--as-of` uses those of today as well.
  private func arguments(with filter: NamedFilter) throws -> ParsedArguments {
    let text = try journal.read { try $0.choice(of: filter) }
    do throws(UsageError) {
      return arguments.over(try SavedFilter(text: text).arguments)
    } catch {
      throw UsageError(
        "the filter '\(filter.name)' cannot be used: \(error.message)",
        hint: "save it again, or remove it: "
          + "plantguide list --forget \(filter.name)")
    }
  }

  /// The error for a room, given by its id, that cannot be seen: that it was
  /// deleted after a filter was saved, where a filter is used.
  func filterWithoutRoom(_ room: String) throws -> any Error {
    let name = try RoomID(room).flatMap { try journal.rooms().name(of: $0) }
    guard !arguments.contains(.room) else {
      return RoomNameError.notFound(name: room, suggestions: [])
    }
    if try rememberedChoice() != nil {
      return UsageError(
        "what is remembered for 'list' cannot be used: "
          + "its room '\(name ?? room)' was deleted",
        hint: "forget it: plantguide list --reset")
    }
    guard let filter = try arguments[FilterWish.used] ?? usualFilter() else {
      return RoomNameError.notFound(name: room, suggestions: [])
    }
    return UsageError(
      "the filter '\(filter.name)' cannot be used: "
        + "its room '\(name ?? room)' was deleted",
      hint: "take another room for once with --room, or remove the filter: "
        + "plantguide list --forget \(filter.name)")
  }

  /// Does what was asked for with named filters.
  mutating func perform(_ wish: FilterWish) throws {
    switch wish {
    case .showAll: try printFilters()
    case .save(let filter): try save(filter)
    case .forget(let filter):
      try report(journal.changeFilter(FilterRequest(filter, nil), mode))
    case .remember: try remember()
    case .reset: try change(.machine(.listOptions), to: .null)
    }
  }

  private mutating func remember() throws {
    let wanted = SavedFilter(try argumentsWithFilter())
    guard !wanted.isEmpty else {
      throw UsageError(
        "there is nothing to remember",
        hint: "add filters, an order or a view: plantguide list --remember "
          + "--sort due --view grid")
    }
    try check(wanted)
    try change(.machine(.listOptions), to: .text(try storedText(of: wanted)))
  }

  /// Refuses what `list` would not take.
  func check(_ wanted: SavedFilter) throws {
    let query = try ListQuery(wanted.arguments)
    _ = try ListForm(wanted.arguments)
    try read { try $0.check(query) }
  }

  /// Stored by id, a room is found under a later name.
  private func storedText(of wanted: SavedFilter) throws -> String {
    let rooms = try journal.rooms()
    return wanted.text { name in
      (try? rooms.room(named: name))?.description ?? name
    }
  }

  private mutating func save(_ filter: NamedFilter) throws {
    let wanted = SavedFilter(try argumentsWithFilter())
    guard !wanted.isEmpty else {
      throw UsageError(
        "there is nothing to save",
        hint: "add words, filters or an order: plantguide list --save "
          + "\(filter.name) --room Kitchen --sort due")
    }
    try check(wanted)
    let text = try storedText(of: wanted)
    guard text.utf8.count <= NamedFilter.maximumLength else {
      throw UsageError(
        "a filter has at most \(NamedFilter.maximumLength) bytes, and this "
          + "has \(text.utf8.count)")
    }
    let receipt = try journal.changeFilter(FilterRequest(filter, text), mode)
    var report = WriteReport(receipt, .commandLine)
    if case .filterSaved(_, let isNew)? = receipt.changes.first {
      report.lines = [
        "\(isNew ? "saved" : "replaced") the filter '\(filter.name)': "
          + SafeText.shown(wanted.text()),
        "show it with: plantguide list --filter \(filter.name)",
      ]
    }
    try self.report(report)
  }
}
