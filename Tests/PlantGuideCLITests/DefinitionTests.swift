import TerminalKit
import Testing

@testable import PlantGuideCLI

/// Tests of rules for every command's definition.
struct DefinitionTests {
  static let commands = Command.all.map(\.definition)
  private let parser = CommandLineParser(commands: commands)

  @Test(arguments: commands.map(\.name))
  func everyCommandSaysWhatItDoesAndHow(name: String) throws {
    let command = try #require(Self.commands.first { $0.name == name })
    #expect(!command.examples.isEmpty, "no example")
    for example in command.examples {
      #expect(
        example.contains("plantguide \(name)"), "'\(example)' is of another")
    }
    let texts =
      [command.summary] + command.arguments.map(\.help)
      + command.options.map(\.help)
    for text in texts {
      #expect(!text.hasSuffix("."), "'\(text)' ends in a full stop")
      #expect(!text.isEmpty)
      // A terminal may know no other characters.
      #expect(text.utf8.allSatisfy { $0 < 0x80 }, "'\(text)' is not ASCII")
    }
    #expect(command.summary.first?.isUppercase == true)
    #expect(command.options.contains { $0.name == "help" })
    // A round asks for a key each time.
    #expect(
      (command.isWriting && name != "round")
        == command.options.contains { $0.name == "yes" },
      "what writes can be agreed to beforehand, and nothing else")
    #expect(command.section != .other, "the overview has no place for it")
  }

  @Test(arguments: commands.map(\.name))
  func noTwoOptionsShareAName(name: String) throws {
    let command = try #require(Self.commands.first { $0.name == name })
    let names = command.options.map(\.name)
    #expect(Set(names).count == names.count)
    let short = command.options.compactMap(\.short)
    #expect(Set(short).count == short.count)
    for option in command.options {
      #expect(
        option.name.utf8.allSatisfy {
          $0 == 0x2d || 0x30...0x39 ~= $0 || $0 >= 0x61
        })
    }
  }

  @Test func atMostOneArgumentTakesTheRest() {
    for command in Self.commands {
      #expect(
        command.arguments.count(where: \.isRepeatable) <= 1,
        "\(command.name)")
    }
  }

  @Test func topicsDoNotShareTheNamesOfCommands() {
    for topic in HelpTopic.all {
      #expect(!Self.commands.contains { $0.path[0] == topic.name })
      #expect(!topic.title.hasSuffix("."))
    }
  }

  @Test func theFastPathFindsWhatTheWholeParserFinds() throws {
    for command in Self.commands {
      let candidates = Command.candidates(for: command.path + ["--help"])
      let fast = CommandLineParser(commands: candidates.map(\.definition))
      for parser in [fast, parser] {
        guard case .help(let found) = try parser.parse(command.path + ["-h"])
        else {
          Issue.record("'\(command.name)' shows no help")
          continue
        }
        #expect(found.path == command.path)
      }
    }
  }
}
