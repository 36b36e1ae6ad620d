internal import JournalCare
internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import JournalQueries
internal import LMDBKit
internal import TerminalKit

// Arguments that follow the plants, where a plant stands in their place as
// they were left out.
extension CommandContext {
  /// The kind of care that an argument names, which stands after `names`.
  ///
  /// - Throws: ``UsageError`` where it is none. Where it is a plant, that
  ///   tells the plant's own kinds.
  func kind(
    _ text: String, after names: some Collection<String>
  ) throws -> TaskKind {
    let isKind = TaskKind(text) != nil
    if !isKind || lacksPlants(names),
      let plant = try misplaced(text, isKind ? .exact : .forgiving)
    {
      throw missingKind(of: plant)
    }
    return try careKind(text)
  }

  /// The text of a note, which stands after `names`.
  ///
  /// - Throws: ``UsageError`` where a plant stands in its place.
  func noteText(
    _ text: String, after names: some Collection<String>
  ) throws -> String {
    if lacksPlants(names), let plant = try misplaced(text, .exact) {
      throw UsageError(
        "say what you saw of '\(SafeText.shown(plant.name))'",
        hint: "write the observation after the name",
        usage: command.usage)
    }
    return try NameInput.note(text)
  }

  /// A plant that was named, and the kinds of its care.
  private struct Misplaced {
    let name: String
    let kinds: [TaskKind]
  }

  private func lacksPlants(_ names: some Collection<String>) -> Bool {
    names.isEmpty && !arguments.containsAny(of: PlantChoice.options)
  }

  private func misplaced(
    _ text: String, _ precision: PlantResolver.Precision
  ) throws -> Misplaced? {
    guard home.exists else { return nil }
    return try read { snapshot in
      let resolver = PlantResolver(precision: precision)
      guard case .plant(let id) = try resolver.match(text, in: snapshot),
        let plant = try snapshot.plant(id)
      else { return nil }
      let kinds = Set(snapshot.calendar.openTasks(of: plant).map(\.kind))
      return Misplaced(name: plant.displayName, kinds: kinds.sorted())
    }
  }

  private func missingKind(of plant: Misplaced) -> UsageError {
    let kinds = (plant.kinds.isEmpty ? TaskKind.standard : plant.kinds)
      .map(\.name)
    let choices = Wording.list(kinds, joinedBy: "or")
    return UsageError(
      "say which kind of care of '\(SafeText.shown(plant.name))' is meant",
      hint: plant.kinds.isEmpty
        ? "no task of it is open; kinds are \(choices)"
        : "write \(choices) after the name",
      usage: command.usage)
  }
}
