internal import Archives
internal import CatalogueKit
internal import Encodings
internal import Glibc
internal import POSIXKit

extension ImportedCatalogue {
  /// Reads a catalogue from a file or directory of any supported form and
  /// replaces the present one; if reading fails, nothing changes.
  ///
  /// A list is read in pieces; only the plants and their image are in memory.
  ///
  /// - Parameter path: A list as JSON, a table, or a Darwin Core archive: its
  ///   ZIP file, its directory or its file of taxa alone.
  /// - Returns: The catalogue's numbers.
  /// - Throws: The error in the list, or of writing.
  public func importCatalogue(
    at path: String
  ) throws -> CatalogueSummary {
    let image = try Self.builder(of: path).image()
    try replace(with: image)
    return CatalogueSummary(try Catalogue(image.span.bytes))
  }

  /// The plants of the list at a path.
  private static func builder(of path: String) throws -> CatalogueBuilder {
    if FileSystem.isDirectory(path) {
      return try ArchiveFiles.directory(path: path).builder()
    }
    if path.lowercased().hasSuffix("meta.xml") {
      let directory = FileSystem.parent(of: path) ?? "."
      return try ArchiveFiles.directory(path: directory).builder()
    }
    let source = try InputFile.open(path, atMost: .catalogue)
    var start: [UInt8] = []
    // A pipe may give too few bytes to recognise the form.
    while start.count < 1 << 12, case let more = try source(), !more.isEmpty {
      start += more
    }
    var rest = [start]
    return try builder(of: path, beginning: start) {
      try rest.popLast() ?? source()
    }
  }

  private static func builder(
    of path: String, beginning start: [UInt8], _ source: @escaping ByteSource
  ) throws -> CatalogueBuilder {
    if ZipArchive.isArchive(start) {
      return try builder(ofArchiveAt: path, source)
    }
    if isTaxa(start), !isJSON(start) {
      var taxa = DarwinCoreTaxa()
      try taxa.read(source, nil)
      return taxa.builder
    }
    var builder = CatalogueBuilder()
    if isJSON(start) {
      let bytes = try InputFile.contents(source, path, atMost: .catalogue)
      for record in try HouseplantList.records(in: bytes.span.bytes) {
        builder.add(record)
      }
    } else {
      try CatalogueTable.read(source) { builder.add($0) }
    }
    return builder
  }

  /// An archive is read from its end, so a pipe's contents are first written to
  /// a file.
  private static func builder(
    ofArchiveAt path: String, _ source: ByteSource
  ) throws -> CatalogueBuilder {
    let status = try FileStatus(of: path)
    guard status.kind != .file else {
      return try ArchiveFiles(
        zipped: ZipArchive(path: path, byteCount: status.byteCount)
      ).builder()
    }
    return try FileSystem.withTemporaryDirectory { directory in
      let copy = directory + "/archive.zip"
      let file = try File(copy, .making)
      while case let bytes = try source(), !bytes.isEmpty {
        try file.write(bytes[...])
      }
      let byteCount = try file.status.byteCount
      return try ArchiveFiles(
        zipped: ZipArchive(path: copy, byteCount: byteCount)
      ).builder()
    }
  }

  // A file of taxa has this term in its heading; a table does not.
  private static func isTaxa(_ bytes: [UInt8]) -> Bool {
    let heading = bytes.prefix { $0 != UInt8(ascii: "\n") }
    return String(decoding: heading, as: UTF8.self).lowercased()
      .contains("taxonid")
  }

  /// Returns whether the bytes begin like a JSON object or array.
  private static func isJSON(_ bytes: [UInt8]) -> Bool {
    let start = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
    let first = bytes[start...].first { byte in
      byte != 0x20 && !(0x09...0x0d).contains(byte)
    }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }
}

/// The files of a Darwin Core archive, in a directory or zipped.
private enum ArchiveFiles {
  case directory(path: String)
  /// `folder`: The folder of the description in the archive; ends in a slash
  /// unless it is empty.
  case zipped(ZipArchive, folder: String)

  /// The file that describes the others.
  private static let description = "meta.xml"

  /// Opens a zipped archive: its description is at the top, or in the only
  /// folder that has one.
  init(zipped archive: ZipArchive) throws {
    let found = archive.names.filter {
      $0.split(separator: "/", omittingEmptySubsequences: false).last
        == Self.description[...]
    }
    let top = found.first { $0 == Self.description }
    guard let place = top ?? (found.count == 1 ? found[0] : nil) else {
      throw CatalogueReadingError.badArchive(
        found.isEmpty
          ? "the archive has no meta.xml"
          : "the archive has \(found.count) files meta.xml")
    }
    self = .zipped(
      archive, folder: String(place.dropLast(Self.description.count)))
  }

  /// The plants of the archive.
  func builder() throws -> CatalogueBuilder {
    let source = try file(Self.description, atMost: .form)
    let description = try DarwinCoreDescription(
      InputFile.contents(source, Self.description, atMost: .form))
    var taxa = DarwinCoreTaxa()
    try taxa.read(listed(description.taxa.name), description.taxa)
    if let names = description.vernacularNames {
      try taxa.readVernacularNames(listed(names.name), names)
    }
    return taxa.builder
  }

  /// A file that the description names, which must be beside it.
  private func listed(_ name: String) throws -> ByteSource {
    guard !name.contains("/"), !name.isEmpty else {
      throw CatalogueReadingError.badArchive(
        "its meta.xml names a file outside of it, '\(name)'")
    }
    return try file(name, atMost: .catalogue)
  }

  private func file(
    _ name: String, atMost limit: InputFile.Limit
  ) throws -> ByteSource {
    switch self {
    case .directory(let path):
      do {
        return try InputFile.open("\(path)/\(name)", atMost: limit)
      } catch let error as FileSystemError where error.code == ENOENT {
        throw CatalogueReadingError.badArchive(
          "there is no \(name) in the directory \(path)")
      }
    case .zipped(let archive, let folder):
      return try archive.file(folder + name)
    }
  }
}
