import JournalCare
import JournalEvents
import JournalQueries
import JournalTestSupport
import Testing

@testable import JournalInput
@testable import PlantGuideCLI
@testable import TerminalKit

@Suite struct CollectionInputTests {
  @Test(arguments: [
    ("42", 420), ("42cm", 420), ("42 cm", 420), ("423mm", 423),
    ("1.2m", 1_200), ("17in", 432), ("6\"", 152), ("0.05cm", 1),
    ("12.44CM", 124), ("60in", 1_524), ("1,3m", 1_300), ("12,5", 125),
  ])
  func lengthsBecomeWholeMillimetres(text: String, length: Int) throws {
    #expect(
      try LengthInput.millimetres(
        text, of: .note, units: .metric) == length)
  }

  @Test func aBareLengthIsInTheChosenUnit() throws {
    func length(_ text: String) throws -> Int {
      try LengthInput.millimetres(text, of: .note, units: .imperial)
    }
    #expect(try length("17") == 432)
    #expect(try length("17cm") == 170)
  }

  @Test(arguments: [
    ("moderate", "moderate"), ("250ml", "250ml"), ("250 ml", "250ml"),
    ("250", "250ml"), ("0.5l", "500ml"), ("2cl", "20ml"), ("8floz", "237ml"),
    ("8 fl oz", "237ml"), ("8OZ", "237ml"), ("0,75 l", "750ml"),
  ])
  func amountsBecomeWordsOrWholeMillilitres(
    text: String, amount: String
  ) throws {
    #expect(try AmountInput.amount(text, units: .metric) == amount)
  }

  @Test func aBareAmountIsInTheChosenUnit() throws {
    #expect(try AmountInput.amount("8", units: .imperial) == "237ml")
    #expect(try AmountInput.amount("8ml", units: .imperial) == "8ml")
  }

  @Test(arguments: [
    "", "ml", "much", "0ml", "0.4ml", "-3ml", "1e3ml", "101l", "3 pints",
    "99999999999999999999999999999l", "1.2.3l", "1,500ml", "1,5.0l", ",5l",
  ])
  func otherAmountsAreRefused(text: String) {
    #expect(throws: InputError.self) {
      try AmountInput.amount(text, units: .metric)
    }
  }

  @Test(arguments: [
    "", "cm", "0.4mm", "-4cm", "1e3", "inf", "4yd", "5ft13in", "1.2.3m",
    "1001m", "٣cm", "0", "1,234m", "1,2,3m", ",5m", "5,m",
  ])
  func otherLengthsAreRefused(text: String) {
    #expect(throws: UsageError.self) {
      try LengthInput.millimetres(
        text, of: .note, units: .metric)
    }
  }

  @Test(arguments: [
    ("died", RemovalReason.died), ("given away", .givenAway),
    ("Given-Away", .givenAway), ("gave away", .givenAway), ("gift", .givenAway),
    ("DEAD", .died), ("sold", .sold), ("other", .other),
  ])
  func reasonsAreReadAsPeopleSayThem(
    text: String, reason: RemovalReason
  ) throws {
    #expect(RemovalReason(typed: text) == reason)
  }

  @Test func messagesOfEditingReadWell() {
    let plant = PlantID(bits: UUIDBits(high: 1, low: 2))
    let rejection = PlantForm.Rejection(
      problems: [
        .init(line: 7, reason: "'name' stands twice"),
        .init(line: 9, reason: "there is no field 'gnus'"),
      ])
    let report = ErrorReport(
      describing: EditAbandoned(
        plant: plant, rest: .kept(path: "/tmp/a form.txt"),
        underlying: rejection))
    #expect(
      report.message
        == "line 7: 'name' stands twice; line 9: there is no field 'gnus'; nothing was written"
    )
    #expect(
      report.hint
        == "your text is kept in /tmp/a form.txt; mend it, then: "
        + "plantguide edit \(ShortID.text(of: plant)) --form '/tmp/a form.txt'"
    )
    #expect(report.exitCode == .wrongUsage)
    let killed = TextEditorError(
      command: "vi", isViewer: false, outcome: .killed(9))
    #expect(
      ErrorReport(describing: killed).message
        == "the editor 'vi' was ended by signal 9")
  }
}
