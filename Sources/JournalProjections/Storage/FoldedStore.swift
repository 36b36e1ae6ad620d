internal import Encodings
internal import JournalEvents
internal import JournalLog
internal import LMDBKit

/// The running digests of the databases that are folded, and of the tips of
/// the writers, which say from which events: they are stored by the transaction
/// that changes the entries, so that a page which is not the one that was last
/// written shows.
struct FoldDigests {
  /// In the order of the environment's databases.
  private var digests: [EntryDigest]

  private static let key: [UInt8] = Array("folds".utf8)

  /// Those that are stored; of databases without entries where none are.
  init(
    in databases: ProjectionDatabases, _ transaction: borrowing some Transaction
  ) throws {
    let count = databases.digested.count
    digests = [EntryDigest](repeating: EntryDigest(), count: count)
    let stored = try transaction.get(Self.key, in: databases.meta) {
      try SealedValue.open($0, in: ProjectionDatabase.meta) { content in
        // Another number of databases is that of another version.
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

  // The log and the index of streams stand before what is digested.
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

/// The folded databases within a transaction that writes: every change of them
/// goes through here, so that the digests follow.
///
/// A class, because the projector lends it while it is changed itself.
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

  /// Lends `body` a place at which entries of a database are written, and the
  /// digest that has to follow.
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

  /// Stores what is held of `writer`.
  func setTips(
    _ tips: WriterTips, of writer: WriterID, in log: EventLog
  ) throws {
    try change(databases.writers) {
      try log.setTips(tips, of: writer, with: &$0, noting: &$1)
    }
  }

  /// Counts the tips again, which a rebuild does not touch.
  func recountTips() throws {
    digests[databases.writers] = try databases.writers.digest(in: transaction)
  }

  /// Stores the digests; before the transaction commits.
  func finish() throws { try digests.store(in: databases, transaction) }
}

extension Database {
  /// The digest of what is stored, with a look at the pages on the way.
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
