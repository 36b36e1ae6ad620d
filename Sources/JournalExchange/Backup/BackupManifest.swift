internal import Encodings
internal import ErrorKit
internal import Glibc
public import JournalEvents
internal import JournalLog
internal import JournalProjections
public import JournalTime
internal import LMDBKit
internal import POSIXKit

/// The description of a backup, in `manifest.json`.
public struct BackupManifest: Sendable, Hashable {
  /// The events that a backup holds of one writer.
  public struct Branches: Sendable, Hashable {
    /// The writer.
    public let writer: WriterID
    /// The last event of each of its branches.
    public let tips: [Tip]
  }

  /// The last event of a branch.
  public struct Tip: Sendable, Hashable {
    /// The sequence number.
    public let sequence: UInt64
    /// The hash.
    public let hash: EventHash
  }

  /// The name and version of the format.
  public static let format = "plantguide.backup/1"

  /// The time of the backup.
  public let createdAt: OffsetInstant
  /// The program that made it.
  public let program: String
  /// The ids of the journal; several after a merge.
  public let journals: [JournalID]
  /// The number of events.
  public let events: Int
  /// The size of the data file, in bytes.
  public let byteCount: Int
  /// The BLAKE2b-256 digest of the data file.
  public let hash: EventHash
  /// A Boolean value that indicates whether acknowledged commits were missing.
  public let isMissingCommits: Bool
  /// The events held of every writer.
  public let vector: [Branches]
  /// The files of photos beside it.
  public let photos: [BlobName]
  /// The thumbnails beside it. None counts as missing.
  public let thumbnails: [BlobName]
  /// The original files beside it from which some photos were made.
  public let originals: [BlobName]
  /// The files of photos that the journal lacked, or had damaged.
  public let missingPhotos: [BlobName]

  /// Creates a manifest.
  init(
    createdAt: OffsetInstant, program: String, contents: BackupContents,
    photos: BackupPhotos, isMissingCommits: Bool, byteCount: Int,
    hash: EventHash
  ) {
    self.photos = photos.photos
    thumbnails = photos.thumbnails
    originals = photos.originals
    missingPhotos = photos.missing
    self.createdAt = createdAt
    self.program = program
    journals = contents.journals
    events = contents.events
    vector = contents.vector
    self.isMissingCommits = isMissingCommits
    self.byteCount = byteCount
    self.hash = hash
  }

  /// Returns the events that a journal holds of every writer, by their ids.
  static func vector(
    of journal: Journal,
    in transaction: borrowing some Transaction
  ) throws -> [Branches] {
    try journal.log.vector(in: transaction).map { writer, tips in
      Branches(
        writer: writer,
        tips: tips.tips.map { Tip(sequence: $0.sequence, hash: $0.hash) })
    }
  }
}

extension BackupManifest {
  /// The manifest as a line of JSON.
  var json: [UInt8] {
    var writer = JSONWriter(capacity: 1024)
    write(to: &writer)
    writer.newline()
    return writer.bytes
  }

  /// Every file beside the backup.
  var heldFiles: [BlobName] { photos + thumbnails + originals }

  /// The files beside the backup or missing there, with their members' names.
  private var files: [(name: StaticString, names: [BlobName])] {
    [
      ("photos", photos), ("thumbnails", thumbnails), ("originals", originals),
      ("missingPhotos", missingPhotos),
    ]
  }

  /// Writes the manifest as JSON.
  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("format", Self.format)
      writer.member("createdAt", createdAt.description)
      writer.member("program", program)
      writer.member("journals", journals.map(\.description))
      writer.member("events", events)
      writer.member("bytes", byteCount)
      writer.member("hash", hash.description)
      if isMissingCommits { writer.member("missingCommits", true) }
      for (name, files) in files where !files.isEmpty {
        writer.member(name, files.map(\.description))
      }
      writer.objects("vector", vector) { writer, branches in
        writer.member("writer", branches.writer.description)
        writer.objects("tips", branches.tips) { writer, tip in
          writer.member("sequence") { $0.integer(tip.sequence) }
          writer.member("hash", tip.hash.description)
        }
      }
    }
  }
}

