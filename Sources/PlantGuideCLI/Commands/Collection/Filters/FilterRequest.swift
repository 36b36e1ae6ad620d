internal import JournalCare
internal import TerminalKit

/// What `list` is to do with named filters beside using one.
enum FilterRequest {
  case save(NamedFilter)
  case forget(NamedFilter)
  case showAll

  /// The options that ask for it, and the one that uses a filter.
  static let options = [
    Option(
      "filter", value: "NAME", completion: .filter,
      help:
        "What was saved under a name; words and tags add to it, other options take the place of its own"
    ),
    Option(
      "save", value: "NAME", completion: .filter,
      help: "Save words, filters, order and columns under a name"),
    Flag("filters", help: "Show the filters saved"),
    Option(
      "forget", value: "NAME", completion: .filter,
      help: "Remove a filter that was saved"),
  ]

  /// Reads the options of a command line; `nil` where a list is wanted.
  init?(_ arguments: ParsedArguments) throws {
    let given = ["save", "forget", "filters"].filter(arguments.contains)
    guard given.count < 2 else {
      let names = given.map { "--\($0)" }
      throw UsageError(
        "\(Wording.list(names, joinedBy: "and")) do not go together")
    }
    if let name = arguments.value("save") {
      self = .save(try Self.filter(name))
    } else if let name = arguments.value("forget") {
      self = .forget(try Self.filter(name))
    } else if arguments.flag("filters") {
      self = .showAll
    } else {
      return nil
    }
  }

  /// The filter that `name` can name.
  static func filter(_ name: String) throws(UsageError) -> NamedFilter {
    guard let filter = NamedFilter(named: name) else {
      throw UsageError(
        "'\(name)' cannot be a filter's name",
        hint: "take letters, digits, - and _, up to "
          + "\(NamedFilter.maximumNameLength) bytes")
    }
    return filter
  }
}
