// Measures the search of the catalogue: how often it finds what was meant,
// and how fast.

import CatalogueStore
import Glibc

let arguments = Array(CommandLine.arguments.dropFirst())
let seed: UInt64 = 20_261_121

do {
  let catalogue = try BundledCatalogue.catalogue()
  switch arguments.first {
  case "recall":
    for (slips, length) in [(1, 5), (2, 9)] {
      let recall = try Recall(
        catalogue, slips: slips, minimumLength: length, seed: seed)
      print(
        "{\"slips\":\(slips),\"names\":\(recall.tried),\"found\":\(recall.found),\"plants\":\(recall.plants),\"wholePlants\":\(recall.wholePlants)}"
      )
      if arguments.contains("--failures") {
        for failure in recall.failures { print(failure) }
      }
    }
  case "queries":
    let times = try QueryTimes(catalogue, count: 10_000, seed: seed)
    print(
      "{\"queries\":\(times.count),\"median\":\(times.median),\"worst\":\(times.worst)}"
    )
    if arguments.contains("--worst") { print(times.worstQuery) }
  default:
    print("usage: plantguide-catalogue-bench recall|queries")
    exit(2)
  }
} catch {
  print("plantguide-catalogue-bench: error: \(error)")
  exit(1)
}