extension BackupManifest {
  /// Reads the manifest of a backup.
  ///
  /// - Throws: `BackupError`, or `FileSystemError`.
  public init(of place: BackupPlace) throws {
    guard let bytes = try Self.contents(of: place) else {
      guard FileSystem.exists(place.path) else {
        throw BackupError.absent(path: place.path)
      }
      throw BackupError.noManifest(path: place.path)
    }
    do throws(ManifestError) {
      try self.init(json: bytes)
    } catch .newerFormat(let found) {
      throw BackupError.newerFormat(path: place.path, found: found)
    } catch .malformed(let reason) {
      throw BackupError.badManifest(path: place.path, reason: reason)
    }
  }

  // Long enough for a hundred thousand writers.
  private static let mostBytes = 1 << 24

  /// Returns the file's bytes. A wrong size or kind means that it is no
  /// manifest, not that the disk fails, and must not hide the other backups.
  private static func contents(of place: BackupPlace) throws -> [UInt8]? {
    do throws(FileSystemError) {
      return try File.contents(of: place.manifestFile, atMost: mostBytes)
    } catch  where [EFBIG, EINVAL, EISDIR].contains(error.code) {
      throw BackupError.badManifest(
        path: place.path, reason: error.description)
    }
  }

  private enum ManifestError: Error {
    case newerFormat(String)
    case malformed(String)
  }

  private init(json bytes: [UInt8]) throws(ManifestError) {
    let fields: Fields
    do {
      fields = Fields(try JSONReader.parse(bytes.span.bytes))
    } catch {
      throw .malformed("\(error)")
    }
    let format = try fields.text("format")
    guard format == Self.format else { throw .newerFormat(format) }
    let created = try fields.text("createdAt")
    guard let createdAt = OffsetInstant(created) else {
      throw .malformed("'createdAt' is not a time")
    }
    self.createdAt = createdAt
    program = try fields.text("program")
    events = try fields.count("events")
    byteCount = try fields.count("bytes")
    hash = try fields.hash("hash")
    isMissingCommits = fields.isTrue("missingCommits")
    photos = try fields.files("photos")
    thumbnails = try fields.files("thumbnails")
    originals = try fields.files("originals")
    missingPhotos = try fields.files("missingPhotos")
    var journals: [JournalID] = []
    for value in try fields.list("journals") {
      guard case .string(let text) = value, let id = JournalID(text) else {
        throw .malformed("'journals' holds no ids")
      }
      journals.append(id)
    }
    self.journals = journals
    var vector: [Branches] = []
    for value in try fields.list("vector") {
      vector.append(try Self.branches(Fields(value)))
    }
    self.vector = vector
  }

  private static func branches(
    _ fields: Fields
  ) throws(ManifestError) -> Branches {
    guard let writer = WriterID(try fields.text("writer")) else {
      throw .malformed("'writer' is not an id")
    }
    var tips: [Tip] = []
    for value in try fields.list("tips") {
      let tip = Fields(value)
      tips.append(
        Tip(
          sequence: UInt64(try tip.count("sequence")),
          hash: try tip.hash("hash")))
    }
    return Branches(writer: writer, tips: tips)
  }

  /// The required members of an object.
  private struct Fields {
    private let value: JSONValue

    init(_ value: JSONValue) {
      self.value = value
    }

    func text(_ name: String) throws(ManifestError) -> String {
      guard case .string(let text) = value[name] else {
        throw .malformed("'\(name)' is not a text")
      }
      return text
    }

    /// Returns whether an optional member is true.
    func isTrue(_ name: String) -> Bool {
      if case .bool(true) = value[name] { true } else { false }
    }

    /// Returns the names of files; none if the member is missing.
    func files(_ name: String) throws(ManifestError) -> [BlobName] {
      guard value[name] != nil else { return [] }
      var files: [BlobName] = []
      for item in try list(name) {
        guard case .string(let text) = item, let file = BlobName(text) else {
          throw .malformed("'\(name)' holds no hashes")
        }
        files.append(file)
      }
      return files
    }

    func count(_ name: String) throws(ManifestError) -> Int {
      guard case .integer(let number) = value[name], number >= 0,
        let count = Int(exactly: number)
      else { throw .malformed("'\(name)' is not a count") }
      return count
    }

    func hash(_ name: String) throws(ManifestError) -> EventHash {
      guard let hash = EventHash(try text(name)) else {
        throw .malformed("'\(name)' is not a hash")
      }
      return hash
    }

    func list(_ name: String) throws(ManifestError) -> [JSONValue] {
      guard case .array(let items) = value[name] else {
        throw .malformed("'\(name)' is not a list")
      }
      return items
    }
  }
}
