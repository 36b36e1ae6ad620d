internal import JournalActions
internal import JournalCare
internal import JournalEvents
internal import JournalQueries
internal import JournalReports
internal import TerminalKit
internal import TextKit

extension CommandContext {
  /// The command line with the options of `--filter` added.
  func argumentsWithFilter() throws -> ParsedArguments {
    try arguments[FilterWish.used].map(arguments(with:)) ?? arguments
  }

  /// The command line with the options of a filter added.
  ///
  /// Filters are tools of today, so `--as-of` uses those of today as well.
  private func arguments(with filter: NamedFilter) throws -> ParsedArguments {
    let text = try journal.read { try $0.choice(of: filter) }
    do throws(UsageError) {
      var kept = try command.kept(text)
      // A given room replaces those of the filter.
      if arguments.contains(.room) {
        kept = kept.limited(
          to: command.remembered.options.filter {
            $0.name != OptionDefinition.room.name
          })
      }
      return arguments.over(kept)
    } catch {
      throw UsageError(
        "the filter '\(filter.name)' cannot be used: \(error.message)",
        hint: "save it again, or remove it: "
          + "plantguide list --forget \(filter.name)")
    }
  }

  /// The error for a room, given by its id, that cannot be seen; of a filter it
  /// says that the room was deleted after the filter was saved.
  func filterWithoutRoom(_ room: String) throws -> any Error {
    guard !arguments.contains(.room),
      let filter = try arguments[FilterWish.used]
    else { return RoomNameError.notFound(name: room, suggestions: []) }
    let name = try RoomID(room).flatMap { try journal.rooms().name(of: $0) }
    return UsageError(
      "the filter '\(filter.name)' cannot be used: "
        + "its room '\(name ?? room)' was deleted",
      hint: "take another room for once with --room, or remove the filter: "
        + "plantguide list --forget \(filter.name)")
  }

  /// Carries out a request about named filters.
  mutating func perform(_ wish: FilterWish) throws {
    switch wish {
    case .showAll: try printFilters()
    case .save(let filter): try save(filter)
    case .forget(let filter):
      try report(journal.changeFilter(FilterRequest(filter, nil), mode))
    }
  }

  private mutating func save(_ filter: NamedFilter) throws {
    let options = command.remembered.options
    let wanted = try argumentsWithFilter().limited(to: options)
    guard try !wanted.text(of: options).isEmpty else {
      throw UsageError(
        "there is nothing to save",
        hint: "add words, filters or an order: plantguide list --save "
          + "\(filter.name) --room Kitchen --sort due")
    }
    try check(wanted, for: .list)
    let text = try stored(wanted)
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
          + SafeText.shown(try wanted.text(of: options)),
        "show it with: plantguide list --filter \(filter.name)",
      ]
    }
    try self.report(report)
  }
}
