internal import Encodings
public import JournalEvents
internal import JournalLog
public import JournalTime

/// What a backup says of itself, in `manifest.json`.
public struct BackupManifest: Sendable, Hashable {
  /// What is held of one writer.
  public struct Branches: Sendable, Hashable {
    /// The writer.
    public let writer: WriterID
    /// The last event of each of its branches.
    public let tips: [Tip]
  }

  /// The last event of a branch.
  public struct Tip: Sendable, Hashable {
    /// Its sequence number.
    public let sequence: UInt64
    /// Its hash.
    public let hash: EventHash
  }

  /// The form's name and version.
  public static let format = "plantguide.backup/1"

  /// When the backup was made.
  public let createdAt: OffsetInstant
  /// The program that made it.
  public let program: String
  /// The ids of the journal; several after a merge.
  public let journals: [JournalID]
  /// How many events it holds.
  public let events: Int
  /// How large the data file is, in bytes.
  public let byteCount: Int
  /// The BLAKE2b-256 digest of the data file.
  public let hash: EventHash
  /// What is held of every writer.
  public let vector: [Branches]

  /// Creates a manifest.
  init(
    createdAt: OffsetInstant, program: String, contents: BackupContents,
    byteCount: Int, hash: EventHash
  ) {
    self.createdAt = createdAt
    self.program = program
    journals = contents.journals
    events = contents.events
    vector = contents.vector
    self.byteCount = byteCount
    self.hash = hash
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

  /// Writes the manifest as JSON.
  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.name("format")
      writer.string(Self.format)
      writer.name("createdAt")
      writer.string(createdAt.description)
      writer.name("program")
      writer.string(program)
      writer.name("journals")
      writer.array { writer in
        for journal in journals { writer.string(journal.description) }
      }
      writer.name("events")
      writer.integer(events)
      writer.name("bytes")
      writer.integer(byteCount)
      writer.name("hash")
      writer.string(hash.description)
      writer.name("vector")
      writer.array { writer in
        for branches in vector { Self.write(branches, to: &writer) }
      }
    }
  }

  private static func write(
    _ branches: Branches, to writer: inout JSONWriter
  ) {
    writer.object { writer in
      writer.name("writer")
      writer.string(branches.writer.description)
      writer.name("tips")
      writer.array { writer in
        for tip in branches.tips {
          writer.object { writer in
            writer.name("sequence")
            writer.integer(tip.sequence)
            writer.name("hash")
            writer.string(tip.hash.description)
          }
        }
      }
    }
  }
}
