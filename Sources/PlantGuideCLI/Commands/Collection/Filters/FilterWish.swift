internal import JournalCare
internal import TerminalKit
internal import TextKit

/// The actions of `list` on named filters, apart from using one.
enum FilterWish {
  case save(NamedFilter)
  case forget(NamedFilter)
  case showAll

  /// The option that uses a filter, and those of the actions.
  static let options: [OptionDefinition] = [
    used, saved, shown, forgotten,
  ]

  static let used = Option(
    "filter", value: "NAME", completion: .filter,
    help:
      "Use a saved filter; words and tags add to it, other options replace "
      + "its own",
    read: filter)
  private static let saved = Option(
    "save", value: "NAME", completion: .filter,
    help: "Save these words, options, order and columns as a filter",
    read: filter)
  private static let shown = Flag("filters", help: "Show the saved filters")
  private static let forgotten = Option(
    "forget", value: "NAME", completion: .filter,
    help: "Remove a saved filter", read: filter)

  /// Reads the options of a command line; `nil` if they ask for a list.
  init?(_ arguments: ParsedArguments) throws {
    let given = Self.options.dropFirst().filter { arguments.contains($0) }
    guard given.count < 2 else {
      let names = given.map { "--\($0.name)" }
      throw UsageError(
        "\(Phrase.list(names, joinedBy: "and")) do not go together")
    }
    if let filter = try arguments[Self.saved] {
      self = .save(filter)
    } else if let filter = try arguments[Self.forgotten] {
      self = .forget(filter)
    } else if arguments[Self.shown] {
      self = .showAll
    } else {
      return nil
    }
  }

  /// Returns the filter of a name.
  static func filter(_ name: String) throws -> NamedFilter {
    guard let filter = NamedFilter(named: name) else {
      throw UsageError(
        "'\(name)' cannot be a filter's name",
        hint: "take letters, digits, - and _, up to "
          + "\(NamedFilter.maximumNameLength) bytes")
    }
    return filter
  }
}
