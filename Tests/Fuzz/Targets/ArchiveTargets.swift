internal import Archives
internal import CFuzzDriver
internal import CatalogueKit
internal import Encodings
internal import Glibc
internal import SearchEngine
internal import Synchronization

extension FuzzTarget {
  /// A ZIP archive: its names, and of each file as much as a few MiB.
  static let zip = FuzzTarget("zip") { bytes in
    try memoryFile.withLock { file in
      try file.replace(by: bytes)
      guard
        let archive = try? ZipArchive(path: file.path, byteCount: bytes.count)
      else { return }
      var left = 1 << 22
      for name in archive.names {
        guard let next = try? archive.file(name) else { continue }
        while left > 0, let piece = try? next(), !piece.isEmpty {
          left -= piece.count
        }
      }
    }
  }

  // One file for all runs: making one takes longer than reading it.
  private static let memoryFile = Mutex(MemoryFile())

  /// A file without a name, which has a path as long as it is open.
  private struct MemoryFile {
    private let descriptor = fuzz_memory_file()

    var path: String { "/proc/self/fd/\(descriptor)" }

    func replace(by bytes: [UInt8]) throws {
      try hold(
        ftruncate(descriptor, 0) == 0
          && pwrite(descriptor, bytes, bytes.count, 0) == bytes.count,
        "the system has no room")
    }
  }

  /// The description of a Darwin Core archive, its taxa and its vernacular
  /// names, zero bytes between them; without a description the first lines
  /// name the columns. What is read becomes a catalogue.
  static let darwinCore = FuzzTarget("darwin-core") { bytes in
    let parts = FuzzInput(bytes).parts(0)
    let description = try? DarwinCoreDescription(parts[0])
    guard description != nil || parts[0].isEmpty else {
      var builder = CatalogueBuilder()
      let table: ()? = try? CatalogueTable.read(byteSource(of: parts[0])) {
        builder.add($0)
      }
      if table != nil { try holdCatalogue(builder) }
      return
    }
    var taxa = DarwinCoreTaxa()
    guard parts.count > 1,
      (try? taxa.read(byteSource(of: parts[1]), description?.taxa)) != nil
    else { return }
    if parts.count > 2 {
      try? taxa.readVernacularNames(
        byteSource(of: parts[2]), description?.vernacularNames)
    }
    try holdCatalogue(taxa.builder)
  }

  /// The taxa make an image that can be read whole, in which each plant is
  /// found by its name.
  private static func holdCatalogue(_ builder: CatalogueBuilder) throws {
    let image = builder.image()
    let catalogue = try Catalogue(image.span.bytes)
    try catalogue.checkSum()
    try hold(catalogue.count == builder.count, "plants are missing")
    var search = Search()
    for number in 0..<min(catalogue.count, 8) {
      let name = try catalogue.entry(number).scientificName
      guard let query = try? SearchQuery(name), !query.isEmpty else { continue }
      let found = try catalogue.matches(for: query, using: &search, limit: nil)
      try hold(
        found.matches.contains { $0.entry.number == number },
        "'\(name)' does not find itself")
    }
  }
}
