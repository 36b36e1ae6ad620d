import Testing

@testable import TerminalKit

struct CompletionRequestTests {
  private static let snooze = CommandDefinition(
    path: ["snooze"], summary: "Postpone",
    arguments: [
      .init(
        name: "PLANT", isOptional: true, isRepeatable: true,
        completion: .plant, help: "Plants", alternative: .choosing),
      .init(name: "KIND", completion: .kind, help: "The kind"),
      .init(name: "SPAN", completion: .span, help: "How long"),
    ],
    options: CommandDefinition.water.options)

  private func request(_ words: [String]) -> CompletionRequest.Wanted {
    let commands = CommandLineParser.sample.commands + [Self.snooze]
    return CompletionRequest(words, commands: commands).wanted
  }

  private func offered(_ line: String) -> [String]? {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    guard case .words(let found) = request(words.map(String.init)) else {
      return nil
    }
    return found.map(\.value)
  }

  private func value(_ line: String) -> CompletionRequest.Value? {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    guard case .value(let value) = request(words.map(String.init)) else {
      return nil
    }
    return value
  }

  @Test(arguments: [
    ("re", ["remove", "restore"]),
    ("", ["water", "remove", "restore", "room", "today", "snooze"]),
    ("--", []),
    ("room ", ["add", "list"]),
    ("roo a", ["add"]),
    ("xyzzy ", []),
    ("room xyzzy ", []),
    ("water --r", ["--room"]),
    ("water --room Kitchen --", ["--tag", "--yes", "--help"]),
    ("water --tag big --t", ["--tag"]),
    ("water -y -", ["--room", "--tag", "--help"]),
  ])
  func wordsOfTheProgramAreOffered(line: String, expected: [String]) {
    let found = offered(line)?.filter {
      !["--help", "--version"].contains($0) || expected.contains($0)
    }
    #expect(found == expected)
  }

  @Test(arguments: [
    ("water ", [Completion.plant], "", ""),
    ("water Mo", [.plant], "", "Mo"),
    ("water Monty Mo", [.plant], "", "Mo"),
    ("water -- -", [.plant], "", "-"),
    ("wat --room Ki", [.room], "", "Ki"),
    ("water -r Ki", [.room], "", "Ki"),
    ("water -yr Ki", [.room], "", "Ki"),
    ("water --room=Ki", [.room], "--room=", "Ki"),
    ("water --ro=Ki", [.room], "--ro=", "Ki"),
    ("water --tag b", [.choice(["big", "small"])], "", "b"),
    ("snooze ", [.plant], "", ""),
    ("snooze Monty ", [.kind, .plant], "", ""),
    ("snooze Monty watering ", [.span, .kind, .plant], "", ""),
    ("snooze -r Kitchen ", [.kind], "", ""),
    ("snooze -r Kitchen watering ", [.span], "", ""),
    ("remove Monty ", [], "", ""),
  ])
  func valuesAreAskedForByWhatTheyName(
    line: String, completions: [Completion], lead: String, prefix: String
  ) throws {
    let value = try #require(self.value(line))
    #expect(value.completions == completions)
    #expect(value.lead == lead)
    #expect(value.prefix == prefix)
  }
}
