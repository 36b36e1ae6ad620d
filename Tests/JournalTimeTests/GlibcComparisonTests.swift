import Glibc
import JournalTime
import Testing

/// Compares offsets with those of the C library.
///
/// The zone of the C library is a variable of the process, which no other
/// thread may read while it changes: so the comparison has its own process.
@Suite struct GlibcComparisonTests {
  @Test func offsetsAreThoseOfTheCLibrary() async {
    await #expect(processExitsWith: .success) {
      for zone in TimeZonePropertyTests.zones {
        let rules = try TimeZoneRules(identifier: zone)
        setenv("TZ", zone, 1)
        tzset()
        for second in Self.seconds(seed: 41) {
          let instant = Instant(milliseconds: second * 1_000)
          #expect(
            rules.offset(at: instant) == Self.offset(at: second),
            "seed 41, \(zone) at \(instant.rfc3339)")
        }
      }
    }
  }

  /// Random seconds of the years 1900 to 2150.
  private static func seconds(seed: UInt64) -> [Int64] {
    var generator = SeededGenerator(seed: seed)
    return (0..<5_000).map { _ in
      .random(in: -2_208_988_800..<5_711_904_000, using: &generator)
    }
  }

  private static func offset(at second: Int64) -> Int {
    var time = time_t(second)
    var broken = tm()
    localtime_r(&time, &broken)
    return broken.tm_gmtoff
  }
}
