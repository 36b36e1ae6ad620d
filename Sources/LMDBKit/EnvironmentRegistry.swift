internal import Synchronization

/// The environments open in this process, one for each path.
///
/// Opening a file twice in a process would lose LMDB's locks: the system drops
/// all of a process's locks on a file when it closes any descriptor.
final class EnvironmentRegistry: Sendable {
  static let shared = EnvironmentRegistry()

  private final class Entry {
    let directory: String
    let id: UInt64

    /// `nil` while being opened or closed.
    weak var environment: Environment?

    init(directory: String, id: UInt64) {
      self.directory = directory
      self.id = id
    }
  }

  private struct State {
    // A list: a process opens one environment, seldom two or three.
    var entries: [Entry] = []
    var lastID: UInt64 = 0

    func entry(at directory: String) -> Entry? {
      entries.first { $0.directory == directory }
    }
  }

  private let monitor = Monitor(State())

  /// Returns the environment open at a path, or opens it. The path must be
  /// without links and dots.
  func open(
    _ directory: String, _ configuration: Environment.Configuration
  ) throws(LMDBError) -> Environment {
    let (id, found) = claim(directory)
    if let found {
      try found.checkServes(configuration)
      return found
    }
    // Not under the lock: if opening fails, `deinit` takes it.
    let environment = Environment(
      directory: directory, configuration: configuration, id: id)
    try environment.gate.exclusively("mdb_env_open") { () throws(LMDBError) in
      try environment.openHandle(mayBeNew: configuration.mayBeNew)
    }
    monitor.withLock { $0.entry(at: directory)?.environment = environment }
    return environment
  }

  /// Forgets an environment, once it is closed.
  func remove(_ directory: String, id: UInt64) {
    monitor.withLock { state in
      state.entries.removeAll { $0.directory == directory && $0.id == id }
    }
  }

  /// The environment at a path, or a new id with which the caller opens it.
  private func claim(_ directory: String) -> (id: UInt64, found: Environment?) {
    // Released after the lock: this may be the last reference by then, and
    // `deinit` takes the lock.
    var seen: [Environment] = []
    let result = monitor.withLock { state in
      guard let entry = state.entry(at: directory) else { return true }
      guard let environment = entry.environment else { return false }
      seen.append(environment)
      return true
    } _: { state -> (UInt64, Environment?) in
      if let found = seen.last, found.isAtItsPath { return (found.id, found) }
      state.lastID += 1
      // An environment whose file is no longer at its path may still be in use.
      state.entries.removeAll { $0.directory == directory }
      state.entries.append(Entry(directory: directory, id: state.lastID))
      return (state.lastID, nil)
    }
    return withExtendedLifetime(seen) { result }
  }
}

extension Environment {
  /// A Boolean value that indicates whether the paths still name the open
  /// files.
  var isAtItsPath: Bool {
    let opened = files.withLock { $0 }
    return DataFile(directory: directory).identity == opened?.data
      && LockFile(directory: directory).identity == opened?.lock
  }

  /// Throws if this environment does not fit the request to open it again.
  fileprivate func checkServes(
    _ configuration: Configuration
  ) throws(LMDBError) {
    guard access == .readWrite || configuration.access == .readOnly else {
      throw failure(.readOnly, "mdb_env_open")
    }
    guard configuration.databases.allSatisfy(names.contains) else {
      throw failure(.otherDatabases, "mdb_env_open")
    }
  }
}
