@testable import TerminalKit

extension CommandLineParser {
  /// A few commands of every form there is.
  static let sample = CommandLineParser(commands: [
    .water,
    CommandDefinition(
      path: ["remove"], summary: "Take a plant out",
      arguments: [.init(name: "PLANT", help: "The plant")],
      options: [.yes, .help]),
    CommandDefinition(
      path: ["restore"], summary: "Bring a plant back",
      arguments: [.init(name: "PLANT", help: "The plant")]),
    CommandDefinition(
      path: ["room", "add"], summary: "Make a room",
      arguments: [.init(name: "NAME", help: "Its name")],
      options: [.help], section: .collection),
    CommandDefinition(
      path: ["room", "list"], summary: "List the rooms", section: .collection),
    CommandDefinition(path: ["today"], summary: "Show what is to be done"),
    CommandDefinition(
      path: ["restart"], summary: "Begin anew", isHidden: true),
  ])

  /// Parses the words of a line without quotes.
  func parse(line: String) throws(UsageError) -> Invocation {
    try parse(line.split(separator: " ").map(String.init))
  }

  /// The arguments of a command line that must run.
  func arguments(line: String) throws -> ParsedArguments? {
    guard case .run(_, let parsed) = try parse(line: line) else { return nil }
    return parsed
  }

  /// The error of a command line that must not be understood.
  func error(line: String) -> UsageError? {
    do {
      _ = try parse(line: line)
      return nil
    } catch {
      return error
    }
  }
}

extension CommandDefinition {
  static let water = CommandDefinition(
    path: ["water"],
    summary: "Record that plants were watered",
    arguments: [
      .init(
        name: "PLANT", isOptional: true, isRepeatable: true,
        completion: .plant, help: "Plants, by name or short id",
        alternative: .choosing)
    ],
    options: [
      .room, .tag, .yes, .help,
    ],
    examples: ["plantguide water Monty --room Kitchen"],
    discussion: "Water is due when the soil is dry.\n\nMore is not better.")
}

extension OptionDefinition {
  static let room = Option(
    "room", short: "r", value: "ROOM", completion: .room,
    help: "All in this room", group: .choosing)
  static let tag = RepeatableOption(
    "tag", value: "TEXT", completion: .choice(["big", "small"]),
    help: "A label")
  static let yes = Flag(
    "yes", short: "y", help: "Answer every question with yes",
    group: .common)
}

extension HelpSection {
  static let collection = HelpSection(order: 1, title: "the collection")
  static let choosing = HelpSection(order: 1, title: "choosing plants")
}

extension Completion {
  static let plant = lookup("plant")
  static let room = lookup("room")
  static let kind = lookup("kind")
  static let span = suggestion(["3d", "1w"])
}
