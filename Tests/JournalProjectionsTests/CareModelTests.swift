import JournalCare
import JournalEvents
import JournalTestSupport
import JournalTime
import Testing

/// Facts that a plant's state forgets must never matter, in any later zone: it
/// keeps a few instants and snoozes, the model keeps everything.
@Suite struct CareModelTests {
  // Alaska's calendar went back by a day at this moment of 1867-10-19, so that
  // there a later instant can lie on an earlier day.
  private static let shift: Int64 = -3_225_223_727_000
  private static let shiftDay: Int32 = -37_329

  private static let zones = [
    "UTC", "America/Juneau", "Pacific/Kiritimati", "Etc/GMT+12",
    "Europe/Paris",
  ]

  @Test(arguments: 0..<300 as Range<UInt64>)
  func whatAPlantForgetsNeverMatters(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let zones = try Self.zones.map { try TimeZoneRules(identifier: $0) }
    var plant = PlantState()
    var model = CareModel()
    for index in 0..<25 {
      let body = Self.body(index, using: &random)
      let at = Self.instant(using: &random)
      let payload = EventPayload(at: at, body: body)
      plant.evolve(payload)
      model.append(payload)
      for zone in zones {
        let calendar = CareCalendar(zone: zone)
        let found = calendar.openTasks(of: plant).map(CareModel.Task.init)
        let place: Comment = "seed \(seed), event \(index), \(zone.identifier)"
        try #require(Set(found) == model.tasks(in: calendar), place)
      }
    }
  }

  private static func instant(
    using random: inout SeededGenerator
  ) -> OffsetInstant {
    let hours = Int64(random.int(-60...60))
    return OffsetInstant(
      instant: Instant(milliseconds: shift + hours * 3_600_000),
      offsetMinutes: 0)
  }

  private static func day(using random: inout SeededGenerator) -> Day {
    Day(number: shiftDay + Int32(random.int(-3...4)))
  }

  private static func body(
    _ index: Int, using random: inout SeededGenerator
  ) -> EventBody {
    switch index {
    case 0: return .plantAdded(.init(scientificName: "Ficus"))
    case 1: return .scheduleSet(.init(kind: .watering, intervalDays: 1))
    default: break
    }
    switch random.int(0...9) {
    case 0:
      return .taskSkipped(.init(kind: .watering, due: day(using: &random)))
    case 1...4: return .taskCompleted(.init(kind: .watering))
    default:
      let settled = random.one(in: 6) ? nil : day(using: &random)
      let until = Day(number: shiftDay + Int32(random.int(0...20)))
      return .taskSnoozed(
        .init(kind: .watering, settled: settled, until: until))
    }
  }
}
