import JournalCare
import JournalEvents
import JournalQueries
import Testing

struct MeasurementUnitsTests {
  @Test func lengthsAreShownInTheChosenUnit() {
    #expect(MeasurementUnits.metric.length(420) == "42 cm")
    #expect(MeasurementUnits.imperial.length(420) == "16.5 in")
    #expect(MeasurementUnits.imperial.length(1_524) == "60 in")
    #expect(MeasurementUnits.metric.lengthChange(-34) == "-3.4")
    #expect(MeasurementUnits.imperial.lengthChange(40) == "+1.6")
    #expect(MeasurementUnits.imperial.lengthChange(-10) == "-0.4")
  }

  @Test func amountsAreShownInTheChosenUnit() {
    #expect(MeasurementUnits.metric.amount("250ml") == "250ml")
    #expect(MeasurementUnits.imperial.amount("250ml") == "8.5 fl oz")
    #expect(MeasurementUnits.imperial.amount("moderate") == "moderate")
  }

  @Test(arguments: [(-40, -40), (-18, 0), (0, 32), (18, 64), (37, 99)])
  func temperaturesAreRoundedToWholeDegrees(celsius: Int, fahrenheit: Int) {
    #expect(MeasurementUnits.imperial.degrees(celsius) == fahrenheit)
    #expect(MeasurementUnits.metric.degrees(celsius) == celsius)
  }

  @Test(arguments: [
    ([3, 4, 5, 6, 7, 8, 9, 10], "Mar-Oct"), ([4, 6, 7, 8], "Apr,Jun-Aug"),
    ([1, 2, 11, 12], "Nov-Feb"), ([1, 3, 12], "Mar,Dec-Jan"), ([7], "Jul"),
    (Array(1...12), "Jan-Dec"),
  ])
  func monthsAreRunsOfTheirNames(months: [Int], text: String) {
    #expect(MonthSet(months)?.text == text)
  }
}
