internal import CLMDB
public import ErrorKit
internal import Glibc
internal import POSIXKit

extension LMDBError {
  /// The path, what went wrong and, where one is known, a remedy.
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
    // Its text names the remedy.
    case .damaged: .init(.damagedData, message)
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
        "a backup was restored meanwhile; run the command again",
        outcome: .nothingWritten)
    case .networkFileSystem, .badKeySize, .closed, .forked,
      .nestedTransaction, .readOnly, .otherDatabases, .mapResized:
      .init(.system, message)
    // What else LMDB says comes of pages that are not as it wrote them.
    default: .init(.damagedData, message, "restore a backup")
    }
  }
}

extension LMDBError.Code: CustomStringConvertible {
  /// What went wrong, in words.
  public var description: String {
    ownDescription ?? String(cString: mdb_strerror(rawValue))
  }

  private var ownDescription: String? {
    switch self {
    case .damaged:
      "the data file is damaged: pages in use are missing; restore a backup"
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
      "another data file has taken the place of the one that is open"
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

/// Throws what the system refuses as an error of this module.
func system<R>(
  _ body: () throws(FileSystemError) -> R
) throws(LMDBError) -> R {
  do throws(FileSystemError) {
    return try body()
  } catch {
    throw LMDBError(
      code: .init(rawValue: error.code), operation: error.operation,
      path: error.path)
  }
}

/// Throws the system's last error unless `result` is not negative.
@discardableResult
func checkErrno<Result: SignedInteger>(
  _ operation: StaticString, _ result: Result, path: String? = nil
) throws(LMDBError) -> Result {
  guard result < 0 else { return result }
  throw LMDBError(
    code: .init(rawValue: errno), operation: operation.description, path: path)
}
