import CatalogueKit
import Glibc
import JournalTestSupport
import SearchEngine

/// How long searches take within a process, in seconds of its processor: what
/// else runs on the machine must not decide which search is the worst.
struct QueryTimes {
  /// How often each is run; the least time counts, as an interrupt is not the
  /// search's.
  private static let runs = 3

  let count: Int
  let median: Double
  let worst: Double
  let worstQuery: String

  /// Times queries one by one: exact names, beginnings, edits and nonsense,
  /// a quarter each.
  init(
    _ catalogue: borrowing Catalogue, count: Int, seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    var search = Search()
    var times: [(seconds: Double, query: String)] = []
    for _ in 0..<count {
      let text = try Self.query(catalogue, &random)
      var least = Double.infinity
      for _ in 0..<Self.runs {
        let start = Self.now()
        _ = try catalogue.matches(for: SearchQuery(text), using: &search)
        least = min(least, Self.now() - start)
      }
      times.append((least, text))
    }
    times.sort { $0.seconds < $1.seconds }
    self.count = count
    median = times[count / 2].seconds
    worst = times[count - 1].seconds
    worstQuery = times[count - 1].query
  }

  private static func query(
    _ catalogue: borrowing Catalogue, _ random: inout SeededGenerator
  ) throws -> String {
    let name = random.int(0...(catalogue.nameCount - 1))
    let text = try catalogue.tables.text(ofName: name)
    switch random.int(0...3) {
    case 0: return text
    case 1: return String(text.prefix(random.int(1...text.count)))
    case 2: return Edits.typed(text, edits: random.int(1...2), &random)
    default: return nonsense(&random)
    }
  }

  private static func nonsense(_ random: inout SeededGenerator) -> String {
    let letters = Array("abcdefghijklmnopqrstuvwxyz .*'-")
    return String(
      (0..<random.int(1...40)).map { _ in random.pick(letters) })
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
