internal import Encodings
public import ErrorKit
internal import JournalEvents
internal import JournalQueries
internal import JournalTime
internal import POSIXKit

/// The index of photos beside their files: `photos.json`, specified in
/// `schemas/photo-index.schema.json`.
struct PhotoIndex {
  /// The entry of a photo.
  struct Entry {
    var plant: PlantID
    /// The name of its plant.
    var name: String
    /// The nickname of its plant.
    var nickname: String?
    /// The path of its file, from the directory on.
    var file: String
    var photo: PhotoCaptured
    var takenAt: OffsetInstant
    var note: String?
    var isFavorite: Bool
    var isCover: Bool
  }

  static let format = "plantguide.photos/1"
  private static let mostBytes = 1 << 28

  var entries: [Entry] = []
  /// The entries that are not understood.
  private(set) var faults: [ExchangedPhotos.Refusal] = []

  /// Creates an empty index.
  init() {}

  /// The name of the file, beside the folders of plants.
  static let name = "photos.json"

  static func file(in directory: String) -> String {
    "\(directory)/\(name)"
  }

  /// Reads the index of a directory; `nil` if it has none.
  ///
  /// - Throws: ``PhotoIndexError``, `FileSystemError`.
  init?(in directory: String) throws {
    let path = Self.file(in: directory)
    guard FileSystem.isAnything(path),
      let bytes = try Folder(directory).contents(
        of: Self.name, atMost: Self.mostBytes)
    else { return nil }
    func wrong(_ reason: String) -> PhotoIndexError {
      .unreadable(path: path, reason: reason)
    }
    let value: JSONValue
    do {
      value = try JSONReader.parse(bytes.span.bytes)
    } catch {
      throw wrong("\(error)")
    }
    guard case .string(let format) = value["format"],
      case .array(let items) = value["photos"]
    else { throw wrong("it is not an index of photos") }
    guard format == Self.format else {
      throw PhotoIndexError.newerFormat(path: path, found: format)
    }
    for (number, item) in items.enumerated() {
      do throws(Misfit) {
        entries.append(try Self.entry(item))
      } catch {
        var file = "photo \(number + 1)"
        if case .string(let name) = item["file"] { file += ", \(name)" }
        faults.append(
          .init(
            file: file,
            reason: "its '\(error.field)' is invalid"
          ))
      }
    }
  }

  /// The error for a field that is missing, or has no value of its kind.
  private struct Misfit: Error { let field: String }

  private static func entry(_ value: JSONValue) throws(Misfit) -> Entry {
    func field<T>(
      _ name: String, _ read: (String) -> T?
    ) throws(Misfit) -> T {
      guard case .string(let text) = value[name], let found = read(text) else {
        throw Misfit(field: name)
      }
      return found
    }
    func count(_ name: String) throws(Misfit) -> Int {
      guard case .integer(let count) = value[name],
        let count = Int(exactly: count)
      else { throw Misfit(field: name) }
      return count
    }
    func optional<T>(
      _ name: String, _ read: (String) -> T?
    ) throws(Misfit) -> T? {
      switch value[name] {
      case nil, .null: nil
      default: try field(name, read)
      }
    }
    func isTrue(_ name: String) throws(Misfit) -> Bool {
      switch value[name] {
      case .bool(let isTrue): return isTrue
      case nil, .null: return false
      default: throw Misfit(field: name)
      }
    }
    return Entry(
      plant: try field("plant") { PlantID($0) },
      name: try field("name") { $0 },
      nickname: try optional("nickname") { $0 },
      file: try field("file") { $0 },
      photo: PhotoCaptured(
        photo: try field("id") { PhotoID($0) },
        sha256: try field("sha256") { BlobName($0) },
        byteCount: try count("bytes"), width: try count("width"),
        height: try count("height"),
        mediaType: try field("mediaType") { $0 },
        dateSource: try field("dateSource", PhotoDateSource.init),
        sourceSha256: try optional("sourceSha256") { BlobName($0) },
        dhash: try optional("dhash") { $0 }),
      takenAt: try field("takenAt") { OffsetInstant($0) },
      note: try optional("note") { $0 },
      isFavorite: try isTrue("isFavorite"), isCover: try isTrue("isCover"))
  }

  /// Writes the index of a directory.
  ///
  /// - Throws: `FileSystemError`.
  func write(in folder: borrowing Folder) throws(FileSystemError) {
    var writer = JSONWriter(capacity: 512 * (entries.count + 1))
    writer.object { writer in
      writer.member("format", Self.format)
      writer.objects("photos", entries) { writer, entry in
        writer.member("id", entry.photo.photo.description)
        writer.member("plant", entry.plant.description)
        writer.member("name", entry.name)
        writer.member("nickname", entry.nickname)
        writer.member("file", entry.file)
        writer.member("sha256", entry.photo.sha256.description)
        writer.member("bytes", entry.photo.byteCount)
        writer.member("width", entry.photo.width)
        writer.member("height", entry.photo.height)
        writer.member("mediaType", entry.photo.mediaType)
        writer.member("takenAt", entry.takenAt.description)
        writer.member("dateSource", entry.photo.dateSource.rawValue)
        writer.member("sourceSha256", entry.photo.sourceSha256?.description)
        writer.member("dhash", entry.photo.dhash)
        writer.member("note", entry.note)
        writer.member("isFavorite", entry.isFavorite)
        writer.member("isCover", entry.isCover)
      }
    }
    writer.newline()
    try folder.replace(Self.name, with: writer.bytes)
  }
}

/// An error that makes an index of photos unusable.
public enum PhotoIndexError: DescribedError, Hashable {
  /// There is none.
  case absent(path: String)
  /// The file is no index, or damaged.
  case unreadable(path: String, reason: String)
  /// A later program has written it.
  case newerFormat(path: String, found: String)

  public var facts: ErrorFacts {
    switch self {
    case .absent(let path):
      ErrorFacts(
        .invalidInput, "there is no index of photos: \(path)",
        "name a directory that an export of photos has written",
        outcome: .nothingWritten)
    case .unreadable(let path, let reason):
      ErrorFacts(
        .invalidInput, "\(path) cannot be read: \(reason)",
        "name another directory", outcome: .nothingWritten)
    case .newerFormat(let path, let found):
      ErrorFacts(
        .newerFormat,
        "\(path) has the format '\(found)', which this program does not know",
        "install the newer program", outcome: .nothingWritten)
    }
  }
}
