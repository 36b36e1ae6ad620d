internal import Archives
internal import Catalogue
internal import JournalLog
internal import TerminalKit

/// Reads a file or directory that holds a catalogue, whatever its form.
struct CatalogueFile {
  private let process: ProcessFacts

  init(_ process: ProcessFacts) {
    self.process = process
  }

  /// The image of the catalogue at a path.
  func image(at path: String) throws -> [UInt8] {
    if process.isDirectory(path) { return try image(ofArchiveIn: path) }
    let name = path.lowercased()
    let bytes = try process.readFile(path, atMost: .catalogue)
    if name.hasSuffix("meta.xml") {
      return try image(ofArchiveIn: Self.directory(of: path))
    }
    if ZipArchive.isArchive(bytes) {
      return try ArchiveFiles(zipped: bytes).builder().image()
    }
    var builder = CatalogueBuilder()
    if Self.isJSON(bytes) {
      for record in try HouseplantList.records(in: bytes.span.bytes) {
        builder.add(record)
      }
    } else if Self.isTaxa(bytes) {
      var taxa = DarwinCoreTaxa()
      try taxa.read(bytes, nil)
      builder = taxa.builder
    } else {
      try CatalogueTable.read(bytes) { builder.add($0) }
    }
    return builder.image()
  }

  private func image(ofArchiveIn directory: String) throws -> [UInt8] {
    try ArchiveFiles.directory(path: directory, process).builder().image()
  }

  // A file of taxa has this term in its heading; a table has not.
  private static func isTaxa(_ bytes: [UInt8]) -> Bool {
    let heading = bytes.prefix { $0 != UInt8(ascii: "\n") }
    return String(decoding: heading, as: UTF8.self).lowercased()
      .contains("taxonid")
  }

  /// Whether the bytes begin as an object or a list of JSON.
  private static func isJSON(_ bytes: [UInt8]) -> Bool {
    let start = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
    let first = bytes[start...].first { !isBlank($0) }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0d).contains(byte)
  }

  private static func directory(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }
}
