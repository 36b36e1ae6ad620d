internal import Encodings
public import LMDBKit

/// Every key and value of some databases, to be compared.
public struct Dump: Equatable, Sendable {
  /// An entry of a database.
  public struct Entry: Hashable, Sendable {
    /// The database's name.
    public let database: String
    /// The key.
    public let key: [UInt8]
    /// The value.
    public let value: [UInt8]
  }

  /// The entries, by database and key.
  public let entries: [Entry]

  /// The differences of `other`, one line an entry; empty if there are none.
  public func differences(from other: Dump) -> [String] {
    guard self != other else { return [] }
    let mine = Set(entries)
    let others = Set(other.entries)
    return mine.subtracting(others).map { "+ \($0)" }.sorted()
      + others.subtracting(mine).map { "- \($0)" }.sorted()
  }
}

extension Dump.Entry: CustomStringConvertible {
  /// Database, key and value, the bytes as hexadecimal digits.
  public var description: String {
    "\(database) \(Hexadecimal.encode(key)) = \(Hexadecimal.encode(value))"
  }
}

extension TransactionProtocol where Self: ~Copyable {
  /// Every key and value of the databases `names`.
  public func dump(
    _ names: [String], of environment: Environment
  ) throws -> Dump {
    var entries: [Dump.Entry] = []
    for name in names {
      try withCursor(environment.database(name)) { cursor in
        while try cursor.next() {
          try cursor.withEntry { key, value in
            entries.append(
              Dump.Entry(
                database: name, key: key.copied, value: value.copied))
          }
        }
      }
    }
    return Dump(entries: entries)
  }
}
