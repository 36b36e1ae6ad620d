import JournalTestSupport
import Testing

@testable import TerminalKit

struct CommandLineParserTests {
  private let parser = CommandLineParser.sample

  @Test(arguments: [
    "water --room Kitchen Monty", "water Monty --room=Kitchen",
    "water Monty -r Kitchen", "water -rKitchen Monty", "wat Monty --ro Kitchen",
  ])
  func optionsStandAnywhereAndInEveryForm(line: String) throws {
    let parsed = try #require(try parser.arguments(line: line))
    #expect(try parsed[.room] == "Kitchen")
    #expect(parsed.positional == ["Monty"])
    #expect(!parsed[.yes])
  }

  @Test func aHiddenCommandIsFoundByItsWholeNameAlone() throws {
    guard case .run(let command, _) = try parser.parse(line: "restart") else {
      Issue.record("no command")
      return
    }
    #expect(command.isHidden)
    guard case .run(let other, _) = try parser.parse(line: "resto Monty")
    else {
      Issue.record("no command")
      return
    }
    #expect(other.name == "restore")
  }

  @Test func anEqualsSignIsAByteWhateverMarkFollows() throws {
    let parsed = try parser.arguments(line: "water --room=\u{338}x")
    #expect(try parsed?[.room] == "\u{338}x")
  }

  @Test func aValueMayBeEmptyOrHoldAnEqualsSign() throws {
    let empty = try parser.arguments(line: "water --room=")
    #expect(try empty?[.room] == "")
    let equals = try parser.arguments(line: "water --room=a=b")
    #expect(try equals?[.room] == "a=b")
  }

  @Test func twoDashesEndTheOptions() throws {
    let parsed = try parser.arguments(line: "water -y -- --room -r --")
    #expect(parsed?.positional == ["--room", "-r", "--"])
    #expect(parsed?[.yes] == true)
    #expect(try parsed?[.room] == nil)
  }

  @Test func repeatableOptionsKeepTheirOrder() throws {
    let parsed = try parser.arguments(line: "water --tag b --tag a --tag b")
    #expect(try parsed?[.tag] == ["b", "a", "b"])
  }

  @Test func commandsOfTwoWordsAreFoundByTheirBeginnings() throws {
    guard case .run(let command, let parsed) = try parser.parse(line: "roo a X")
    else {
      Issue.record("no command")
      return
    }
    #expect(command.name == "room add")
    #expect(parsed.positional == ["X"])
  }

  @Test func helpIsFoundInEveryPlaceWhereItIsLookedFor() throws {
    for line in ["", "--help", "-h"] {
      guard case .overview(let all) = try parser.parse(line: line) else {
        Issue.record("'\(line)' shows no overview")
        continue
      }
      #expect(all.count == parser.commands.count)
    }
    for line in ["--help room", "room --help", "room -h"] {
      guard case .overview(let rooms) = try parser.parse(line: line) else {
        Issue.record("'\(line)' shows no overview")
        continue
      }
      #expect(rooms.map(\.name) == ["room add", "room list"])
    }
    for line in [
      "--help room add", "--help ro a", "room --help add", "room add --help",
      "room add a b c -h",
    ] {
      guard case .help(let command) = try parser.parse(line: line) else {
        Issue.record("'\(line)' shows no help")
        continue
      }
      #expect(command.name == "room add")
    }
    guard case .version = try parser.parse(line: "--version") else {
      Issue.record("no version")
      return
    }
  }

