import JournalEvents
import JournalLog
import JournalProjections
import JournalTestSupport
import JournalTime
import LMDBKit
import TerminalKit
import Testing
import TextKit

@testable import PlantGuideCLI

/// Completions go to the screen while somebody types, so they hold nothing that
/// drives a terminal, whatever was imported.
@Suite struct CompletionSafetyTests {
  let home: TemporaryDirectory

  /// Escape, tabulator, line break, bell, delete, a control of eight bits, an
  /// override of the direction, a separator of lines, and invisible characters.
  private static let marks = [
    "\u{1b}[2J", "\t", "\n", "\u{7}", "\u{7f}", "\u{9b}31m", "\u{202e}",
    "\u{2028}", "\u{200b}",
  ]

  /// A journal as it may come from elsewhere: typed texts like these are
  /// refused.
  init() throws {
    home = try TemporaryDirectory()
    let journal = try Journal.open(
      JournalHome(path: home.path), access: .readWrite)
    let drafts = Self.marks.enumerated().flatMap { Self.drafts($0, $1) }
    let created = EventBody.journalCreated(
      .init(journal: id(1), timeZone: "UTC"))
    var writer = TestWriter(1)
    let events = try writer.append([EventDraft(.journal, created)] + drafts)
    var rest = events[...]
    let result = try journal.receive { isRepeated in
      if isRepeated { rest = events[...] }
      return rest.popFirst()?.encoded
    }
    try #require(result.received == events.count)
  }

  private static let now = Instant(milliseconds: 1_795_000_000_000)

  /// A plant, a room, a task and a filter whose texts have a mark, and a plant
  /// and a room with plain names.
  private static func drafts(_ number: Int, _ mark: String) -> [EventDraft] {
    let bodies: [EventBody] = [
      .plantAdded(
        PlantAdded(
          scientificName: "Genus\(mark) species\(mark)",
          family: "Fam\(mark)ily", genus: "Genus\(mark)",
          nickname: "Hard\(mark) \(number)", source: .manual,
          tags: ["hard\(mark)"])),
      .taskAdded(
        .init(
          kind: .watering, task: id(UInt8(100 + number)), due: day("2026-12-01")
        )),
      .plantAdded(
        PlantAdded(
          scientificName: "Ficus\(mark)", family: "Family",
          genus: "Genus \(number)", nickname: "Plain \(number)",
          source: .manual, tags: ["tag \(number)"])),
      .roomCreated(.init(name: "Hard\(mark) \(number)", sortOrder: number)),
      .roomCreated(.init(name: "Room \(number)", sortOrder: number)),
      .settingChanged(
        .init(
          key: "filter.shelf\(number)", value: .text("--tag hard\(mark)"))),
    ]
    return bodies.enumerated().map { place, body in
      // The task is the first plant's.
      let stream = place == 1 ? 0 : place
      return EventDraft(
        place == 5 ? .journal : id(UInt8(10 * number + stream + 2)), body)
    }
  }

  /// The output of `complete`.
  private func completed(_ arguments: [String]) throws -> String {
    var output = Output()
    var errors = Output()
    let process = ProcessFacts(
      environment: [:], now: Self.now,
      standardOutput: .init(isTerminal: false),
      standardError: .init(isTerminal: false),
      prompt: Prompt(isInteractive: false) { _ in nil },
      machineSettings: MachineSettingsReader(.success(home.path)))
    let code = Program.run(
      ["complete"] + arguments, process, output: &output, errors: &errors)
    try #require(code == .done, "\(errors.text)")
    return output.text
  }

  private static let lines = [
    "show ", "show Pl", "edit Plain", "move Plain\\ 1 ", "water --room=",
    "list --room=R", "list --tag ", "list --tag=t", "list --family ",
    "list --genus G", "list --filter ", "list --forget sh", "task done ",
    "done --task ", "snooze Plain\\ 1 ", "lineage ",
  ]
  /// Only hidden names begin so.
  private static let linesWithoutEnd = [
    "show Hard", "show hard", "show Genus", "list --room=H", "list --tag=h",
  ]

  @Test(arguments: Shell.allCases, lines + linesWithoutEnd)
  func nothingDrivesTheTerminal(shell: Shell, line: String) throws {
    let arguments =
      shell == .bash
      ? ["plantguide " + line, " \t\n\"'><=;|&(:"]
      : BashLine("plantguide " + line, wordBreaks: "").words
    let text = try completed([shell.rawValue, "--"] + arguments)
    #expect(text.isEmpty == Self.linesWithoutEnd.contains(line), "\(text)")
    for found in text.split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast()
    {
      let parts = found.split(
        separator: "\t", omittingEmptySubsequences: false)
      #expect(parts.count <= (shell == .bash ? 1 : 2), "\(found)")
      #expect(parts.first?.isEmpty == false, "\(text)")
      for part in parts {
        #expect(SafeText.shown(String(part)) == String(part))
      }
    }
  }

  /// For plants with such names ids are offered, for others names: both are
  /// found.
  @Test(arguments: [Shell.zsh, .fish])
  func allPlantsAreOffered(shell: Shell) throws {
    let count = Self.marks.count
    func offered(_ word: String) throws -> [String] {
      try completed([shell.rawValue, "--", "show", word])
        .split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    }
    let all = try offered("")
    #expect(all.count == 2 * count)
    #expect(
      Set(all.filter { $0.hasPrefix("Plain") })
        == Set((0..<count).map { "Plain \($0)" }))
    for id in all.filter({ !$0.hasPrefix("Plain") }) {
      #expect(try offered(id) == [id])
    }
  }
}
