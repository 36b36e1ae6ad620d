import JournalCare
import JournalEvents
import JournalLog
import JournalProjections
import JournalTime
import LMDBKit

/// Writes a large journal in one transaction through the typed interface.
///
/// Plants are watered in rounds of 119 days, each a day before it is due, and
/// one in two hundred misses a round: so a day shows less than two hundred
/// tasks of ten thousand plants, whatever the number of events.
struct JournalGenerator {
  let events: Int
  let plants: Int
  let seed: UInt64

  private static let interval = 120
  private static let roundDays = 119
  private static let end = Instant(milliseconds: 1_795_147_200_000)
  private static let day: Int64 = 86_400_000

  func run(in path: String) throws -> Measurement {
    let journal = try openJournal(path, access: .readWrite)
    let rounds = (events + plants - 1) / plants
    let span = Int64(rounds * Self.roundDays) * Self.day
    let start = Self.end.milliseconds - span
    let step = span / Int64(events)
    let options = ActionSession.Options(
      now: Instant(milliseconds: start), program: "plantguide-bench",
      timeZone: "Europe/Paris", randomness: .seeded(seed))
    return try Measurement {
      try journal.write(options) { session in
        var random = Randomness.seeded(seed)
        let ids = (0..<plants).map { _ in random.id() as PlantID }
        for index in 0..<events {
          let now = Instant(milliseconds: start + Int64(index) * step)
          let at = OffsetInstant(instant: now, offsetMinutes: 60)
          let plant = index % plants
          _ = try session.append(
            [
              (
                ids[plant],
                EventPayload(
                  at: at, body: body(round: index / plants, plant))
              )
            ], recorded: now)
        }
        return events
      }
    }
  }

  private func body(round: Int, _ plant: Int) -> EventBody {
    switch round {
    case 0:
      .plantAdded(
        PlantAdded(
          scientificName: "Monstera deliciosa",
          commonNames: ["Swiss cheese plant"], family: "Araceae",
          genus: "Monstera", nickname: "Plant \(plant)",
          room: StandardRoom.allCases[plant % 7].id))
    case 1:
      .scheduleSet(
        ScheduleSet(kind: .watering, intervalDays: Self.interval))
    case _ where (round + plant) % 200 == 0:
      .plantNoted(PlantNoted(text: "A new leaf, and the soil was dry."))
    default:
      .taskCompleted(TaskCompleted(kind: .watering))
    }
  }
}
