internal import JournalActions
internal import JournalCare
internal import JournalEvents
internal import JournalQueries
internal import TerminalKit

extension CommandContext {
  /// The command line with what `--filter` adds to it.
  ///
  /// Filters are tools of today, so `--as-of` uses those of today as well.
  func argumentsWithFilter() throws -> ParsedArguments {
    guard let filter = try arguments[FilterWish.used] else {
      return arguments
    }
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
    guard let filter = try arguments[FilterWish.used],
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
