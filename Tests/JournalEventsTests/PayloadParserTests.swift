import Encodings
import JournalEvents
import JournalTestSupport
import Testing

/// Tests of the messages about each kind of slip.
@Suite struct PayloadParserTests {
  private func parse(_ type: EventType, _ text: String) throws -> EventPayload {
    let value = try JSONReader.parse(text.utf8.span.bytes)
    return try PayloadParser.idsOnly.payload(
      of: type, members: value.members, at: instant("2026-03-01"))
  }

  private func refusal(of text: String, type: EventType) -> String? {
    do {
      _ = try parse(type, text)
      return nil
    } catch {
      return "\(error)"
    }
  }

  private func schedule(_ further: String) -> String? {
    refusal(
      of: #"{"kind":"watering","intervalDays":7,"# + further + "}",
      type: .scheduleSet)
  }

  @Test func atIsTheGivenInstantWhereItIsLeftOut() throws {
    let payload = try parse(.plantRestored, "{}")
    #expect(payload.at == instant("2026-03-01"))
    let given = try parse(
      .plantRestored, #"{"at":"2025-01-02T03:04:05-03:30"}"#)
    #expect(given.at == instant("2025-01-02T03:04:05-03:30"))
  }

  @Test func defaultsFillWhatIsLeftOutAndNothingElse() throws {
    let parser = PayloadParser.idsOnly
    let defaults = [JSONValue.Member("text", .string("default"))]
    let filled = try parser.payload(
      of: .plantNoted, members: [], at: instant("2026-03-01"),
      defaults: defaults)
    #expect(filled.body == .plantNoted(.init(text: "default")))
    let given = try parser.payload(
      of: .plantNoted, members: [.init("text", .string("mine"))],
      at: instant("2026-03-01"), defaults: defaults)
    #expect(given.body == .plantNoted(.init(text: "mine")))
  }

  @Test func namesAreResolved() throws {
    let kitchen: RoomID = id(1)
    let parser = PayloadParser(
      plant: { _ in id(2) },
      room: { name in
        guard name == "Kitchen" else { throw PayloadParser.UnknownName() }
        return kitchen
      })
    let moved = try parser.payload(
      of: .plantMoved, members: [.init("room", .string("Kitchen"))],
      at: instant("2026-03-01"))
    #expect(moved.body == .plantMoved(.init(room: kitchen)))
    #expect(throws: PayloadParser.UnknownName.self) {
      try parser.payload(
        of: .plantMoved, members: [.init("room", .string("Cellar"))],
        at: instant("2026-03-01"))
    }
  }

  @Test func aValueOfTheWrongKindIsNamed() {
    #expect(
      refusal(of: #"{"isFavorite":1}"#, type: .plantFavorited)
        == "field 'isFavorite' must be true or false, not a whole number")
    #expect(
      refusal(
        of: #"{"kind":"watering","intervalDays":7.5}"#, type: .scheduleSet)
        == "field 'intervalDays' must be a whole number from 1 to 36500, not a number"
    )
    #expect(
      refusal(of: #"{"reason":"eaten"}"#, type: .plantRemoved)
        == "field 'reason' must be one of died, givenAway, sold, mistake, other"
    )
  }

