internal import JournalActions
internal import JournalEvents
internal import JournalQueries
internal import TerminalKit

extension CommandContext {
  /// The kind of care that is written, whose name is `text`.
  ///
  /// People have kinds of their own, so a typing error would make one. A name
  /// that comes near to a standard kind is taken for that one where somebody
  /// agrees, as it is with the names of plants; one that some plant has
  /// already stays what it is.
  ///
  /// - Throws: ``NearKind`` before anybody has agreed.
  func careKind(_ text: String) throws -> TaskKind {
    let kind = try KindInput.kind(text)
    guard let standard = kind.nearStandard,
      try !read({ try $0.isInUse(kind) })
    else { return kind }
    guard agreed.holds(for: text) else {
      throw NearKind(name: text, candidate: standard)
    }
    return standard
  }
}

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
    guard !isKind || lacksPlants(names),
      let (plant, kinds) = try misplaced(text, isKind ? .exact : .forgiving)
    else { return try careKind(text) }
    let choices = Phrase.list(
      (kinds.isEmpty ? TaskKind.standard : kinds).map(\.name), joinedBy: "or")
    throw UsageError(
      "say which kind of care of '\(SafeText.shown(plant))' is meant",
      hint: kinds.isEmpty
        ? "no task of it is open; kinds are \(choices)"
        : "write \(choices) after the name",
      usage: command.usage)
  }

  /// The text of a note, which stands after `names`.
  ///
  /// - Throws: ``UsageError`` where a plant stands in its place.
  func noteText(
    _ text: String, after names: some Collection<String>
  ) throws -> String {
    if lacksPlants(names), let (plant, _) = try misplaced(text, .exact) {
      throw UsageError(
        "say what you saw of '\(SafeText.shown(plant))'",
        hint: "write the observation after the name",
        usage: command.usage)
    }
    return try NameInput.note(text)
  }

  private func lacksPlants(_ names: some Collection<String>) -> Bool {
    names.isEmpty && !arguments.containsAny(of: PlantChoice.options)
  }

  private func misplaced(
    _ text: String, _ precision: PlantResolver.Precision
  ) throws -> (plant: String, kinds: [TaskKind])? {
    guard journal.exists else { return nil }
    return try read { try $0.openKinds(ofPlantNamed: text, precision) }
  }
}
