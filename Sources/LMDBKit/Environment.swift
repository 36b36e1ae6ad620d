internal import CLMDB
internal import Glibc
internal import Synchronization

/// An LMDB environment: named databases in one file, for any number of readers
/// and one writer at a time, in this process and others.
///
/// The map grows by itself, and follows when another process enlarges it. There
/// is one environment per process and path: opening a path again returns the
/// same object.
///
/// Unchecked because LMDB's handle and the table of databases are plain
/// storage. They change only while ``gate`` lets no transaction live, and are
/// read only by transactions inside it.
public final class Environment: @unchecked Sendable {
  /// The kind of access to an environment.
  public enum Access: Sendable {
    /// Reads only; works on a read-only file system.
    case readOnly

    /// Reads and writes.
    case readWrite
  }

  /// The directory, without links and dots.
  public let directory: String

  let configuration: Configuration
  /// The number of the environment in this process; 0 stands for a file that
  /// does not exist.
  let id: UInt64
  let gate = TransactionGate()
  let handles: UnsafeMutablePointer<UInt32>
  let process = getpid()

  /// A Boolean value that indicates whether LMDB's environment became unusable.
  let needsReopening = Atomic<Bool>(false)
  /// A Boolean value that indicates whether the map was too small for a write
  /// of the current transaction. It is kept here because the transaction's body
  /// may wrap or swallow the error.
  let mapWasFull = Atomic<Bool>(false)
  let isClosed = Atomic<Bool>(false)

  /// A Boolean value that indicates whether the list of free pages was checked
  /// before the first write.
  let hasSoundFreeList = Atomic<Bool>(false)

  /// A Boolean value that indicates whether ``whileUnused(_:)`` is running.
  let isAlone = Atomic<Bool>(false)

  /// The identities of the open files, which may differ from those at the paths
  /// by now.
  struct Files {
    let data: DataFile.Identity
    /// `nil` on a read-only file system, which can have no lock file.
    let lock: DataFile.Identity?
  }

  /// The files that were opened.
  let files = Mutex<Files?>(nil)

  // These change only while the gate lets no transaction live.

  /// LMDB's environment; `nil` when closed, or when reopening failed.
  var handle: OpaquePointer?

  /// The transaction up to which missing databases were looked for.
  var searched = 0

  /// The number of dead readers that were cleared at opening.
  var clearedReaders = 0

  init(directory: String, configuration: Configuration, id: UInt64) {
    self.directory = directory
    self.configuration = configuration
    self.id = id
    let count = configuration.databases.count
    handles = .allocate(capacity: max(count, 1))
    handles.initialize(repeating: 0, count: count)
  }

  /// The access that this process has.
  public var access: Access { configuration.access }

  var names: [String] { configuration.databases }
  var isVoid: Bool { id == 0 }

  deinit {
    // A forked child shares locks and files with its parent, so leave them.
    if process == getpid() {
      closeHandle()
      EnvironmentRegistry.shared.remove(directory, id: id)
    }
    handles.deallocate()
  }

  /// An environment for reading without a file: every database is empty, and
  /// nothing is created on disk.
  public static func void(databases: [String]) -> Environment {
    let configuration = Configuration(databases: databases, access: .readOnly)
    return Environment(directory: "", configuration: configuration, id: 0)
  }

  /// Returns a database named at opening.
  ///
  /// - Precondition: `name` was given at opening.
  public func database(_ name: String) -> Database {
    guard let slot = names.firstIndex(of: name) else {
      // Names are constants of the program, so a wrong one is a mistake in it
      // that no input can cause and no caller could handle.
      preconditionFailure("no database named \(name) was opened")
    }
    return Database(name: name, slot: slot, environment: id)
  }

  /// Closes the environment once its transactions have ended, for all of this
  /// process that opened this path. Later transactions throw `closed`.
  ///
  /// Calling it is optional: releasing the last reference does the same.
  ///
  /// - Throws: `nestedTransaction` inside a transaction.
  public func close() throws(LMDBError) {
    guard process == getpid() else { return }
    try gate.exclusively("mdb_env_close") {
      closeHandle()
      isClosed.store(true, ordering: .releasing)
    }
    EnvironmentRegistry.shared.remove(directory, id: id)
  }

  func closeHandle() {
    // Without a handle this does nothing.
    mdb_env_close(handle)
    handle = nil
  }

  func failure(_ code: LMDBError.Code, _ operation: String) -> LMDBError {
    LMDBError(code: code, operation: operation, path: directory)
  }
}

/// A named database of an environment.
///
/// It is a name and a place in the environment's table, not a handle of LMDB,
/// so it stays valid when the environment is reopened after a failure.
public struct Database: Sendable {
  /// The name it has in the environment.
  public let name: String

  /// The place among the names with which the environment was opened.
  package let slot: Int

  /// The environment it belongs to.
  let environment: UInt64
}

/// The LMDB library that this program is linked with.
public enum LMDBVersion {
  /// The library's version, such as "0.9.24".
  public static var text: String {
    var major: CInt = 0
    var minor: CInt = 0
    var patch: CInt = 0
    _ = mdb_version(&major, &minor, &patch)
    return "\(major).\(minor).\(patch)"
  }
}
