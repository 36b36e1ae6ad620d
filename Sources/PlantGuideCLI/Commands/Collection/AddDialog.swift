internal import CatalogueStore
internal import ErrorKit
internal import JournalActions
internal import JournalCare
internal import JournalEvents
internal import JournalInput
internal import JournalQueries
internal import JournalReports
internal import TerminalKit
internal import TextKit

extension CommandContext {
  /// Asks for everything that `add` was not given: the name, the species, the
  /// room, and the watering that the catalogue does not know. The answers
  /// become arguments, so the command goes on as if they had been typed.
  mutating func askForNewPlant() throws {
    try print("A new plant. Ctrl-C ends this, and adds nothing.")
    try output.flush()
    let journal = journal
    try ask(.nickname, "What do you call it? Enter for no name of its own:") {
      var plant = NewPlant(scientificName: $0)
      plant.nickname = try NameInput.nickname($0)
      _ = try journal.add(plant, .rehearse)
    }
    let isKnown = try askForSpecies()
    let rooms = try journal.rooms()
    let names = rooms.rooms.map { SafeText.shown($0.name) }
    try ask(
      .room,
      "In which room? \(names.joined(separator: ", ")); Enter for Other:"
    ) { _ = try rooms.room(named: $0) }
    guard !isKnown else { return }
    try ask(
      .wateredEvery,
      "How often is it to be watered, as 7d or weekly? Enter for never:"
    ) { _ = try ScheduleInput.interval($0) }
  }

  /// Asks for the value of an option that was not given, until an answer is
  /// right; an empty one leaves the option out.
  private mutating func ask(
    _ option: OptionDefinition, _ question: String,
    _ check: (String) throws -> Void
  ) throws {
    while !arguments.contains(option) {
      let text = try answer(question)
      guard !text.isEmpty else { return }
      do {
        try check(text)
        arguments.add(option, text: text)
      } catch {
        try print(ErrorReport(describing: error).message)
        try output.flush()
      }
    }
  }

  /// Asks for the species, offering the catalogue's plants of that name.
  ///
  /// - Returns: Whether the catalogue knows it.
  private mutating func askForSpecies() throws -> Bool {
    var typed = ""
    while true {
      if typed.isEmpty {
        typed = try answer("Which plant is it? Its scientific or common name:")
        continue
      }
      let reading: NameReading
      do {
        typed = try NameInput.name(typed, "the scientific name")
        reading = try catalogues.reading(of: typed)
      } catch {
        try print(ErrorReport(describing: error).message)
        try output.flush()
        typed = ""
        continue
      }
      arguments.positional = [typed]
      if arguments[.asTyped] { return false }
      if case .found(let found) = reading, found.certainty == .certain {
        return true
      }
      let namesakes = try catalogues.namesakes(of: typed)
      let names = namesakes.isEmpty ? reading.candidates : namesakes
      try printCandidates(names, for: typed)
      let text = try answer(
        names.isEmpty
          ? "Another name, or Enter for this:"
          : "Which number, or another name? Enter for '\(typed)' as it is:")
      guard !text.isEmpty else {
        arguments.add(.asTyped, text: nil)
        return false
      }
      guard let number = Int(text) else {
        typed = text
        continue
      }
      guard number > 0, number <= names.count else { continue }
      arguments.positional = [names[number - 1]]
      return true
    }
  }

  /// Prints the possible meanings of a name, each with a number.
  private mutating func printCandidates(
    _ names: [String], for typed: String
  ) throws {
    guard !names.isEmpty else {
      try print("The catalogue does not know '\(SafeText.shown(typed))'.")
      return try output.flush()
    }
    for (index, name) in names.enumerated() {
      var summary = name
      if case .found(let found) = try catalogues.reading(of: name) {
        summary = found.names.summary
      }
      try print("  \(index + 1)  \(SafeText.shown(summary))")
    }
    try output.flush()
  }

  /// An answer without the blanks around it.
  ///
  /// - Throws: `NothingMatched` if the input ends.
  private func answer(_ question: String) throws -> String {
    guard let text = try process.prompt.answer(question) else {
      throw NothingMatched(reason: "the input ended")
    }
    return NewName.trimmed(text)
  }
}
