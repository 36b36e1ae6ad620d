import JournalEvents
import JournalLog
import JournalProjections
import JournalQueries
import JournalTestSupport
import JournalTime
import LMDBKit
import Testing

struct PlantResolverTests {
  private let journal: Journal
  private let directory: TemporaryDirectory

  private static let names: [(UInt8, String, String?)] = [
    (1, "Monstera deliciosa", "Monty"),
    (2, "Monstera deliciosa", "Monty's ear"),
    (3, "Ocimum basilicum", "Basil"), (4, "Ficus lyrata", nil),
    (5, "Dracaena trifasciata", "Shelf 10"),
    (6, "Dracaena trifasciata", "Shelf 11"), (7, "Chlorophytum", "Grünlilie"),
    (8, "Phalaenopsis", "Flamenco"), (9, "Phalaenopsis", "Flamingo"),
    (10, "Hedera helix", "Ivy"), (11, "Aloe vera", "Gone"),
    (12, "Lilium regale", "Lily"), (13, "Lilium regale", "Lily"),
  ]

  init() throws {
    directory = try TemporaryDirectory()
    journal = try Journal.open(
      JournalHome(path: directory.path), access: .readWrite)
    let at = instant("2026-11-21")
    let parts = Self.names.map { number, scientific, nickname in
      (
        stream: id(number) as PlantID,
        payload: EventPayload(
          at: at,
          body: .plantAdded(
            PlantAdded(scientificName: scientific, nickname: nickname)))
      )
    }
    let removal = EventPayload(
      at: at, body: .plantRemoved(PlantRemoved(reason: .died)))
    let options = ActionSession.Options(
      now: at.instant, program: "test", timeZone: "UTC")
    try journal.write(options) { session in
      _ = try session.append(parts)
      _ = try session.append(
        [(id(11), removal), (id(12), removal)])
    }
  }

  private func match(
    _ name: String, _ precision: PlantResolver.Precision = .forgiving,
    includesRemoved: Bool = false, prefersRemoved: Bool = false,
    takesIDBeginnings: Bool = false
  ) throws -> PlantMatch {
    try journal.snapshot(clock: Instant(milliseconds: 0)) { snapshot in
      try PlantResolver(
        precision: precision,
        includesRemoved: includesRemoved, prefersRemoved: prefersRemoved,
        takesIDBeginnings: takesIDBeginnings
      ).match(name, in: snapshot)
    }
  }

  @Test(
    arguments: [
      ("Monty", 1), ("MONTY", 1), ("monty's", 2), ("bas", 3), ("basilicum", 3),
      ("ficus lyrata", 4), ("Fic", 4), ("lyra", 4), ("Shelf 10", 5),
      ("GRÜNLILIE", 7), ("flame", 8), ("ivy", 10),
    ] as [(String, UInt8)])
  func aNameABeginningOrAPartIsThePlant(name: String, plant: UInt8) throws {
    #expect(try match(name) == .plant(id(plant)))
  }

  @Test func idsAreThePlantInEveryPrecision() throws {
    let basil: PlantID = id(3)
    for name in [basil.description, ShortID.text(of: basil), "BASIL"] {
      #expect(try match(name) == .plant(basil))
      #expect(try match(name, .exact) == .plant(basil))
    }
  }

  @Test func onlyWhoLooksMayShortenAShortID() throws {
    let basil: PlantID = id(3)
    let beginning = String(ShortID.text(of: basil).prefix(3))
    for length in 1...3 {
      #expect(try match(String(beginning.prefix(length))) != .plant(basil))
    }
    #expect(try match(beginning, takesIDBeginnings: true) == .plant(basil))
    #expect(
      try match(String(beginning.prefix(2)), takesIDBeginnings: true)
        != .plant(basil))
  }

  @Test func accentsNeedNotBeTyped() throws {
    #expect(try match("Grunlilie") == .plant(id(7)))
    #expect(try match("Grunlilie", .exact) == .notFound(suggestions: []))
  }

  @Test(
    arguments: [
      ("Mnoty", 1), ("Basill", 3), ("Bsil", 3), ("ficus lirata", 4),
      ("Grünlile", 7), ("Flmenco", 8),
    ] as [(String, UInt8)])
  func aSlipIsOnlyNear(name: String, plant: UInt8) throws {
    guard case .near(let candidate) = try match(name) else {
      Issue.record("\(name) is \(try match(name))")
      return
    }
    #expect(candidate.id == id(plant))
    #expect(candidate.shortID == ShortID.text(of: candidate.id))
    #expect(try match(name, .exact) == .notFound(suggestions: []))
  }

  @Test(arguments: [
    ("mon", ["Monty", "Monty's ear"]),
    ("Monstera deliciosa", ["Monty", "Monty's ear"]),
    ("shelf", ["Shelf 10", "Shelf 11"]),
    ("Flamenngo", ["Flamenco", "Flamingo"]),
  ])
  func whatCouldBeSeveralNamesThemAll(name: String, names: [String]) throws {
    guard case .ambiguous(let candidates) = try match(name) else {
      Issue.record("\(name) is \(try match(name))")
      return
    }
    #expect(candidates.map(\.displayName) == names)
  }

  @Test func anotherNumberIsNoSlipAndIsProposed() throws {
    guard case .notFound(let suggestions) = try match("Shelf 12") else {
      Issue.record("Shelf 12 is \(try match("Shelf 12"))")
      return
    }
    #expect(suggestions.map(\.displayName) == ["Shelf 10", "Shelf 11"])
  }

  @Test(arguments: ["", "xyzzy", "\u{0}"])
  func whatComesNearToNothingIsNothing(name: String) throws {
    #expect(try match(name) == .notFound(suggestions: []))
  }

  @Test func threeLettersMayBeginANameButHaveNoSlip() throws {
    #expect(try match("iv") == .plant(id(10)))
    guard case .notFound(let suggestions) = try match("Iwy") else {
      Issue.record("Iwy is \(try match("Iwy"))")
      return
    }
    #expect(suggestions.map(\.displayName) == ["Ivy"])
  }

  @Test func aRemovedPlantIsMeantByItsWholeNameAlone() throws {
    #expect(try match("gone") == .plant(id(11)))
    #expect(try match("gon") == .notFound(suggestions: []))
    #expect(try match("gon", includesRemoved: true) == .plant(id(11)))
  }

  @Test func whoIsToComeBackIsLookedForAmongTheRemoved() throws {
    #expect(try match("Lily") == .plant(id(13)))
    #expect(try match("Lily", prefersRemoved: true) == .plant(id(12)))
    #expect(try match("lil", prefersRemoved: true) == .plant(id(12)))
    #expect(try match("gon", prefersRemoved: true) == .plant(id(11)))
    // So that it can be said that it is there.
    #expect(try match("Basil", prefersRemoved: true) == .plant(id(3)))
    #expect(
      try match("bas", prefersRemoved: true) == .notFound(suggestions: []))
  }
}
