internal import Encodings
internal import JournalEvents
internal import JournalLog
internal import LMDBKit

/// The running digests of the folded databases, and of the writers' tips, which
/// identify the folded events. Each transaction stores them with its entries,
/// so that an outdated page is detected.
struct FoldDigests {
  /// The digests in the order of the environment's databases.
  private var digests: [EntryDigest]

  private static let key: [UInt8] = Array("folds".utf8)

  /// Reads the stored digests, by default those of empty databases.
  init(
    in databases: ProjectionDatabases, _ transaction: borrowing some Transaction
  ) throws {
    let count = databases.digested.count
    digests = [EntryDigest](repeating: EntryDigest(), count: count)
    let stored = try transaction.get(Self.key, in: databases.meta) {
      try SealedValue.open($0, in: ProjectionDatabase.meta) { content in
        // Another number of databases belongs to another version.
        guard content.byteCount == count * 16 else { return [EntryDigest]() }
        return (0..<count).map { index in
          EntryDigest(
            sum: content.bigEndian(at: index * 16, count: 8),
            count: content.bigEndian(at: index * 16 + 8, count: 8))
        }
      }
    }
    if let stored, !stored.isEmpty { digests = stored }
  }

  subscript(database: Database) -> EntryDigest {
    get { digests[database.slot - Self.firstSlot] }
    set { digests[database.slot - Self.firstSlot] = newValue }
  }

  // The log and the index of streams, which come first, have no digest.
  private static let firstSlot = 2

  func store(
    in databases: ProjectionDatabases,
    _ transaction: borrowing WriteTransaction
  ) throws {
    var content: [UInt8] = []
    content.reserveCapacity(digests.count * 16 + SealedValue.checksumByteCount)
    for digest in digests {
      content.append(bigEndian: digest.sum)
      content.append(bigEndian: digest.count)
    }
    try transaction.put(
      Self.key, SealedValue.seal(content), in: databases.meta)
  }
}

/// The folded databases within a write transaction. Every change of them goes
/// through here, which keeps the digests current.
///
/// This is a class because the projector lends it while the store changes.
final class FoldedStore {
  private let databases: ProjectionDatabases
  private let transaction: WriteTransaction
  private var digests: FoldDigests

  init(
    of databases: ProjectionDatabases,
    in transaction: borrowing WriteTransaction
  ) throws {
    digests = try FoldDigests(in: databases, transaction)
    self.databases = databases
    self.transaction = transaction.shared
  }

  /// Lends `body` a writer of a database's entries, and the digest to update.
  func change(
    _ database: Database,
    _ body: (inout EntryWriter, inout EntryDigest) throws -> Void
  ) throws {
    try transaction.withWriter(of: database) { writer in
      try body(&writer, &digests[database])
    }
  }

  func put(_ key: [UInt8], _ value: [UInt8], in database: Database) throws {
    try change(database) { try $0.put(key, value, noting: &$1) }
  }

  func delete(_ key: [UInt8], in database: Database) throws {
    try change(database) { try $0.delete(key, noting: &$1) }
  }

  func removeAll(in database: Database) throws {
    try transaction.removeAll(in: database)
    digests[database] = EntryDigest()
  }

  func setTips(
    _ tips: WriterTips, of writer: WriterID, in log: EventLog
  ) throws {
    try change(databases.writers) {
      try log.setTips(tips, of: writer, with: &$0, noting: &$1)
    }
  }

  /// Recomputes the digest of the tips, which a rebuild does not change.
  func recountTips() throws {
    digests[databases.writers] = try databases.writers.digest(in: transaction)
  }

  /// Stores the digests before the transaction commits.
  func finish() throws { try digests.store(in: databases, transaction) }
}

extension Database {
  /// Returns the digest of the stored entries and checks the pages it reads.
  func digest(in transaction: borrowing some Transaction) throws -> EntryDigest
  {
    var digest = EntryDigest()
    try transaction.auditEntries(of: self) { key, value in
      digest.add(key, value)
      return true
    }
    return digest
  }
}
