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
    for (edits, length) in [(1, 5), (2, 9)] {
      let recall = try Recall(
        catalogue, edits: edits, minimumLength: length, seed: seed)
      print(
        "{\"slips\":\(edits),\"names\":\(recall.tried),\"found\":\(recall.found),\"plants\":\(recall.plants),\"wholePlants\":\(recall.wholePlants)}"
      )
      if arguments.contains("--failures") {
        for failure in recall.failures { print(failure) }
      }
    }
  case "queries":
    try print(QueryTimes(catalogue, count: 10_000, seed: seed))
  case "imported" where arguments.count > 1:
    // A tenth of the queries: each takes about ten times as long.
    let imported = ImportedCatalogue(home: arguments[1])
    try imported.read { try print(QueryTimes($0, count: 1_000, seed: seed)) }
  default:
    print("usage: plantguide-catalogue-bench recall|queries|imported HOME")
    exit(2)
  }
} catch {
  print("plantguide-catalogue-bench: error: \(error)")
  exit(1)
}

/// Prints one line of JSON.
func print(_ times: QueryTimes) {
  print(
    "{\"queries\":\(times.count),\"median\":\(times.median),\"worst\":\(times.worst)}"
  )
  if arguments.contains("--worst") { print(times.worstQuery) }
}
