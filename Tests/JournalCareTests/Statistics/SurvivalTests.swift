import JournalCare
import JournalEvents
import JournalTestSupport
import JournalTime
import Testing

struct SurvivalTests {
  private static let period = day("2026-03-01")...day("2026-08-31")

  private static func stay(_ garden: Garden) -> PlantStay? {
    PlantStay(of: garden.plant, in: period, garden.calendar)
  }

  private static func plant(
    added: String, removed: String? = nil, for reason: RemovalReason = .died,
    acquiredOn: String? = nil
  ) -> Garden {
    var garden = Garden()
    garden.given(
      .plantAdded(
        .init(
          scientificName: "Hoya carnosa",
          acquiredOn: acquiredOn.map { day($0) })), at: added)
    if let removed {
      garden.given(.plantRemoved(.init(reason: reason)), at: removed)
    }
    return garden
  }

  @Test func aStayIsCutToThePeriod() {
    let all = Self.stay(Self.plant(added: "2025-01-01"))
    #expect(all?.days == Self.period)
    #expect(all?.leftFor == nil)
    let part = Self.stay(
      Self.plant(added: "2026-04-01", removed: "2026-04-10"))
    #expect(part?.days == day("2026-04-01")...day("2026-04-10"))
    #expect(part?.length == 10)
    #expect(part?.leftFor == .died)
  }

  @Test func whatLeftBeforeOrCameAfterWasNotKept() {
    #expect(
      Self.stay(Self.plant(added: "2025-01-01", removed: "2026-02-28")) == nil)
    #expect(Self.stay(Self.plant(added: "2026-09-01")) == nil)
  }

  @Test func whatDiesLaterSurvivedThePeriod() {
    let stay = Self.stay(
      Self.plant(added: "2025-01-01", removed: "2026-09-01"))
    #expect(stay?.leftFor == nil)
  }

  @Test func aMistakeWasNeverKept() {
    let garden = Self.plant(
      added: "2026-04-01", removed: "2026-04-02", for: .mistake)
    #expect(Self.stay(garden) == nil)
  }

  @Test func ageCountsFromWhenThePlantWasGot() {
    let added = Self.plant(added: "2026-04-01", removed: "2026-04-11")
    #expect(Self.stay(added)?.age == 10)
    let got = Self.plant(
      added: "2026-04-01", removed: "2026-04-11", acquiredOn: "2025-04-11")
    #expect(Self.stay(got)?.age == 365)
    let later = Self.plant(
      added: "2026-04-01", removed: "2026-04-11", acquiredOn: "2026-05-01")
    #expect(Self.stay(later)?.age == 0)
  }

  @Test func onlyDeathCountsAgainstSurvival() throws {
    var survival = Survival()
    #expect(survival.share == nil)
    for (removed, reason) in [
      (nil, .died), ("2026-05-01", .died), ("2026-05-01", .givenAway),
      ("2026-05-01", .sold),
    ] as [(String?, RemovalReason)] {
      let garden = Self.plant(
        added: "2026-01-01", removed: removed, for: reason)
      survival.add(garden.plant, try #require(Self.stay(garden)))
    }
    #expect(survival.kept == 4)
    #expect(survival.left == [.died: 1, .givenAway: 1, .sold: 1])
    #expect(survival.share == 0.75)
    #expect(survival.species["Hoya carnosa"]?.kept == 4)
    #expect(survival.species["Hoya carnosa"]?.died == 1)
  }

  @Test func aPlanIsTheAverageOfAYear() throws {
    var garden = Self.plant(added: "2026-01-01")
    garden.schedule(every: 5)
    garden.schedule(.fertilizing, every: 30, months: [5, 6])
    let stay = try #require(Self.stay(garden))
    let demand = CareDemand(of: garden.plant, stay, given: 46, garden.calendar)
    // 73 waterings; 2027-05-01 and -31, then 06-30 in the year after August.
    #expect(demand.plannedPerMonth == Double(73 + 3) * 30 / 365)
    #expect(demand.givenPerMonth == Double(46 * 30) / 184)
  }

  @Test func aDayOfCareIsNotAMonthOfIt() throws {
    let garden = Self.plant(added: "2026-04-01", removed: "2026-04-01")
    let stay = try #require(Self.stay(garden))
    let demand = CareDemand(of: garden.plant, stay, given: 2, garden.calendar)
    #expect(demand.givenPerMonth == 2)
    #expect(demand.plannedPerMonth == nil)
  }
}
