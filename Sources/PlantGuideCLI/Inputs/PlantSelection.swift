internal import JournalCare
internal import JournalEvents
internal import JournalProjections
internal import JournalViews
internal import LMDBKit
internal import TerminalKit

/// The plants that a command line means: those it names, those that standard
/// input names, or those that filters choose.
struct PlantSelection {
  /// The argument of a command that takes a selection. A command whose
  /// selection may also be filtered parts its other arguments itself.
  static let argument = ArgumentDefinition(
    name: "PLANT", isOptional: true, isRepeatable: true, completion: .plant,
    help: "Plants, by name or short id; - reads names from standard input",
    alternative: .choosing)

  /// The options that choose plants instead of names.
  static let options: [OptionDefinition] = [
    Option(
      "room", short: "r", value: "ROOM", completion: .room,
      help: "The room, by name or id", group: .choosing),
    Option(
      "family", value: "NAME", completion: .family,
      help: "All of a botanical family", group: .choosing),
    Option(
      "tag", value: "TEXT", completion: .tag,
      help: "All with a label", group: .choosing),
    Flag("favorite", help: "All favourites", group: .choosing),
    Flag("all", help: "All plants", group: .choosing),
  ]

  /// The names given, `-` replaced by those on standard input.
  let names: [String]
  private let room: String?
  private let family: String?
  private let tag: String?
  private let favoritesOnly: Bool
  private let takesAll: Bool
  private let precision: PlantResolver.Precision
  private let includesRemoved: Bool
  private let prefersRemoved: Bool
  private let choosesRemoved: Bool

  /// Reads the selection from a command line.
  ///
  /// - `names`: The positional arguments that name plants.
  /// - `includesRemoved`: Whether plants that left can be named.
  /// - `prefersRemoved`: Whether such are meant before those that are there.
  /// - `choosesRemoved`: Whether filters choose such, too.
  /// - `takesFilters`: Whether options may choose plants; where they say what
  ///   is to change, they may not.
  /// - `mayBeEmpty`: Whether something else can stand in for a selection.
  /// - Throws: ``UsageError`` where nothing is selected, or names stand
  ///   beside filters.
  init(
    _ names: some Collection<String>, of context: CommandContext,
    includesRemoved: Bool = false, prefersRemoved: Bool = false,
    choosesRemoved: Bool = false,
    takesFilters: Bool = true,
    mayBeEmpty: Bool = false
  ) throws {
    let arguments =
      takesFilters ? context.arguments : ParsedArguments(options: [])
    room = arguments.value("room")
    family = arguments.value("family")
    tag = arguments.value("tag")
    favoritesOnly = arguments.flag("favorite")
    takesAll = arguments.flag("all")
    self.includesRemoved = includesRemoved
    self.prefersRemoved = prefersRemoved
    self.choosesRemoved = choosesRemoved
    let readsInput = names.contains("-")
    // Who pipes names in cannot see what a near spelling is taken for.
    precision = readsInput ? .exact : .forgiving
    self.names = try names.flatMap { name in
      name == "-" ? try Self.namesOnInput(of: context) : [name]
    }
    guard hasFilter || !names.isEmpty || mayBeEmpty else {
      throw UsageError(
        "no plant is named",
        hint: "name plants, or choose them with "
          + Wording.list(
            Self.options.map { "--\($0.name)" }, joinedBy: "or"),
        usage: context.command.usage)
    }
    guard !hasFilter || names.isEmpty else {
      throw UsageError(
        "plants are named and chosen by an option at once",
        hint: "either name plants or choose them, but not both",
        usage: context.command.usage)
    }
  }

  /// Whether plants are chosen by options rather than named.
  var hasFilter: Bool {
    room != nil || family != nil || tag != nil || favoritesOnly || takesAll
  }

  /// What was chosen, in words, as an event's `batch` keeps it.
  var text: String {
    var words: [String] = []
    if let room { words.append("room \(room)") }
    if let family { words.append("family \(family)") }
    if let tag { words.append("tag \(tag)") }
    if favoritesOnly { words.append("favourites") }
    if takesAll { words.append("all") }
    var text = words.isEmpty ? "selection" : words.joined(separator: ", ")
    while text.utf8.count > FieldForm.nameLimit { text.removeLast() }
    return text
  }

  /// Whether neither names nor options choose plants.
  var isEmpty: Bool { names.isEmpty && !hasFilter }

  /// The plants, each once; named ones in the order given, others by id.
  ///
  /// - Throws: ``PlantNameError`` for a name that is not one plant's, and
  ///   ``NothingMatched`` where filters choose none.
  func plants(
    _ context: CommandContext, in snapshot: borrowing Snapshot
  ) throws -> [PlantID] {
    hasFilter
      ? try chosen(from: snapshot)
      : try named(context, in: snapshot)
  }

  private func named(
    _ context: CommandContext, in snapshot: borrowing Snapshot
  ) throws -> [PlantID] {
    var seen: Set<PlantID> = []
    return try names.map { name in
      try context.plant(
        name, in: snapshot, includesRemoved: includesRemoved,
        prefersRemoved: prefersRemoved, precision: precision)
    }.filter { seen.insert($0).inserted }
  }

  private func chosen(
    from snapshot: borrowing Snapshot
  ) throws -> [PlantID] {
    let matches = try filter(in: snapshot)
    var plants: [PlantID] = []
    try snapshot.forEachPlant { id, plant in
      let isWanted = choosesRemoved ? plant.profile != nil : plant.isPresent
      if isWanted, matches(plant) { plants.append(id) }
      return true
    }
    guard !plants.isEmpty else {
      throw NothingMatched(reason: "no plant matches")
    }
    return plants
  }

  /// Whether the filters choose a plant; of no concern to removed ones.
  func filter(
    in snapshot: borrowing Snapshot
  ) throws -> (PlantState) -> Bool {
    let room = try room.map { try CommandContext.room($0, in: snapshot.rooms) }
    let family = family?.foldedName
    let tag = tag?.foldedName
    let rooms = snapshot.rooms
    return { plant in
      (room == nil || rooms.effective(plant.room) == room)
        && (family == nil || plant.profile?.family.foldedName == family)
        && (tag == nil
          || plant.profile?.tags.contains { $0.foldedName == tag } == true)
        && (!favoritesOnly || plant.isFavorite)
    }
  }

  /// Longer than any name is, in bytes; comparing one takes its time.
  private static let longestName = 1_000

  /// Names on standard input: one a line, or parted by NUL as `list --print0`
  /// writes them.
  private static func namesOnInput(
    of context: CommandContext
  ) throws -> [String] {
    let input = try context.process.readStandardInput()
    let separator: UInt8 = input.contains(0) ? 0 : 0x0a
    return try input.split(separator: separator).compactMap { bytes in
      guard bytes.count <= longestName else {
        throw UsageError(
          "a name on standard input has \(bytes.count) bytes",
          hint: "write one name a line, or part names by NUL")
      }
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw UsageError("a name on standard input is not UTF-8")
      }
      let name = text.last == "\r" ? String(text.dropLast()) : text
      return name.allSatisfy(\.isWhitespace) ? nil : name
    }
  }
}
