internal import ErrorKit
internal import JournalActions
internal import JournalCare
internal import JournalEvents
internal import JournalQueries
internal import TerminalKit

extension CommandContext {
  /// The command line of `list` with what `--filter` adds to it or, on a
  /// terminal, this machine's settings where it leaves it to them.
  func argumentsOfList() throws -> ParsedArguments {
    var found: ParsedArguments
    if let filter = usualFilter {
      do {
        found = try arguments(with: filter)
      } catch {
        throw UsageError(
          "the setting 'listFilter' cannot be used: "
            + ErrorFacts(of: error).message,
          hint: "end it: plantguide settings reset listFilter")
      }
    } else {
      found = try argumentsWithFilter()
    }
    // What is searched for stands in the order in which it fits.
    if terminal.isTerminal, found.positional.isEmpty,
      process.machineSetting(.listOrder) == .text("newest")
    {
      found = found.over(try SavedFilter(text: "--sort=-added").arguments)
    }
    return found
  }

  /// The filter that `list` uses because a setting says so.
  var usualFilter: NamedFilter? {
    guard terminal.isTerminal, !wantsJSON,
      !arguments.contains(FilterWish.used), !arguments.contains(.removed),
      !ListQuery.isGiven(in: arguments),
      case .text(let name) = process.machineSetting(.listFilter)
    else { return nil }
    return NamedFilter(named: name)
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
    guard let filter = try arguments[FilterWish.used] ?? usualFilter,
      !arguments.contains(.room)
    else { return RoomNameError.notFound(name: room, suggestions: []) }
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
      try report(
        WriteReport(journal.changeFilter(FilterRequest(filter, nil), mode)))
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
    let query = try ListQuery(wanted.arguments)
    _ = try ListForm(wanted.arguments)
    try read { try $0.check(query) }
    let rooms = try journal.rooms()
    // Stored by id, a room is found under a later name.
    let text = wanted.text { name in
      (try? rooms.room(named: name))?.description ?? name
    }
    guard text.utf8.count <= NamedFilter.maximumLength else {
      throw UsageError(
        "a filter has at most \(NamedFilter.maximumLength) bytes, and this "
          + "has \(text.utf8.count)")
    }
    let receipt = try journal.changeFilter(FilterRequest(filter, text), mode)
    var report = WriteReport(receipt)
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
