/// A command: how it is called and what it does.
struct Command: Sendable {
  let definition: CommandDefinition
  let run: @Sendable (inout CommandContext) throws -> Void

  init(
    definition: CommandDefinition,
    run: @escaping @Sendable (inout CommandContext) throws -> Void
  ) {
    self.definition = definition
    self.run = run
  }

  /// Every command, in the order in which help lists them.
  static let all: [Command] =
    [add] + care + [
      snooze, skip, today, upcoming, list, show, move, note, favorite, remove,
      restore,
    ] + rooms + schedules + [
      undo, history, replay, stats, append,
    ] + exports + [importEvents] + log
}

extension OptionDefinition {
  static let room = OptionDefinition(
    name: "room", short: "r", value: "ROOM", help: "The room, by name or id")
  static let at = OptionDefinition(
    name: "at", value: "WHEN",
    help: "When it was: yesterday, 'yesterday 18:00', 2026-03-08, an instant")
  static let note = OptionDefinition(
    name: "note", short: "n", value: "TEXT", help: "A remark")
  static let limit = OptionDefinition(
    name: "limit", value: "COUNT", help: "At most so many lines")

  /// The options of every command that writes.
  static let writing: [OptionDefinition] = [at, note] + GlobalOptions.writing
}

extension CommandContext {
  /// The value of `--limit`; `nil` for none.
  func limit() throws -> Int? {
    guard let text = arguments.value("limit") else { return nil }
    guard let limit = Int(text), limit > 0 else {
      throw UsageError.badValue(
        option: "limit", value: text, expectation: "a whole number from 1")
    }
    return limit
  }
}
