internal import JournalCare
internal import JournalEvents
internal import JournalProjections
internal import JournalQueries
internal import LMDBKit
internal import TerminalKit

extension OptionDefinition {
  static let onlyKind = Option(
    "kind", short: "k", value: "KIND", completion: .kind,
    help: "Only this kind of care", read: KindInput.kind)
}

/// Which tasks a view shows: those of the plants that are named or chosen, and
/// of one kind of care.
struct TaskFilter {
  /// The argument of a view that takes a filter.
  static let argument = PlantChoice.argument

  /// The options of a view that takes a filter.
  static let options =
    PlantChoice.options + [
      OptionDefinition.onlyKind
    ]

  private let selection: PlantChoice
  private let kind: TaskKind?

  /// Reads the filter from a command line.
  ///
  /// - `names`: The positional arguments that name plants.
  init(
    _ names: some Collection<String>, of context: CommandContext
  ) throws {
    selection = try PlantChoice(names, of: context, mayBeEmpty: true)
    kind = try context.arguments[.onlyKind]
  }

  /// Whether everything is let through.
  var isEmpty: Bool { selection.isEmpty && kind == nil }

  /// The test that a view asks of each of its tasks.
  ///
  /// - Complexity: a chosen plant is opened for each task asked about, and
  ///   no other is.
  func test(
    _ context: CommandContext, in snapshot: borrowing Snapshot
  ) throws -> TaskTest {
    let named =
      selection.names.isEmpty
      ? nil
      : Set(try snapshot.plants(selection))
    var matches: ((PlantState) -> Bool)?
    if selection.hasFilter { matches = try snapshot.filter(of: selection) }
    return TaskTest(kind: kind, named: named, matches: matches)
  }
}

/// Tells whether a filter lets a task through.
struct TaskTest {
  fileprivate let kind: TaskKind?
  fileprivate let named: Set<PlantID>?
  fileprivate let matches: ((PlantState) -> Bool)?

  /// Whether tasks of `plant` and `kind` are let through.
  func admits(
    _ plant: PlantID, _ kind: TaskKind, in snapshot: borrowing Snapshot
  ) throws -> Bool {
    guard self.kind == nil || kind == self.kind,
      named?.contains(plant) ?? true
    else { return false }
    guard let matches else { return true }
    return try snapshot.plant(plant).map(matches) ?? false
  }
}
