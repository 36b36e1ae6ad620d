internal import Archives
internal import Catalogue
internal import Encodings
internal import Glibc
internal import POSIXKit
internal import TerminalKit

/// The files of a Darwin Core archive, in a directory or zipped.
enum ArchiveFiles {
  case directory(path: String)
  /// `folder`: Where in the archive its description lies; ends in a slash
  /// unless it is empty.
  case zipped(ZipArchive, folder: String)

  /// The file that describes the others.
  private static let description = "meta.xml"

  /// Opens a zipped archive: its description lies at the top, or in the only
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

  /// A file that the description names, which must lie beside it.
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
