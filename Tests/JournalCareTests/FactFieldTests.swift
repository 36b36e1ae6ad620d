import JournalCare
import JournalEvents
import Testing

struct FactFieldTests {
  @Test func caseAndBlanksDoNotCountInNames() {
    let field = FactField(named: " Cutting  Month ", .day)
    #expect(field?.key == "field.cutting month")
    #expect(
      FactField(key: "field.cutting month", value: .text("day")) == field)
  }

  @Test(arguments: [
    "", "-x", "a.b", "a,b", "a=b", "a\u{0}", "name", "Added At", "shortId",
    "growing-location", String(repeating: "x", count: 61),
  ])
  func whatIsNoNameIsRefused(name: String) {
    #expect(FactField(named: name, .text) == nil)
    #expect(FactField(key: "field.\(name)", value: .text("text")) == nil)
  }

  @Test(arguments: [
    FactField.Kind.text, .day, .number(unit: nil), .number(unit: "EUR / kg"),
    .choice(["good", "not so good"]),
  ])
  func aSettingHoldsTheKind(kind: FactField.Kind) throws {
    let field = try #require(FactField(named: "price", kind))
    #expect(FactField(key: field.key, value: field.value) == field)
    #expect(FactField.refusal(of: field.value, for: field.key) == nil)
    let settings = JournalSettings(
      values: [
        field.key: field.value, "field.gone": .null,
        "field.Price": .text("day"), "field.later": .text("colour"),
      ], originalTimeZone: nil)
    #expect(settings.fields == [field])
    #expect(settings.field("PRICE") == field)
  }

  @Test(arguments: [
    SettingValue.text("colour"), .text("choice a"), .text("choice a,A"),
    .text("choice a,,b"), .text("number \u{1}"), .text("text long"),
    .bool(true), .text("number \(String(repeating: "x", count: 41))"),
  ])
  func anotherValueIsNoKind(value: SettingValue) {
    #expect(FactField.refusal(of: value, for: "field.price") != nil)
    #expect(FactField(key: "field.price", value: value) == nil)
  }

  @Test(arguments: [
    ("12.50", "12.50"), (" 12,50 ", "12.50"), ("+7", "7"), ("-0.5", "-0.5"),
    ("007", "7"), ("-0", "0"), ("0.250", "0.250"),
    (
      "1234567890,12345",
      "1234567890.12345"
    ),
  ])
  func numbersHaveOneForm(text: String, value: String) {
    let kind = FactField.Kind.number(unit: nil)
    #expect(kind.value(typed: text) == value)
    #expect(kind.value(typed: value) == value)
  }

  @Test(arguments: [
    "", "1,250", "1.2.3", "1,2,3", "1.250,00", "12 EUR", "--1", "-+1", ".5",
    "5.", "1e3", "0x10", "\u{0661}", "1234567890123456",
  ])
  func whatIsNoNumberOrCouldBeTwoIsRefused(text: String) {
    #expect(FactField.Kind.number(unit: nil).value(typed: text) == nil)
  }

  @Test func wordsAreChosenInAnyCase() {
    let kind = FactField.Kind.choice(["Good", "Süß"])
    #expect(kind.value(typed: "good") == "Good")
    #expect(kind.value(typed: "SÜSS") == "Süß")
    #expect(kind.value(typed: "bad") == nil)
    #expect(FactField.Kind.day.value(typed: "2026-02-30") == nil)
    #expect(FactField.Kind.text.value(typed: "a\nb") == nil)
    #expect(FactField.Kind.text.value(typed: " ") == nil)
  }
}
