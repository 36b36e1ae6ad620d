internal import JournalLog
public import JournalProjections
public import JournalTime
internal import LMDBKit
internal import Synchronization

/// A journal that a long-lived program opens once and asks from any thread,
/// beside other processes.
///
/// Each request gets a ``CareJournal`` with a clock of its own; all of them use
/// the same open files. Reads run side by side, writes one after another.
public final class SharedJournal: Sendable {
  /// The directory of the journal.
  public let path: String
  /// The program and its version.
  public let program: String
  private let opened = Mutex<Journal?>(nil)
  private let folds = KeptFolds()

  /// Creates a journal without touching any file.
  ///
  /// - Parameters:
  ///   - path: The directory of the journal; the first write creates it.
  ///   - program: The program and its version, which `writer.started` records.
  public init(at path: String, program: String) {
    self.path = path
    self.program = program
  }

  /// The state of a journal's files.
  public struct Version: Sendable, Hashable {
    /// The number of the data file; 0 without a journal.
    public let file: UInt64
    /// The number of the last commit by any process.
    public let commit: UInt64
  }

  /// Carries out a request.
  ///
  /// - Parameters:
  ///   - clock: The wall clock.
  ///   - person: The person who acts; `nil` for the home's own user.
  ///   - body: The request. It runs again if nothing was written yet when
  ///     another process put another journal into place.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`.
  public func with<R>(
    at clock: Instant, as person: Person? = nil,
    _ body: (CareJournal) throws -> R
  ) throws -> R {
    let journal = makeJournal(at: clock, person)
    do {
      defer { keep(journal) }
      return try body(journal)
    } catch let error as LMDBError
      where [.replaced, .closed].contains(error.code) && !journal.hasWritten
    {
      if let used = journal.opened { drop(used) }
      let again = makeJournal(at: clock, person)
      defer { keep(again) }
      return try body(again)
    }
  }

  /// The state of the files, which changes with each commit by any process.
  ///
  /// It is taken before a view is read, so it is never newer than the view.
  ///
  /// - Complexity: O(1): a look at the file's status, and an empty transaction.
  /// - Throws: The errors of opening the journal.
  public func version() throws -> Version {
    guard let (journal, inode) = try current() else {
      return Version(file: 0, commit: 0)
    }
    return Version(
      file: inode, commit: try journal.environment.read { $0.number })
  }

  /// Closes the files until the next request, to let them be rewritten. It waits
  /// for the end of running transactions.
  public func forget() {
    if let journal = opened.withLock(\.self) { drop(journal) }
  }

  /// Closes a journal, and no other that has taken its place since.
  private func drop(_ journal: Journal) {
    opened.withLock { if $0 === journal { $0 = nil } }
    try? journal.environment.close()
  }

  private func makeJournal(
    at clock: Instant, _ person: Person?
  ) -> CareJournal {
    CareJournal(
      at: path, program: program, clock: clock, person: person,
      opened: currentlyOpened()?.journal)
  }

  /// Returns the open journal and the number of its file, unless another process
  /// has replaced that.
  private func currentlyOpened() -> (journal: Journal, inode: UInt64)? {
    guard let journal = opened.withLock(\.self) else { return nil }
    guard let inode = try? journal.environment.dataFileInode,
      inode == journal.home.dataFileInode
    else {
      drop(journal)
      return nil
    }
    return (journal, inode)
  }

  private func current() throws -> (journal: Journal, inode: UInt64)? {
    if let found = currentlyOpened() { return found }
    let home = JournalHome(path: path)
    guard home.exists else { return nil }
    let journal = try Journal.open(home, access: .readWrite)
    journal.keptFolds = folds
    opened.withLock { $0 = journal }
    return (journal, try journal.environment.dataFileInode)
  }

  /// Keeps the files that a request has opened for writing.
  private func keep(_ journal: CareJournal) {
    guard let used = journal.opened, used.environment.access == .readWrite
    else { return }
    used.keptFolds = folds
    opened.withLock { if $0 == nil { $0 = used } }
  }
}
