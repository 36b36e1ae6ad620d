internal import ErrorKit
internal import JournalCare
internal import JournalEvents
internal import JournalProjections
internal import JournalQueries
internal import JournalTime
internal import LMDBKit
internal import SearchEngine
internal import TerminalKit

extension CommandContext {
  /// The command line with what `--filter` adds to it.
  ///
  /// Filters are tools of today, so `--as-of` uses those of today as well.
  func argumentsWithFilter() throws -> ParsedArguments {
    guard let filter = try arguments[FilterRequest.used] else {
      return arguments
    }
    let saved = try savedFilters()
    guard let text = saved[filter] else {
      throw unknown(filter, among: saved)
    }
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
    let name = try RoomID(room).flatMap { id in
      try readPresent { $0.rooms.name(of: id) }
    }
    guard let filter = try arguments[FilterRequest.used],
      !arguments.contains(.room)
    else { return RoomNameError.notFound(name: room, suggestions: []) }
    return UsageError(
      "the filter '\(filter.name)' cannot be used: "
        + "its room '\(name ?? room)' was deleted",
      hint: "take another room for once with --room, or remove the filter: "
        + "plantguide list --forget \(filter.name)")
  }

  /// Does what was asked for with named filters.
  mutating func perform(_ request: FilterRequest) throws {
    switch request {
    case .showAll: try printFilters()
    case .save(let filter): try save(filter)
    case .forget(let filter): try forget(filter)
    }
  }

  private func savedFilters() throws -> [NamedFilter: String] {
    try readPresent { $0.settings.filters }
  }

  private func unknown(
    _ filter: NamedFilter, among saved: [NamedFilter: String]
  ) -> NothingMatched {
    let names = saved.keys.map(\.name)
    let guess = Suggestion.nearest(to: filter.name, among: names).first
    return NothingMatched(
      reason: "no filter is called '\(filter.name)'",
      remedy: guess.map { .didYouMean([$0]) }
        ?? "'plantguide list --filters' shows those there are")
  }
}

// MARK: Writing

extension CommandContext {
  private mutating func save(_ filter: NamedFilter) throws {
    // What is read first must be read from what is written then.
    _ = try openJournal(.readWrite)
    let wanted = SavedFilter(try argumentsWithFilter())
    guard !wanted.isEmpty else {
      throw UsageError(
        "there is nothing to save",
        hint: "add words, filters or an order: plantguide list --save "
          + "\(filter.name) --room Kitchen --sort due")
    }
    let query = try ListQuery(wanted.arguments)
    _ = try ListForm(wanted.arguments)
    let rooms = try read { snapshot in
      try snapshot.check(query)
      return snapshot.rooms
    }
    // Stored by id, a room is found under a later name.
    let text = wanted.text { name in
      (try? rooms.room(named: name))?.description ?? name
    }
    guard text.utf8.count <= NamedFilter.maximumLength else {
      throw UsageError(
        "a filter has at most \(NamedFilter.maximumLength) bytes, and this "
          + "has \(text.utf8.count)")
    }
    try change(filter, to: .text(text)) { isNew in
      [
        "\(isNew ? "saved" : "replaced") the filter '\(filter.name)': "
          + SafeText.shown(wanted.text()),
        "show it with: plantguide list --filter \(filter.name)",
      ]
    }
  }

  private mutating func forget(_ filter: NamedFilter) throws {
    _ = try openJournal(.readWrite)
    let saved = try savedFilters()
    guard saved[filter] != nil else { throw unknown(filter, among: saved) }
    try change(filter, to: .null) { _ in
      ["removed the filter '\(filter.name)'"]
    }
  }

  private mutating func change(
    _ filter: NamedFilter, to value: SettingValue,
    lines: (_ isNew: Bool) -> [String]
  ) throws {
    let at = try inputZone().offsetInstant(of: try now())
    let isNew = try savedFilters()[filter] == nil
    let report = try write { session, report in
      try session.beginAction()
      try session.changeSetting(
        filter.key, to: value, at: at)
      _ = try session.endAction()
      report.lines = lines(isNew)
    }
    try self.report(report)
  }
}
