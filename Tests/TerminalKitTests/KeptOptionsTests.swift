import Testing

@testable import TerminalKit

struct KeptOptionsTests {
  private static let room = RepeatableOption(
    "room", value: "ROOM", help: "Where")
  private static let star = Flag("star", help: "Only favourites")
  private static let sort = Option("sort", value: "COLUMN", help: "The order")
  private static let by = Flag("by", help: "Count")

  private func command(
    hasWords: Bool = false, _ sets: [[OptionDefinition]] = []
  ) -> CommandDefinition {
    CommandDefinition(
      path: ["x"], summary: "", options: [Self.by],
      remembering: KeptOptions(
        [Self.room, Self.star, Self.sort], hasWords: hasWords,
        replacing: sets, where: { !$0.contains(Self.by) }))
  }

  private func parse(
    _ line: String, of command: CommandDefinition
  ) throws -> ParsedArguments {
    var parser = OptionParser(
      command: CommandDefinition(
        path: ["x"], summary: "",
        options: command.options + command.remembered.options))
    return try parser.parse(line.split(separator: " ").map(String.init)[...])
  }

  /// The part of `kept` that is used with a command line.
  private func used(
    _ kept: String, with line: String, _ command: CommandDefinition
  ) throws -> String {
    let arguments = try parse(line, of: command)
    return try command.remembered.left(
      of: parse(kept, of: command), by: arguments
    ).text(of: command.remembered.options)
  }

  @Test func aGivenOptionTakesThePlaceOfTheSameOne() throws {
    let command = command()
    #expect(
      try used("--room a --sort b", with: "--room c Fern", command)
        == "--sort b")
  }

  @Test func aGivenOptionTakesThePlaceOfItsWholeSet() throws {
    let command = command(hasWords: true, [[Self.room, Self.star]])
    let kept = "Fern --room a --star --sort b"
    for line in ["--star", "--room c", "Ficus"] {
      #expect(try used(kept, with: line, command) == "--sort b", "\(line)")
    }
    #expect(
      try used(kept, with: "--sort c", command) == "--room a --star -- Fern")
  }

  @Test func wordsBelongToTheFirstSetAlone() throws {
    let command = command([[Self.star], [Self.room, Self.sort]])
    #expect(
      try used("--room a --star", with: "Fern", command) == "--room a")
  }

  @Test func theCommandSaysWithWhatNothingIsUsed() throws {
    let command = command()
    #expect(try !command.remembered.isUsed(parse("--by", of: command)))
    #expect(try command.remembered.isUsed(parse("--star", of: command)))
  }

  @Test func whatIsNotKeptIsNamedWithWhatIs() throws {
    let command = command()
    let line = try parse("--star --by --remember", of: command)
    #expect(
      throws: UsageError(
        "'x' cannot keep --by", hint: "it keeps --room, --star, --sort")
    ) { try command.kept(line, besides: [.remember]) }
    let words = try parse("Fern --star", of: command)
    #expect(throws: UsageError("it names plants or words, which are not kept"))
    {
      try command.kept(words)
    }
    let taker = self.command(hasWords: true)
    #expect(try taker.kept(words).positional == ["Fern"])
  }
}
