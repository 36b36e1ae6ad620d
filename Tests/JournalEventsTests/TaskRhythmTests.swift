import JournalEvents
import JournalTestSupport
import JournalTime
import Testing

@Suite struct TaskRhythmTests {
  @Test(arguments: ["1d", "14d", "36500d", "1mo", "3mo", "1200mo"])
  func aTextIsReadAndWritten(text: String) {
    #expect(TaskRhythm(text)?.description == text)
  }

  @Test(arguments: [
    "", "d", "0d", "0mo", "01d", "+1d", "-1d", "1", "1w", "1m", "1 d", "1D",
    "36501d", "1201mo", "٣d", "99999999999999999999d",
  ])
  func whatIsNoRhythmIsRefused(text: String) {
    #expect(TaskRhythm(text) == nil)
  }

  @Test func aMonthThatIsTooShortDoesNotMoveTheOthers() {
    let monthly = TaskRhythm.months(1)
    let first = day("2027-01-31")
    #expect(monthly.day(of: first, after: first) == day("2027-02-28"))
    #expect(
      monthly.day(of: first, after: day("2027-02-28")) == day("2027-03-31"))
    #expect(
      TaskRhythm.months(12).day(
        of: day("2024-02-29"), after: day("2027-03-01")) == day("2028-02-29"))
  }

  @Test func nothingComesAfterTheLastDay() {
    for rhythm in [TaskRhythm.days(1), .days(36_500), .months(1)] {
      #expect(rhythm.day(of: .earliest, after: .latest) == nil)
      #expect(rhythm.day(of: .latest, after: .latest) == nil)
      #expect(rhythm.day(of: .latest, after: .earliest) == .latest)
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func itIsTheFirstOfTheDaysThatComesAfter(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let first = Day(number: Int32(random.int(19_000...21_000)))
      let after = first.advanced(by: random.int(-40...900))
      let count = random.int(1...15)
      // As somebody counts on a calendar.
      var wanted = first
      var rounds = 0
      while wanted <= after {
        rounds += 1
        wanted = first.advanced(by: rounds * count)
      }
      #expect(
        TaskRhythm.days(count).day(of: first, after: after) == wanted,
        "seed \(seed): \(first), \(count) days, after \(after)")
      wanted = first
      rounds = 0
      while wanted <= after {
        rounds += 1
        let (year, month, number) = first.components
        let months = year * 12 + month - 1 + rounds * count
        wanted =
          (0...3).lazy.compactMap {
            Day(year: months / 12, month: months % 12 + 1, day: number - $0)
          }.first ?? .latest
      }
      #expect(
        TaskRhythm.months(count).day(of: first, after: after) == wanted,
        "seed \(seed): \(first), \(count) months, after \(after)")
    }
  }
}
