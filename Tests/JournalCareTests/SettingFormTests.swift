import JournalCare
import JournalEvents
import Testing

@Suite struct SettingFormTests {
  @Test(arguments: [
    (SettingForm.flag, "yes", SettingValue.bool(true)),
    (.flag, "OFF", .bool(false)), (.flag, "true", .bool(true)),
    (.choice(["hybrid", "onDevice"]), "ondevice", .text("onDevice")),
    (.whole(0...30), "30", .integer(30)), (.whole(0...30), "0", .integer(0)),
    (.timeOfDay, "07:30", .text("07:30")),
    (.confidence, "0.7", .text("0.70")), (.confidence, "0.95", .text("0.95")),
    (.gathering, "Quarter", .bool(true)), (.gathering, "no", .bool(false)),
    (.gathering, "sat and Wednesday", .text("Wed,Sat")),
    (.gathering, "Sun,sun, SUNDAY", .text("Sun")),
    (.confidence, "50%", .text("0.50")), (.text, "Ada's", .text("Ada's")),
  ])
  func whatPeopleTypeBecomesAValue(
    form: SettingForm, text: String, value: SettingValue
  ) {
    #expect(form.value(typed: text) == value)
  }

  @Test(arguments: [
    (SettingForm.flag, "maybe"), (.flag, ""), (.flag, "1"),
    (.choice(["hybrid"]), "hybri"), (.whole(0...30), "31"),
    (.whole(0...30), "-1"), (.whole(0...30), "7d"),
    (.whole(0...30), "99999999999999999999"), (.timeOfDay, "7:30"),
    (.timeOfDay, "24:00"), (.confidence, "0.45"), (.confidence, "0.96"),
    (.confidence, "0.72"), (.confidence, "1"), (.confidence, "100%"),
    (.confidence, "-50%"), (.confidence, "NaN"), (.confidence, "٠.٧"),
    (.text, ""), (.text, " \t"), (.text, String(repeating: "x", count: 201)),
    (.timeZone, ""), (.gathering, ""), (.gathering, "and"),
    (.gathering, "Sa"), (.gathering, "Saturdays"), (.gathering, "Wed;Sat"),
  ])
  func whatIsNoValueIsRefused(form: SettingForm, text: String) {
    #expect(form.value(typed: text) == nil)
  }

  @Test(arguments: SettingKey.allCases)
  func aDefaultIsAValueOfItsSetting(key: SettingKey) {
    #expect(key.refusal(of: key.defaultValue) == nil)
  }

  @Test(arguments: SettingKey.allCases)
  func whatIsInForceIsTypedAsItIsShown(key: SettingKey) {
    let settings = JournalSettings(values: [:], originalTimeZone: "Asia/Tokyo")
    let value = settings.effective(key)
    guard value != .null else { return }
    let shown =
      switch value {
      case .text(let text): text
      case .bool(let flag): "\(flag)"
      case .integer(let number): "\(number)"
      case .null: ""
      }
    #expect(key.form.value(typed: shown) == value)
  }
}
