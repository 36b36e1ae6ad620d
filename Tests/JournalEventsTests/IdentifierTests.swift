import JournalEvents
import JournalTestSupport
import Testing

@Suite struct IdentifierTests {
  static let text = "01234567-89ab-cdef-0123-456789abcdef"

  @Test func idsAreReadInEitherCaseAndShownInLower() throws {
    let id = try #require(PlantID(Self.text.uppercased()))
    #expect(id.description == Self.text)
    #expect(id.bits == UUIDBits(high: 0x0123_4567_89ab_cdef, low: id.bits.high))
    #expect(PlantID(bytes: id.bytes.span.bytes) == id)
  }

  @Test(arguments: [
    "", "0123456789abcdef0123456789abcdef",
    "01234567-89ab-cdef-0123-456789abcde",
    "01234567-89ab-cdef-0123-456789abcdef0",
    "0123456-789ab-cdef-0123-456789abcdef",
    "g1234567-89ab-cdef-0123-456789abcdef",
    "{1234567-89ab-cdef-0123-456789abcde}", "Monty",
  ])
  func otherTextsAreNoIds(text: String) {
    #expect(PlantID(text) == nil)
  }

  @Test func onlySixteenBytesAreAnId() {
    for count in [0, 15, 17] {
      let bytes = [UInt8](repeating: 0, count: count)
      #expect(WriterID(bytes: bytes.span.bytes) == nil)
    }
  }

  @Test func randomIdsAreVersionFourAndDiffer() {
    var randomness = Randomness.system()
    var seen: Set<PlantID> = []
    for _ in 0..<1_000 {
      let id: PlantID = randomness.id()
      let units = Array(id.description.utf8)
      #expect(units[14] == UInt8(ascii: "4"))
      #expect("89ab".utf8.contains(units[19]))
      seen.insert(id)
    }
    #expect(seen.count == 1_000)
  }

  @Test func seededRandomnessRepeatsItself() {
    var left = Randomness.seeded(5)
    var right = Randomness.seeded(5)
    var other = Randomness.seeded(6)
    var differs = false
    for _ in 0..<600 {
      let bits = left.bits()
      #expect(right.bits() == bits)
      if other.bits() != bits { differs = true }
    }
    #expect(differs)
  }

  @Test func shortIDsAreStableAndTypeable() {
    // Frozen: people remember them.
    let text = ShortID.text(of: StreamID.journal)
    #expect(text == "jk0w12")
    for number in UInt8.min...UInt8.max {
      let id: PlantID = id(number)
      let units = ShortID.text(of: id).utf8
      #expect(units.count == ShortID.length)
      #expect(
        units.allSatisfy("0123456789abcdefghjkmnpqrstvwxyz".utf8.contains))
    }
  }

  @Test(arguments: ["watering", "a", "pestControl", "tea-time", "x9"])
  func kindsHaveTheFormOfIdentifiers(name: String) {
    #expect(TaskKind(name)?.name == name)
  }

  @Test(arguments: [
    "", "Watering", "9lives", "-a", "a b", "é", "a_b",
    String(repeating: "a", count: 33),
  ])
  func otherNamesAreNoKinds(name: String) {
    #expect(TaskKind(name) == nil)
  }

  @Test(arguments: [
    ("light", true), ("soak", true), ("1ml", true), ("100000ml", true),
    ("0ml", false), ("01ml", false), ("+5ml", false), ("100001ml", false),
    ("ml", false), ("5 ml", false), ("5", false), ("", false),
    ("Light", false), ("-5ml", false), ("99999999999999999999ml", false),
  ])
  func amountsAreWordsOrMillilitres(text: String, isAmount: Bool) {
    #expect(WateringAmount.isAmount(text) == isAmount)
  }
}
