import JournalEvents
import JournalLog
import JournalProjections
import JournalQueries
import JournalTestSupport
import JournalTime
import LMDBKit
import Testing

/// Checks which words may name a plant where something is written.
struct CarefulNamesTests {
  private static let names: [(UInt8, String, String)] = [
    (1, "Monstera deliciosa", "Monty"), (2, "Solanum lycopersicum", "Tom"),
    (3, "Peperomia polybotrya", "Poly"), (4, "Howea forsteriana", "Kent"),
    (5, "Spathiphyllum wallisii", "Peace"), (6, "Dracaena", "Shelf 10"),
    (7, "Dracaena", "Shelf 11"), (8, "Chlorophytum", "Grünlilie"),
    (9, "Aspidistra elatior", "Water carrier"),
    (10, "Ficus elastica", "Kitchen tree"), (11, "Zamioculcas", "all-rounder"),
    (12, "Hoya linearis", "to"),
  ]

  private static func withJournal(
    of names: [(UInt8, String, String)] = names,
    _ body: (Journal) throws -> Void
  ) throws {
    let directory = try TemporaryDirectory()
    let journal = try Journal.open(
      JournalHome(path: directory.path), access: .readWrite)
    let at = instant("2026-11-21")
    let options = ActionSession.Options(
      now: at.instant, program: "test", timeZone: "UTC")
    try journal.write(options) { session in
      _ = try session.append(
        names.map { number, scientific, nickname in
          (
            stream: id(number) as PlantID,
            payload: EventPayload(
              at: at,
              body: .plantAdded(
                PlantAdded(scientificName: scientific, nickname: nickname)))
          )
        })
    }
    try body(journal)
  }

  private static func match(
    _ name: String, in journal: Journal
  ) throws -> PlantMatch {
    try journal.snapshot(clock: Instant(milliseconds: 0)) { snapshot in
      try PlantResolver(precision: .careful).match(name, in: snapshot)
    }
  }

  @Test(
    arguments: [
      ("monty", 1), ("mon", 1), ("deli", 1), ("TOM", 2), ("solanum lyc", 2),
      ("grunlilie", 8), ("gruenlilie", 8), ("Shelf 11", 7), ("to", 12),
      ("carrier", 9), ("kitchen t", 10), ("wall", 5), ("all-", 11),
    ] as [(String, UInt8)])
  func aNameOrTheBeginningOfAWordIsThePlant(name: String, plant: UInt8) throws {
    try Self.withJournal { journal in
      let match = try Self.match(name, in: journal)
      #expect(match == .plant(id(plant)))
    }
  }

  @Test(arguments: ["oly", "ke", "mo", "allisii", "mnoty"])
  func aFragmentIsOnlyNear(name: String) throws {
    try Self.withJournal { journal in
      guard case .near = try Self.match(name, in: journal) else {
        Issue.record("\(name): \(try Self.match(name, in: journal))")
        return
      }
    }
  }

  @Test(arguments: [
    "all", "and", "the", "in", "for", "water", "watering", "feed", "rotate",
    "pestcontrol", "kitchen", "Living Room",
  ])
  func aWordOfTheSentenceIsNoPlant(name: String) throws {
    try Self.withJournal { journal in
      let match = try Self.match(name, in: journal)
      #expect(match == .notFound(suggestions: []))
    }
  }

  @Test func aBeginningOfSeveralNamesThemAll() throws {
    try Self.withJournal { journal in
      guard case .ambiguous(let found) = try Self.match("she", in: journal)
      else {
        Issue.record("\(try Self.match("she", in: journal))")
        return
      }
      #expect(found.map(\.displayName) == ["Shelf 10", "Shelf 11"])
    }
  }

  /// Plays random names and words against the rule, written again here from
  /// its sentence alone.
  @Test(arguments: 0..<40 as Range<UInt64>)
  func noWordButANameOrItsBeginningEverMeansAPlant(seed: UInt64) throws {
    var random = SeededGenerator(seed: 7_000 + seed)
    let syllables = ["mo", "to", "all", "po", "ly", "ken", "the", "wa", "ter"]
    func word() -> String {
      (0..<Int.random(in: 1...3, using: &random)).map { _ in
        syllables[Int.random(in: 0..<syllables.count, using: &random)]
      }.reduce("", +)
    }
    func name() -> String {
      (0..<Int.random(in: 1...2, using: &random)).map { _ in word() }
        .joined(separator: " ")
    }
    var taken: Set<String> = []
    var plants: [(UInt8, String, String)] = []
    for number in 1...UInt8(8) {
      let nickname = name()
      guard taken.insert(nickname).inserted else { continue }
      plants.append((number, name(), nickname))
    }
    var typed = (0..<60).map { _ in word() }
    for (_, scientific, nickname) in plants {
      for text in [scientific, nickname] {
        let start = Int.random(in: 0..<text.count, using: &random)
        let count = Int.random(in: 1...text.count - start, using: &random)
        typed.append(String(text.dropFirst(start).prefix(count)))
      }
    }
    try Self.withJournal(of: plants) { journal in
      for text in typed {
        guard case .plant(let found) = try Self.match(text, in: journal) else {
          continue
        }
        let all = plants.filter { [$0.1, $0.2].contains(text) }
        let beginnings = plants.filter { plant in
          text.count >= 3
            && [plant.1, plant.2].contains { " \($0)".contains(" \(text)") }
        }
        let named = all.filter { $0.2 == text }
        let meant = !named.isEmpty ? named : all.isEmpty ? beginnings : all
        #expect(
          meant.map { id($0.0) as PlantID } == [found],
          "'\(text)', seed \(7_000 + seed)")
      }
    }
  }
}