  @Test(arguments: [
    ("--now X water Monty", "water Monty --now X"),
    ("--now=X -y water Monty -- -y", "water Monty --now=X -y -- -y"),
    ("-y room add K", "room add K -y"),
    ("--room K water", "--room K water"),
    ("--now water", "--now water"),
    ("-yh water", "-yh water"),
    ("water --now X", "water --now X"),
    ("", ""),
  ])
  func optionsOfAllCommandsMayComeFirst(line: String, same: String) {
    func words(_ line: String) -> [String] {
      line.split(separator: " ").map(String.init)
    }
    let now = Option("now", value: "INSTANT", help: "") { $0 }
    let yes = Flag("yes", short: "y", help: "")
    #expect(
      CommandLineParser.commandFirst(words(line), among: [now, yes])
        == words(same))
  }

  @Test(arguments: [
    ("wtaer Monty", "there is no command 'wtaer'"),
    ("xyzzy", "there is no command 'xyzzy'"),
    ("re Monty", "'re' could be remove or restore"),
    ("room", "'room' needs a second word: add and list"),
    ("room ad1", "there is no command 'room ad1'"),
    ("room lits", "there is no command 'room lits'"),
    ("-y water", "'-y' stands where a command should"),
    ("--version now", "'now' is one argument too many"),
    ("--help water now", "'now' is one argument too many"),
    ("--help room lits", "there is no command 'room lits'"),
    ("--help -x", "there is no command '-x'"),
    ("water --room=\u{338}", nil),
    ("water --\u{301}room K", "'water' has no option '--\u{301}room'"),
    ("water -\u{301}", "'water' has no option '-\u{301}'"),
    ("water --rom K", "'water' has no option '--rom'"),
    ("water --room", "'--room' needs a value: ROOM"),
    (
      "water --room --yes",
      "'--room' needs a value, and '--yes' looks like an option"
    ),
    ("water --yes=1", "'--yes' takes no value"),
    ("water --room a -r b", "'--room' is given twice"),
    ("water -x", "'water' has no option '-x'"),
    ("water --", nil),
    ("water -", nil),
    ("water --room -", nil),
    ("today now", "'now' is one argument too many"),
    ("remove", "'remove' needs PLANT"),
  ])
  func whatIsNotUnderstoodIsNamed(line: String, message: String?) {
    #expect(parser.error(line: line)?.message == message)
  }

  @Test func proposalsAreNearAndUsageIsTheCommands() throws {
    let command = try #require(parser.error(line: "wtaer Monty"))
    #expect(command.hint == "did you mean 'plantguide water'?")
    let second = try #require(parser.error(line: "room lits"))
    #expect(second.hint == "did you mean 'plantguide room list'?")
    #expect(second.usage == "plantguide room COMMAND")
    let option = try #require(parser.error(line: "water --rom Kitchen"))
    #expect(option.hint == "did you mean --room?")
    #expect(
      option.usage
        == "plantguide water [PLANT...] [OPTION...]\n"
        + "see 'plantguide help water'")
  }

  /// Words that come near to being right find more than random bytes do.
  @Test(arguments: [UInt64(1), 2])
  func noCommandLineCrashesTheParser(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let words = [
      "water", "wat", "room", "add", "list", "help", "--help", "-h", "--",
      "-", "", "--room", "--room=", "--ro", "-r", "-ry", "-yr", "-é", "--=",
      "--=x", "--yes=", "--tag", "=", "Monty", "\u{202E}", "👩‍🌾", "\u{0}",
      "--\u{301}", "-\u{200D}", "remov", "re", "today",
    ]
    var understood = 0
    for _ in 0..<1_000 {
      let count = Int.random(in: 0...6, using: &generator)
      let line = (0..<count).map { _ in
        words.randomElement(using: &generator) ?? ""
      }
      do {
        let invocation = try parser.parse(line)
        understood += 1
        guard case .run(let command, let parsed) = invocation else { continue }
        let all = parsed.positional + parsed.texts(of: .tag)
        #expect(all.allSatisfy(line.contains), "seed \(seed): \(line)")
        #expect(
          command.arguments.last?.isRepeatable == true
            || parsed.positional.count <= command.arguments.count,
          "seed \(seed): \(line)")
      } catch {
        #expect(!error.message.isEmpty, "seed \(seed): \(line)")
      }
    }
    #expect(understood > 50, "seed \(seed) tries too little that is right")
  }
}
