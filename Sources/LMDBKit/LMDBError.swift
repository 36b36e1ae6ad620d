internal import CLMDB
public import ErrorKit

/// A failure of the store, with the call that met it.
public struct LMDBError: DescribedError, Sendable, Hashable {
  /// What went wrong.
  public let code: Code

  /// The call that failed, such as `mdb_put`.
  public let operation: String

  /// The file or directory concerned, where there is one.
  public let path: String?

  /// Creates an error.
  public init(code: Code, operation: String, path: String? = nil) {
    self.code = code
    self.operation = operation
    self.path = path
  }

  /// The system's error number (`ENOSPC`, `EIO` …), if the system failed.
  public var errno: Int32? { code.rawValue > 0 ? code.rawValue : nil }
}

extension LMDBError {
  /// A status of LMDB (negative), an error number of the system (positive),
  /// or a finding of this module (below −40,000).
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: Int32

    /// Creates a code from its number, known or not.
    public init(rawValue: Int32) {
      self.rawValue = rawValue
    }
  }
}

extension LMDBError.Code {
  /// No such key (`MDB_NOTFOUND`).
  public static let notFound = Self(rawValue: MDB_NOTFOUND)

  /// The key exists, or is not above the last key when appending
  /// (`MDB_KEYEXIST`).
  public static let keyExists = Self(rawValue: MDB_KEYEXIST)

  /// A page that must exist does not (`MDB_PAGE_NOTFOUND`).
  public static let pageNotFound = Self(rawValue: MDB_PAGE_NOTFOUND)

  /// A page is of the wrong type (`MDB_CORRUPTED`).
  public static let corrupted = Self(rawValue: MDB_CORRUPTED)

  /// A fatal error happened earlier in this environment (`MDB_PANIC`).
  public static let panic = Self(rawValue: MDB_PANIC)

  /// Written by another version of LMDB (`MDB_VERSION_MISMATCH`).
  public static let versionMismatch = Self(rawValue: MDB_VERSION_MISMATCH)

  /// Not an LMDB file (`MDB_INVALID`).
  public static let invalid = Self(rawValue: MDB_INVALID)

  /// The map has reached its largest size (`MDB_MAP_FULL`).
  public static let mapFull = Self(rawValue: MDB_MAP_FULL)

  /// More processes read than the lock file has room for
  /// (`MDB_READERS_FULL`).
  public static let readersFull = Self(rawValue: MDB_READERS_FULL)

  /// Another process enlarged the map and it cannot be adopted now
  /// (`MDB_MAP_RESIZED`).
  public static let mapResized = Self(rawValue: MDB_MAP_RESIZED)

  /// The transaction failed earlier and cannot go on (`MDB_BAD_TXN`).
  public static let badTransaction = Self(rawValue: MDB_BAD_TXN)

  /// A value is longer than 4 GiB (`MDB_BAD_VALSIZE`).
  public static let badValueSize = Self(rawValue: MDB_BAD_VALSIZE)

  /// The data file is short or torn: pages in use are missing.
  public static let damaged = Self(rawValue: -40_001)

  /// There is no data file, or it is empty.
  public static let missing = Self(rawValue: -40_002)

  /// The directory is on a network file system.
  public static let networkFileSystem = Self(rawValue: -40_003)

  /// A key is empty or longer than 511 bytes.
  public static let badKeySize = Self(rawValue: -40_004)

  /// The environment was closed.
  public static let closed = Self(rawValue: -40_005)

  /// The environment was opened before this process was forked.
  public static let forked = Self(rawValue: -40_006)

  /// A transaction was begun inside another one of the same thread.
  public static let nestedTransaction = Self(rawValue: -40_007)

  /// Writing was asked of an environment that this process holds read-only.
  public static let readOnly = Self(rawValue: -40_008)

  /// Another data file has taken the place of the one that is open.
  public static let replaced = Self(rawValue: -40_010)

  /// The path is open in this process with other databases.
  public static let otherDatabases = Self(rawValue: -40_009)
}
