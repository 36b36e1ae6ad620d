import Testing

@testable import TerminalKit

struct OptionTests {
  private enum Size: String, CaseIterable {
    case small
    case veryLarge
  }

  private static let count = Option(
    "count", value: "COUNT", help: "How many", expects: "a whole number"
  ) { Int($0) }
  private static let size = Option<Size>("size", value: "SIZE", help: "Which")
  private static let days = RepeatableOption(
    "day", value: "DAY", help: "When", expects: "a number"
  ) { Int($0) }
  private static let all = Flag("all", help: "Everything")

  private func parse(_ words: String...) throws -> ParsedArguments {
    var parser = OptionParser(
      command: CommandDefinition(
        path: ["x"], summary: "",
        options: [Self.count, Self.size, Self.days, Self.all]))
    return try parser.parse(words[...])
  }

  @Test func valuesAreReadAsTheOptionSays() throws {
    let given = try parse(
      "--count", "3", "--day", "1", "--size=VERYLARGE", "--day", "2", "--all")
    #expect(try given[Self.count] == 3)
    #expect(try given[Self.size] == .veryLarge)
    #expect(try given[Self.days] == [1, 2])
    #expect(given[Self.all])
  }

  @Test func whatIsNotGivenHasNoValue() throws {
    let given = try parse()
    #expect(try given[Self.count] == nil)
    #expect(try given[Self.size] == nil)
    #expect(try given[Self.days] == [])
    #expect(!given[Self.all])
  }

  @Test func theErrorOfAValueTellsWhatIsTaken() throws {
    let given = try parse(
      "--count=many", "--size", "huge", "--day=1", "--day=x")
    #expect(throws: Self.count.refusal(of: "many", expecting: "a whole number"))
    { try given[Self.count] }
    #expect(
      throws: UsageError(
        "'huge' is not a value of '--size'", hint: "write small or veryLarge")
    ) { try given[Self.size] }
    #expect(throws: Self.days.refusal(of: "x", expecting: "a number")) {
      try given[Self.days]
    }
  }

  @Test func whatIsSaidGoesBeforeWhatWasSavedAndAddsToLists() throws {
    let saved = try parse("a", "--count", "1", "--size", "small", "--day", "1")
    let merged = try parse("b", "--count", "2", "--day", "2", "--all").over(
      saved)
    #expect(merged.positional == ["a", "b"])
    #expect(try merged[Self.count] == 2)
    #expect(try merged[Self.size] == .small)
    #expect(try merged[Self.days] == [1, 2])
    #expect(merged[Self.all])
    let limited = merged.limited(to: [Self.days, Self.all])
    #expect(!limited.contains(Self.count))
    #expect(try limited[Self.days] == [1, 2])
    #expect(limited.positional == ["a", "b"])
  }

  #if DEBUG
  @Test func readingAnOptionThatIsNotListedIsAMistakeOfTheProgram() async {
    await #expect(processExitsWith: .failure) {
      _ = ParsedArguments(options: []).contains(Self.all)
      _ = ParsedArguments(options: [])[Self.all]
    }
  }
  #endif
}
