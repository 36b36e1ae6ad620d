import JournalTime
import Testing

@Suite struct TZifTests {
  private let twoTransitions = TZifFixture(
    transitions: [(-1_000, 1), (1_000, 2)], offsets: [561, 3_600, 7_200])

  private func rules(_ fixture: TZifFixture) throws -> TimeZoneRules {
    try TimeZoneRules(identifier: "Test/Zone", tzif: fixture.bytes)
  }

  private func offset(_ rules: TimeZoneRules, second: Int64) -> Int {
    rules.offset(at: Instant(milliseconds: second * 1_000))
  }

  @Test(arguments: [0, UInt8(ascii: "2"), UInt8(ascii: "4")])
  func offsetsChangeAtTheSecondOfATransition(version: UInt8) throws {
    var fixture = twoTransitions
    fixture.version = version
    let rules = try rules(fixture)
    #expect(offset(rules, second: -1_001) == 561)
    #expect(offset(rules, second: -1_000) == 3_600)
    #expect(rules.offset(at: Instant(milliseconds: 999_999)) == 3_600)
    #expect(offset(rules, second: 1_000) == 7_200)
    #expect(offset(rules, second: 1 << 40) == 7_200)
  }

  @Test func theFooterRulesFromTheLastTransitionOn() throws {
    var fixture = twoTransitions
    fixture.footer = "\n<+03>-3\n"
    let rules = try rules(fixture)
    #expect(offset(rules, second: 999) == 3_600)
    #expect(offset(rules, second: 1_000) == 10_800)
  }

  @Test func aFileMayEndWithoutAFooter() throws {
    var fixture = twoTransitions
    fixture.footer = ""
    #expect(offset(try rules(fixture), second: 2_000) == 7_200)
  }

  @Test func aZoneWithoutTransitionsHasItsOneOffset() throws {
    let rules = try rules(TZifFixture(offsets: [20_700]))
    #expect(offset(rules, second: 0) == 20_700)
    #expect(rules.offset(at: Instant(milliseconds: .min)) == 20_700)
    #expect(rules.offset(at: Instant(milliseconds: .max)) == 20_700)
  }

  @Test(arguments: [
    (TZifFixture(transitions: [(5, 1)]), "unknown offset"),
    (TZifFixture(transitions: [(5, 0), (5, 0)]), "out of order"),
    (TZifFixture(transitions: [(5, 0), (4, 0)]), "out of order"),
    (TZifFixture(offsets: []), "no offset"),
    (TZifFixture(offsets: [.min]), "longer than a day"),
    (TZifFixture(offsets: [93_600]), "longer than a day"),
    (TZifFixture(leapSeconds: 1), "leap seconds"),
    (TZifFixture(footer: "UTC0\n"), "not a line"),
    (TZifFixture(footer: "\nUTC0"), "not a line"),
    (TZifFixture(footer: "\nnonsense\n"), "not a POSIX TZ rule"),
  ])
  func damageIsNamedInTheError(fixture: TZifFixture, words: String) {
    let error = #expect(throws: TimeZoneError.self) { try rules(fixture) }
    #expect("\(error, default: "")".contains(words))
    #expect("\(error, default: "")".contains("Test/Zone"))
  }

  @Test func everyTruncationThrowsExceptTheLossOfTheWholeFooter() {
    let whole = twoTransitions.bytes
    for length in 0..<whole.count where length != whole.count - 2 {
      #expect(throws: TimeZoneError.self, "\(length) bytes") {
        try TimeZoneRules(identifier: "X", tzif: Array(whole[..<length]))
      }
    }
  }

  /// Whatever the bytes, reading throws or gives rules that answer.
  @Test(arguments: Array(10..<30 as Range<UInt64>))
  func mutatedFilesNeverTrap(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var fixture = twoTransitions
    fixture.footer = "\n<+1030>-10:30<+11>-11,M10.1.0,M4.1.0/-5\n"
    let original = fixture.bytes
    for _ in 0..<500 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        mutate(&bytes, &generator)
      }
      if let rules = try? TimeZoneRules(identifier: "X", tzif: bytes) {
        exercise(rules, &generator)
      }
    }
  }

  private func mutate(
    _ bytes: inout [UInt8], _ generator: inout SeededGenerator
  ) {
    guard !bytes.isEmpty else { return }
    let index = Int.random(in: 0..<bytes.count, using: &generator)
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: bytes.remove(at: index)
    case 1: bytes.insert(.random(in: 0...255, using: &generator), at: index)
    case 2: bytes[index] = [0, 1, 0x7F, 0x80, 0xFF][index % 5]
    case 3: bytes[index] = .random(in: 0x20...0x7E, using: &generator)
    default: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
    }
  }

  private func exercise(
    _ rules: TimeZoneRules, _ generator: inout SeededGenerator
  ) {
    let instants = [
      Int64.min, .max, 0, .random(in: .min ... .max, using: &generator),
      .random(in: -4_000_000_000_000...4_000_000_000_000, using: &generator),
    ]
    for instant in instants.map(Instant.init(milliseconds:)) {
      #expect(abs(rules.offset(at: instant)) < 172_800)
      let day = rules.localDay(of: instant)
      #expect(rules.localDay(of: rules.startOfDay(day)) >= day)
      _ = rules.instant(of: day, at: rules.timeOfDay(of: instant))
    }
  }
}
