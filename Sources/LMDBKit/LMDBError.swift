internal import CLMDB
public import ErrorKit
internal import Glibc
internal import POSIXKit

/// A failure of the store, with the call that failed.
public struct LMDBError: DescribedError, Sendable, Hashable {
  /// The kind of failure.
  public let code: Code

  /// The call that failed, such as `mdb_put`.
  public let operation: String

  /// The file or directory concerned, if any.
  public let path: String?

  public init(code: Code, operation: String, path: String? = nil) {
    self.code = code
    self.operation = operation
    self.path = path
  }

  /// The system's error number (`ENOSPC`, `EIO` …), if the system failed.
  public var errno: Int32? { code.rawValue > 0 ? code.rawValue : nil }
}

extension LMDBError {
  /// A status of LMDB (negative), an error number of the system (positive), or
  /// an error of this module (below −40,000).
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

  /// The data file is short or torn, or lacks required databases.
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

  /// Writing was requested of an environment that this process holds read-only.
  public static let readOnly = Self(rawValue: -40_008)

  /// The open files were replaced or removed.
  public static let replaced = Self(rawValue: -40_010)

  /// A process with the same number, in another container, is reading.
  public static let numberTaken = Self(rawValue: -40_011)

  /// The path is open in this process with other databases.
  public static let otherDatabases = Self(rawValue: -40_009)
}

extension LMDBError {
  /// The path, the failure and, if one is known, a remedy.
  public var facts: ErrorFacts {
    let place = path.map { "\($0): " } ?? ""
    return code.facts("\(place)\(code) (\(operation))")
  }
}

extension LMDBError.Code {
  fileprivate func facts(_ message: String) -> ErrorFacts {
    guard rawValue <= 0 else {
      return .init(.system, message, Remedy(errno: rawValue))
    }
    return switch self {
    case .damaged: .init(.damagedData, message, .salvage)
    case .missing:
      .init(
        .damagedData, message,
        "restore a backup; an empty file where no journal was yet can be removed"
      )
    case .versionMismatch:
      .init(.newerFormat, message, "install the newer program")
    case .mapFull:
      .init(.system, message, "free some address space or disk space")
    case .readersFull:
      .init(.system, message, "end other plantguide processes, then retry")
    case .replaced:
      .init(
        .system, message,
        "the journal was restored, compacted or removed meanwhile; run the command again",
        outcome: .nothingWritten)
    case .numberTaken:
      .init(
        .system, message,
        "wait for the other container, or let containers share their process numbers",
        outcome: .nothingWritten)
    case .networkFileSystem, .badKeySize, .closed, .forked,
      .nestedTransaction, .readOnly, .otherDatabases, .mapResized:
      .init(.system, message)
    // LMDB's other errors come from pages that are not as it wrote them.
    default:
      .init(
        .damagedData, "the journal's data file is damaged: \(message)", .salvage
      )
    }
  }
}

extension LMDBError.Code: CustomStringConvertible {
  /// The failure in words.
  public var description: String {
    ownDescription ?? String(cString: mdb_strerror(rawValue))
  }

  private var ownDescription: String? {
    switch self {
    case .damaged:
      "the data file is damaged"
    case .missing:
      "the data file is missing or empty"
    case .networkFileSystem:
      """
      this is a network file system, on which the journal would be damaged; \
      keep it on a local disk
      """
    case .badKeySize:
      "a key must have 1 to 511 bytes"
    case .closed:
      "the environment has been closed"
    case .forked:
      "the environment was opened before this process was forked"
    case .nestedTransaction:
      "a transaction of this thread is already open"
    case .readOnly:
      "this process has opened the environment read-only"
    case .replaced:
      "other files have taken the place of those that are open"
    case .numberTaken:
      "another container's process of the same number, \(getpid()), has the journal open"
    case .otherDatabases:
      "this process has opened the environment with other databases"
    default:
      nil
    }
  }
}

/// Throws unless `status` is zero.
@inline(__always)
func check(
  _ operation: StaticString, _ status: Int32, path: String? = nil
) throws(LMDBError) {
  guard status != MDB_SUCCESS else { return }
  throw LMDBError(
    code: .init(rawValue: status), operation: operation.description, path: path)
}

/// Throws the system's error as an error of this module.
func system<R>(_ body: () throws(FileSystemError) -> R) throws(LMDBError) -> R {
  do throws(FileSystemError) {
    return try body()
  } catch {
    throw LMDBError(error)
  }
}

extension LMDBError {
  /// Converts an error of the system.
  init(_ error: FileSystemError) {
    self.init(
      code: .init(rawValue: error.code), operation: error.operation,
      path: error.path.isEmpty ? nil : error.path)
  }
}
