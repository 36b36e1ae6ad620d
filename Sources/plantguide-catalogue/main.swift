// Makes Resources/catalogue.image from the lists beside it.
//
//     plantguide-catalogue RESOURCES-DIRECTORY

import CatalogueKit
import Glibc
import POSIXKit

guard CommandLine.arguments.count == 2 else {
  fail("usage: plantguide-catalogue RESOURCES-DIRECTORY")
}
let directory = CommandLine.arguments[1]
do {
  let (image, unused) = try CatalogueCompilation.image(
    plants: try contents(of: "\(directory)/houseplants_list.json"),
    synonyms: try contents(of: "\(directory)/catalogue-synonyms.csv"),
    names: try contents(of: "\(directory)/catalogue-names.csv"),
    sources: try contents(of: "\(directory)/catalogue-sources.csv"),
    profiles: try contents(of: "\(directory)/care_profiles.json"))
  for line in unused {
    print("no such plant or language: \(line)")
  }
  try File.replace("\(directory)/catalogue.image", with: image)
  print("catalogue.image: \(image.count) bytes")
} catch {
  fail("\(error)")
}

/// Returns the bytes of a required file.
func contents(of path: String) throws -> [UInt8] {
  try File(path, .reading).contents(atMost: .max)
}

/// Ends the program with a message.
func fail(_ message: String) -> Never {
  print("plantguide-catalogue: error: \(message)")
  exit(1)
}
