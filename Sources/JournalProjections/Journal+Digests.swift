internal import Encodings
public import JournalEvents
internal import JournalLog
public import LMDBKit

extension Journal {
  /// A digest of the keys and values of each database that a rebuild makes
  /// again, by name.
  ///
  /// - Complexity: O(*n*) for *n* entries.
  public func projectionDigests(
    in transaction: borrowing some Transaction
  ) throws -> [String: EventHash] {
    var digests: [String: EventHash] = [:]
    for database in projections.rebuilt {
      var digest = EventHash.zero
      try transaction.forEachEntry(of: database) { key, value in
        // The lengths keep key and value apart.
        var bytes = digest.bytes
        bytes.append(bigEndian: UInt64(key.byteCount))
        key.withUnsafeBytes { bytes.append(contentsOf: $0) }
        value.withUnsafeBytes { bytes.append(contentsOf: $0) }
        digest = EventHash(of: bytes.span.bytes)
        return true
      }
      digests[database.name] = digest
    }
    return digests
  }
}
