internal import Archives
internal import Catalogue
internal import Encodings
internal import POSIXKit
internal import TerminalKit

/// Reads a file or directory that holds a catalogue, whatever its form.
enum CatalogueFile {
  /// The image of the catalogue at a path.
  static func image(at path: String) throws -> [UInt8] {
    if FileSystem.isDirectory(path) {
      return try ArchiveFiles.directory(path: path).builder().image()
    }
    if path.lowercased().hasSuffix("meta.xml") {
      let directory = FileSystem.parent(of: path) ?? "."
      return try ArchiveFiles.directory(path: directory).builder().image()
    }
    let source = try InputFile.open(path, atMost: .catalogue)
    var start: [UInt8] = []
    // A pipe may give less than what tells the form.
    while start.count < 1 << 12 {
      let more = try source()
      if more.isEmpty { break }
      start += more
    }
    var rest = [start]
    return try image(of: path, beginning: start) {
      try rest.popLast() ?? source()
    }
  }

  private static func image(
    of path: String, beginning start: [UInt8], _ source: @escaping ByteSource
  ) throws -> [UInt8] {
    if ZipArchive.isArchive(start) {
      return try image(ofArchiveAt: path, source)
    }
    var builder = CatalogueBuilder()
    if isJSON(start) {
      let bytes = try InputFile.contents(source, path, atMost: .catalogue)
      for record in try HouseplantList.records(in: bytes.span.bytes) {
        builder.add(record)
      }
    } else if isTaxa(start) {
      var taxa = DarwinCoreTaxa()
      try taxa.read(source, nil)
      builder = taxa.builder
    } else {
      try CatalogueTable.read(source) { builder.add($0) }
    }
    return builder.image()
  }

  /// An archive is read from its end, so what comes through a pipe becomes a
  /// file first.
  private static func image(
    ofArchiveAt path: String, _ source: ByteSource
  ) throws -> [UInt8] {
    let status = try FileStatus(of: path)
    guard status.kind != .file else {
      let archive = try ZipArchive(path: path, byteCount: status.byteCount)
      return try ArchiveFiles(zipped: archive).builder().image()
    }
    return try FileSystem.withTemporaryDirectory { directory in
      let copy = directory + "/archive.zip"
      let file = try File(copy, .making)
      while case let bytes = try source(), !bytes.isEmpty {
        try file.write(bytes[...])
      }
      let archive = try ZipArchive(
        path: copy, byteCount: try file.status.byteCount)
      return try ArchiveFiles(zipped: archive).builder().image()
    }
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
    let first = bytes[start...].first { byte in
      byte != 0x20 && !(0x09...0x0d).contains(byte)
    }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }
}
