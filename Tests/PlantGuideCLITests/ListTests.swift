import JournalCare
import JournalEvents
import JournalInput
import JournalQueries
import JournalTime
import TerminalKit
import Testing

@testable import PlantGuideCLI

struct ListTests {
  @Test(arguments: ["name", "next:date", "last:days", "id:full"])
  func fieldsAreNamedByColumnAndPart(text: String) throws {
    let field = try ListField(text)
    let part = field.part.map { ":\($0.rawValue)" } ?? ""
    #expect(field.column.rawValue + part == text)
  }

  @Test(arguments: [
    ("", "there is no column ''", "there are id,"),
    (
      "next:dates", "there is no column 'next:dates'",
      "did you mean 'next:date'? there are next, next:date, next:kind and "
        + "next:days"
    ),
    ("name:date", "there is no column 'name:date'", "there are name"),
    ("next:full", "there is no column 'next:full'", "there are next,"),
    ("Name ", "there is no column 'Name '", "did you mean 'name'?"),
  ])
  func anUnknownFieldIsNamedWithItsNearest(
    text: String, message: String, hint: String
  ) {
    let error = #expect(throws: InputError.self) { try ListField(text) }
    #expect(error.map(UsageError.init)?.message == message)
    #expect(error.map(UsageError.init)?.hint?.hasPrefix(hint) == true)
  }

  @Test(arguments: ListColumn.named)
  func noFieldOfPeopleIsCalledLikeAColumn(column: ListColumn) {
    #expect(FactField.name(typed: column.rawValue) == nil)
  }

  @Test(arguments: [
    ("{nam", "a field of '--format' is not closed: '{nam'"),
    ("name}", "'}' closes no field of '--format'"),
    ("\\x", "'\\x' means nothing in '--format'"),
    ("a\\", "'\\' means nothing in '--format'"),
    ("{}", "there is no column ''"),
    (
      "\u{1B}[1m{name}",
      "'--format' holds the control character '\\u{1B}'"
    ),
    ("a\r\nb", "'--format' holds the control character '\\u{D}\\u{A}'"),
  ])
  func aTemplateThatIsNotUnderstoodIsRefused(text: String, message: String) {
    let error = #expect(throws: UsageError.self) { try TextTemplate(text) }
    #expect(error?.message == message)
  }

  @Test(arguments: [
    ("--json --view grid", "--json and --view do not go together"),
    ("--columns name --format x", "--columns and --format do not go together"),
    ("--json --print0", "--json and --print0 do not go together"),
    ("--columns name --view grid", "--columns and --view do not go together"),
  ])
  func aListHasOneForm(line: String, ending: String) throws {
    let error = #expect(throws: UsageError.self) {
      try ListForm(try Self.arguments(line))
    }
    #expect(error?.message.hasSuffix(ending) == true)
  }

  @Test(arguments: [
    "", "--columns name,room", "--columns help", "--view grid", "--view list",
    "--columns name --view list", "--format {name} --print0", "--print0",
    "--json",
  ])
  func eachFormIsTakenByItself(line: String) throws {
    _ = try ListForm(try Self.arguments(line))
  }

  @Test func onlyTheOrderOfNamesNeedsNotAllPlants() throws {
    #expect(ListOrder().isByName)
    #expect(try ListOrder("name").isByName)
    #expect(try !ListOrder("-name").isByName)
    #expect(try !ListOrder("next,name").isByName)
    #expect(throws: InputError.self) { try ListOrder("") }
    #expect(throws: InputError.self) { try ListOrder("name,") }
  }

  @Test func aSavedFilterIsFieldsOfARequest() throws {
    let stored = try Self.arguments(
      "--favorite --tag o'neil --sort=-next --room Kitchen new leaf"
    ).text(of: Command.list.definition.remembered.options)
    #expect(
      SavedFilterInput.fields(of: stored).map { "\($0.name)=\($0.value)" } == [
        "query=new leaf", "room=Kitchen", "tag=o'neil", "favorite=true",
        "sort=-next",
      ])
  }

  private static func arguments(_ line: String) throws -> ParsedArguments {
    var parser = OptionParser(command: Command.list.definition)
    let words = line.split(separator: " ").map(String.init)
    return try parser.parse(words[...])
  }
}
