internal import JournalActions
internal import JournalEvents
internal import JournalInput
internal import JournalQueries
internal import TerminalKit
internal import TextKit

extension CommandContext {
  /// Returns the kind of care to record that has the name `text`.
  ///
  /// People have kinds of their own, so a typing error would make a new kind. A
  /// name close to a known kind is taken for that kind if the user agrees, as
  /// with the names of plants.
  ///
  /// - Throws: ``NearKind`` before anybody has agreed.
  func careKind(_ text: String) throws -> TaskKind {
    let kind = try KindInput.kind(text)
    guard let known = try read({ try $0.nearKind(to: kind) }) else {
      return kind
    }
    guard agreedKinds.holds(for: text) else {
      throw NearKind(name: text, candidate: known)
    }
    return known
  }
}

// Arguments that follow the plants, and are optional.
extension CommandContext {
  /// Returns the arguments before the last ones, without a joining word between
  /// them, as in `move Monty to Kitchen`.
  ///
  /// - Parameters:
  ///   - count: The number of arguments that are the last ones.
  ///   - words: The joining words. A plant of exactly that name stays.
  /// - Returns: The arguments that name plants, and perhaps a kind of care.
  /// - Throws: The errors of the store.
  func arguments(
    beforeLast count: Int, joinedBy words: Set<String>
  ) throws -> ArraySlice<String> {
    let first = arguments.positional.dropLast(count)
    guard count > 0, let last = first.last, words.contains(last.lowercased()),
      try !isPlant(last, .exact)
    else { return first }
    return first.dropLast()
  }

  /// Splits arguments into plants and the kind of care that may follow them;
  /// the kind is `nil` if all are plants, or may be words of a task's title.
  func plantsAndKind(
    _ texts: ArraySlice<String>, orTitle: Bool = false
  ) throws -> (names: ArraySlice<String>, kind: TaskKind?) {
    guard let last = texts.last else { return (texts, nil) }
    let names = texts.dropLast()
    let mayBePlant =
      !KindInput.isStandard(last)
      && !arguments.containsAny(of: PlantChoice.options)
    // A kind alone belongs to no plant, so a word alone may be one of a title.
    if orTitle, !arguments.containsAny(of: PlantChoice.options),
      try meansTask(texts, last)
    {
      return (texts, nil)
    }
    // A word that cannot name a kind is a plant's name, perhaps a mistyped one.
    if mayBePlant,
      try names.isEmpty && (TaskKind(last) == nil || isNearPlant(last))
        || isPlant(last, .exact, orTask: true)
    {
      return (texts, nil)
    }
    return (names, try careKind(last))
  }

  /// Splits arguments of a read-only command into plants and the kind of care
  /// that may follow them: a standard kind, or one of the collection's.
  func plantsAndKnownKind(
    _ texts: some Collection<String>
  ) throws -> (names: [String], kind: TaskKind?) {
    let texts = Array(texts)
    guard let last = texts.last, try !isPlant(last, .exact) else {
      return (texts, nil)
    }
    guard !KindInput.isStandard(last) else {
      return (texts.dropLast(), try KindInput.kind(last))
    }
    guard texts.count > 1, let kind = TaskKind(last), journal.exists,
      try read({ try $0.hasKind(kind) })
    else { return (texts, nil) }
    return (texts.dropLast(), kind)
  }

  /// Returns whether arguments, with no plants chosen, can mean a task: by one
  /// word of its title, or by words after its plant.
  private func meansTask(
    _ texts: ArraySlice<String>, _ last: String
  ) throws -> Bool {
    let isStandard = KindInput.isStandard(last)
    guard texts.count == 1 else {
      return try !isStandard && journal.exists
        && read { try $0.taskOfPlant(Array(texts), naming()) } != nil
    }
    return try !isStandard
      || journal.exists && read { try $0.hasTask(withWordsOf: last) }
  }

  /// Splits arguments into plants and an observation. Words without quotes
  /// belong to the first plant.
  ///
  /// - Throws: ``UsageError`` if a plant is in the place of the text.
  func plantsAndNote(
    _ texts: [String]
  ) throws -> (names: ArraySlice<String>, text: String) {
    let last = texts.last ?? ""
    guard !arguments.containsAny(of: PlantChoice.options) else {
      return ([], try NameInput.note(texts.joined(separator: " ")))
    }
    for name in [texts.joined(separator: " "), last]
    where try isPlant(name, .exact) {
      throw UsageError(
        "say what you saw of '\(SafeText.shown(name))'",
        hint: "write the observation after the name", usage: command.usage)
    }
    // Takes the longest whole name, as nicknames may have several words.
    for count in stride(from: texts.count - 1, to: 1, by: -1) {
      let name = texts[..<count].joined(separator: " ")
      guard try isPlant(name, .exact) else { continue }
      let text = texts[count...].joined(separator: " ")
      return ([name], try NameInput.note(text))
    }
    guard texts.count > 1 else { return ([], try NameInput.note(last)) }
    let isQuoted = texts.count == 2 || last.contains(where: \.isWhitespace)
    let names = texts.dropLast()
    func arePlants(_ precision: PlantResolver.Precision) throws -> Bool {
      try names.allSatisfy { try $0 == "-" || isPlant($0, precision) }
    }
    if try isQuoted || arePlants(.exact) {
      return (names, try NameInput.note(last))
    }
    guard try !arePlants(.forgiving) else {
      throw UsageError(
        "'\(SafeText.shown(names.dropFirst().joined(separator: " ")))' may be plants, or words of what you saw",
        hint: "put what you saw into quotes", usage: command.usage)
    }
    return (
      texts.prefix(1),
      try NameInput.note(texts.dropFirst().joined(separator: " "))
    )
  }

  private func isNearPlant(_ text: String) throws -> Bool {
    try journal.exists
      && read {
        guard case .near = try PlantResolver().match(text, in: $0) else {
          return false
        }
        return true
      }
  }

  private func isPlant(
    _ text: String, _ precision: PlantResolver.Precision,
    orTask: Bool = false
  ) throws -> Bool {
    guard journal.exists else { return false }
    return try read { snapshot in
      if orTask, try snapshot.isTaskOfHome(text) { return true }
      let resolver = PlantResolver(precision: precision)
      guard case .plant = try resolver.match(text, in: snapshot) else {
        return false
      }
      return true
    }
  }
}

extension ArgumentDefinition {
  static let kind = ArgumentDefinition(
    name: "KIND", completion: .kind, help: "The kind of care")
  static let meantKind = ArgumentDefinition(
    name: "KIND", isOptional: true, completion: .kind,
    help: "The kind of care; the only task that is due or open by default")
}