  @Test func numbersHaveLimits() {
    func interval(_ text: String) -> String? {
      refusal(
        of: #"{"kind":"watering","intervalDays":"# + text + "}",
        type: .scheduleSet)
    }
    #expect(interval("1") == nil)
    #expect(interval("36500") == nil)
    for text in ["0", "-1", "36501", "9223372036854775807"] {
      #expect(
        interval(text)
          == "field 'intervalDays' must be a whole number from 1 to 36500, not \(text)"
      )
    }
  }

  @Test func textsHaveLimitsInBytes() {
    func note(_ text: String) -> String? {
      refusal(of: #"{"text":""# + text + #""}"#, type: .plantNoted)
    }
    #expect(note("") == "field 'text' must not be empty")
    #expect(note(String(repeating: "é", count: 32_768)) == nil)
    #expect(
      note(String(repeating: "é", count: 32_768) + "a")
        == "field 'text' is 65537 bytes long; at most 65536 are kept")
    let name = String(repeating: "n", count: 201)
    #expect(
      refusal(of: #"{"scientificName":""# + name + #""}"#, type: .plantAdded)
        == "field 'scientificName' is 201 bytes long; at most 200 are kept")
  }

  @Test func monthsAreAscendingAndUnique() {
    #expect(schedule(#""activeMonths":[3,4,12]"#) == nil)
    let order = "field 'activeMonths' must be months 1 to 12, ascending"
    for list in ["[4,3]", "[3,3]", "[0]", "[13]", "[1.5]", #"["May"]"#] {
      #expect(schedule(#""activeMonths":"# + list) == order)
    }
    #expect(
      schedule(#""activeMonths":[]"#)
        == "field 'activeMonths' must name a month")
  }

  @Test func seasonsAreNamedAndLimited() {
    #expect(schedule(#""seasonalIntervalDays":{"winter":14}"#) == nil)
    #expect(
      schedule(#""seasonalIntervalDays":{}"#)
        == "field 'seasonalIntervalDays' must name a season")
    #expect(schedule(#""seasonalIntervalDays":{"fall":14}"#) != nil)
    #expect(schedule(#""seasonalIntervalDays":{"winter":0}"#) != nil)
    #expect(schedule(#""seasonalIntervalDays":{"winter":36501}"#) != nil)
    #expect(schedule(#""seasonalIntervalDays":{"winter":"14"}"#) != nil)
  }

  /// The refusal of a plant with this further member.
  private func added(_ further: String) -> String? {
    let plain =
      #"{"scientificName":"Hoya","family":"","genus":"","source":"manual","#
    let lists = ["commonNames", "tags"].filter { !further.contains($0) }
    let empty = lists.map { "\"\($0)\":[]," }.joined()
    return refusal(of: plain + empty + further + "}", type: .plantAdded)
  }

  @Test func confidenceIsFromZeroToOne() {
    for text in ["0", "1", "0.5", "1.0"] {
      #expect(added("\"confidence\":\(text)") == nil)
    }
    for text in ["-0.1", "1.01", "2"] {
      #expect(
        added("\"confidence\":\(text)")
          == "field 'confidence' must be from 0 to 1")
    }
  }

  @Test func aListHasAtMostFiftyNames() {
    func tags(_ count: Int) -> String? {
      let list = Array(repeating: #""t""#, count: count)
      return added("\"tags\":[\(list.joined(separator: ","))]")
    }
    #expect(tags(50) == nil)
    #expect(tags(51) == "field 'tags' has more than 50 entries")
  }

  @Test func newNotesHoldLinesAndTabsAndNothingThatDrivesATerminal() throws {
    func noted(_ text: String, isNew: Bool) throws -> EventBody {
      try PayloadParser(
        namesAreNew: isNew,
        plant: { _ in throw PayloadParser.UnknownName() },
        room: { _ in throw PayloadParser.UnknownName() }
      ).payload(
        of: .plantNoted, members: [.init("text", .string(text))],
        at: instant("2026-03-01")
      ).body
    }
    let lines = "a\r\n\tb"
    #expect(try noted(lines, isNew: true) == .plantNoted(.init(text: lines)))
    for control in ["\u{1b}", "\u{7}", "\u{7f}", "\u{9b}", "\u{b}"] {
      let text = "a\(control)b"
      #expect(throws: FieldError("text", "holds a control character")) {
        try noted(text, isNew: true)
      }
      // What is there is read as it is.
      #expect(try noted(text, isNew: false) == .plantNoted(.init(text: text)))
    }
  }

  @Test func newNamesAreTrimmedAndOfOneLine() throws {
    let parser = PayloadParser(
      plant: { _ in throw PayloadParser.UnknownName() },
      room: { _ in throw PayloadParser.UnknownName() })
    func named(_ name: String) throws -> EventBody {
      try parser.payload(
        of: .roomEdited, members: [.init("name", .string(name))],
        at: instant("2026-03-01")
      ).body
    }
    #expect(try named(" Shelf\n") == .roomEdited(.init(name: "Shelf")))
    #expect(throws: FieldError("name", "holds a line break or a tab")) {
      try named("My\tshelf")
    }
    #expect(throws: FieldError("name", "holds a control character")) {
      try named("My \u{1b}[31mshelf")
    }
    #expect(throws: FieldError("name", "must not be empty")) { try named(" ") }
  }
}
