import JournalTime
import Testing

@Suite struct TimeOfDayTests {
  @Test func everyMinuteOfTheDayIsReadAsItIsWritten() throws {
    var previous: TimeOfDay?
    for hour in 0..<24 {
      for minute in 0..<60 {
        let time = try #require(TimeOfDay(hour: hour, minute: minute))
        #expect((time.hour, time.minute) == (hour, minute))
        #expect(TimeOfDay(time.description) == time)
        if let previous { #expect(previous < time) }
        previous = time
      }
    }
    #expect(previous?.description == "23:59")
    #expect(TimeOfDay.midnight.description == "00:00")
  }

  @Test(arguments: [
    "", "24:00", "23:60", "9:00", "09:0", "09:000", "0900", "09.00", "-1:00",
    "09:00:00", "٠٩:00", "09:00Z",
  ])
  func textThatIsNoTimeIsRefused(text: String) {
    #expect(TimeOfDay(text) == nil)
  }

  @Test func timesBeyondTheClockAreRefused() {
    #expect(TimeOfDay(hour: 24, minute: 0) == nil)
    #expect(TimeOfDay(hour: -1, minute: 0) == nil)
    #expect(TimeOfDay(hour: 0, minute: 60) == nil)
    #expect(TimeOfDay(hour: 0, minute: -1) == nil)
  }
}
