// Makes Resources/catalogue.image from the lists beside it.
//
//     plantguide-catalogue RESOURCES-DIRECTORY

import Catalogue
import Glibc

guard CommandLine.arguments.count == 2 else {
  fail("usage: plantguide-catalogue RESOURCES-DIRECTORY")
}
let directory = CommandLine.arguments[1]
do {
  let compilation = CatalogueCompilation(
    plants: try ResourceFile.read("\(directory)/houseplants_list.json"),
    synonyms: try ResourceFile.read("\(directory)/catalogue-synonyms.csv"),
    sources: try ResourceFile.read("\(directory)/catalogue-sources.csv"),
    profiles: try ResourceFile.read("\(directory)/care_profiles.json"))
  let (image, unused) = try compilation.image()
  for line in unused {
    print("catalogue-synonyms.csv: no such plant: \(line)")
  }
  try ResourceFile.write("\(directory)/catalogue.image", image)
  print("catalogue.image: \(image.count) bytes")
} catch {
  fail("\(error)")
}

/// Ends the program with a message.
func fail(_ message: String) -> Never {
  print("plantguide-catalogue: error: \(message)")
  exit(1)
}
