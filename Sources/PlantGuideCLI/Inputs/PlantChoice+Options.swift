internal import JournalInput
internal import JournalQueries
internal import TerminalKit
internal import TextKit

extension PlantChoice {
  /// The argument of a command that takes a selection. A command whose
  /// selection may also be filtered parts its other arguments itself.
  static let argument = ArgumentDefinition(
    name: "PLANT", isOptional: true, isRepeatable: true, completion: .plant,
    help: "The plants, by name or short id; - reads names from standard input",
    alternative: .choosing)

  /// The options that choose plants instead of names.
  static let options: [OptionDefinition] = [
    room, family, tag, favorite, all, except,
  ]

  static let room = RepeatableOption(
    "room", short: "r", value: "ROOM", completion: .room,
    help: "All plants in this room, by name or id", group: .choosing)
  private static let family = Option(
    "family", value: "NAME", completion: .family,
    help: "All plants of this botanical family", group: .choosing)
  private static let tag = Option(
    "tag", value: "TEXT", completion: .tag, help: "All plants with this tag",
    group: .choosing)
  private static let favorite = Flag(
    "favorite", help: "All favourite plants", group: .choosing)
  private static let all = Flag("all", help: "All plants", group: .choosing)
  private static let except = RepeatableOption(
    "except", value: "PLANT", completion: .plant,
    help: "Leave out this plant", group: .choosing)

  /// Reads the choice from a command line; a `-` among the names stands for the
  /// names on standard input.
  ///
  /// - Parameters:
  ///   - names: The positional arguments that name plants.
  ///   - context: The state of the running command.
  ///   - includesRemoved: Whether plants that left can be named.
  ///   - prefersRemoved: Whether these are preferred to present plants.
  ///   - followsMerges: Whether names of merged plants mean the plants that
  ///     stand for them; by default, unless removed plants can be named.
  ///   - choosesRemoved: Whether filters also choose plants that left.
  ///   - takesFilters: Whether options may choose plants; not if they say what
  ///     to change.
  ///   - mayBeEmpty: Whether something else can stand in for a choice.
  /// - Throws: ``UsageError`` if nothing is chosen, or names stand beside
  ///   filters.
  init(
    _ names: some Collection<String>, of context: CommandContext,
    includesRemoved: Bool = false, prefersRemoved: Bool = false,
    followsMerges: Bool? = nil, choosesRemoved: Bool = false,
    takesFilters: Bool = true, mayBeEmpty: Bool = false
  ) throws {
    let arguments = takesFilters ? context.arguments : nil
    self.init(
      names: try names.flatMap { name in
        name == "-"
          ? try SelectionInput.names(context.process.readStandardInput())
          : [name]
      },
      rooms: try arguments?[Self.room] ?? [],
      family: try arguments?[Self.family],
      tag: try arguments?[Self.tag],
      favoritesOnly: arguments?[Self.favorite] ?? false,
      takesAll: arguments?[Self.all] ?? false,
      excepted: try arguments?[Self.except] ?? [],
      choosesRemoved: choosesRemoved,
      // A user who pipes names in does not see the meaning of a near spelling.
      naming: context.naming(
        names.contains("-") ? .exact : nil,
        includesRemoved: includesRemoved, prefersRemoved: prefersRemoved,
        followsMerges: followsMerges))
    guard hasFilter || !self.names.isEmpty || mayBeEmpty else {
      throw UsageError(
        "no plant is named",
        hint: "name plants, or choose them with "
          + Phrase.list(
            Self.options.filter { $0 !== Self.except }.map { "--\($0.name)" },
            joinedBy: "or"),
        usage: context.command.usage)
    }
    guard excepted.isEmpty || choosesPlants || mayBeEmpty else {
      throw UsageError(
        "--except needs an option that chooses plants, such as --all",
        usage: context.command.usage)
    }
    guard !hasFilter || self.names.isEmpty else {
      throw UsageError(
        "plants are both named and selected by an option",
        hint:
          "either name plants or select them, not both; an option takes one value, and can be given again",
        usage: context.command.usage)
    }
  }
}

extension OptionDefinition {
  static let onlyKind = Option(
    "kind", short: "k", value: "KIND", completion: .kind,
    help: "Only this kind of care", read: KindInput.kind)
}

extension TaskFilter {
  /// The argument of a view that takes a filter.
  static let argument = PlantChoice.argument

  /// The options of a view that takes a filter.
  static let options = PlantChoice.options + [.onlyKind]

  /// Reads the filter from a command line; `names` are the positional
  /// arguments that name plants.
  init(
    _ names: some Collection<String>, of context: CommandContext
  ) throws {
    let (names, kind) = try context.plantsAndKnownKind(names)
    self.init(
      plants: try PlantChoice(names, of: context, mayBeEmpty: true),
      kind: try context.arguments[.onlyKind] ?? kind)
  }
}
