import JournalCare
import JournalEvents
import JournalTestSupport
import JournalTime
import Testing

@testable import JournalInput

@Suite struct PlantFormTests {
  private static func plant(_ body: PlantAdded) -> PlantState {
    var plant = PlantState()
    plant.evolve(
      EventPayload(
        at: instant("2026-03-01T09:00:00Z"), body: .plantAdded(body)))
    return plant
  }

  private let id: PlantID = {
    var random = SeededGenerator(seed: 1)
    return random.id()
  }()

  private var form: PlantForm {
    PlantForm(
      of: Self.plant(
        .init(
          scientificName: "Hoya", commonNames: ["Wax plant", "Hoya"],
          nickname: "Otto")),
      id: id)
  }

  @Test(arguments: 1...300)
  func aFormThatIsLeftAloneChangesNothing(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    guard case .plantAdded(let body) = random.body(of: .plantAdded) else {
      return
    }
    let form = PlantForm(of: Self.plant(body), id: id)
    #expect(try form.changes(in: form.text).isEmpty, "seed \(seed)")
  }

  @Test(arguments: 1...300)
  func whatIsEscapedComesBack(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let text = random.text(0...30) + random.pick(["", " ", "\\", "\u{202E}\n"])
    let escaped = FormText.escaped(text)
    #expect(FormText.unescaped(escaped) == text, "seed \(seed)")
    #expect(!escaped.utf8.contains(0x0A), "seed \(seed)")
    #expect(!escaped.hasSuffix(" ") && !escaped.hasPrefix(" "), "seed \(seed)")
  }

  @Test func aChangedListCountsAsAWhole() throws {
    let text = form.text.replacing("common: Hoya\n", with: "")
    let changes = try form.changes(in: text)
    #expect(changes.map(\.field) == [.plant(.common)])
    #expect(changes.first?.texts == ["Wax plant"])
  }

  @Test func anEmptyLineClearsAndAMissingOneKeeps() throws {
    #expect(try form.changes(in: "name:\n").map(\.texts) == [[]])
    #expect(try form.changes(in: "# name: x\n\n").isEmpty)
  }

  @Test(arguments: [
    ("name Otto", 1, "a line is a field's name, a colon and a value"),
    ("\n#\nname: A\nname: B", 4, "'name' stands twice"),
    ("tag: a\\qb", 1, #"a backslash begins one of \\, \n, \t and \u{…}"#),
  ])
  func aLineThatCannotBeReadIsNamed(
    text: String, line: Int, reason: String
  ) {
    #expect(
      throws: PlantForm.Rejection(
        problems: [.init(line: line, reason: reason)])
    ) { try form.changes(in: text) }
  }
}
