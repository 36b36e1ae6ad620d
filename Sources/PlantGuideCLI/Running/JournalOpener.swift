internal import Glibc
internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import LMDBKit

/// Opens a command's journal once.
///
/// A command that writes looks first, at names and at what would change, and
/// opening costs more than both: so it opens for writing from the start where
/// a journal exists. Where none does, looking must not make one.
final class JournalOpener {
  private var opened: Journal?
  /// Why the journal could be opened for reading only.
  private var refusal: LMDBError?
  private var made: Made?
  /// Whether the command has stored something.
  var hasWritten = false
  /// The actions that the command has appended, for hooks.
  var appended: [ActionReference] = []

  func open(
    _ home: JournalHome, for access: Environment.Access, isWriting: Bool
  ) throws -> Journal {
    if let opened { return opened }
    if access == .readWrite, let refusal { throw refusal }
    // Asked once: another process may make the journal at any moment, and
    // what is opened for reading can no more be written.
    let exists = home.exists
    if !exists { try home.checkLinks() }
    guard access == .readWrite || isWriting else {
      let journal = try Journal.open(home, access: .readOnly)
      opened = journal
      return journal
    }
    guard access == .readWrite || refusal == nil else {
      return try Journal.open(home, access: .readOnly)
    }
    // One that does not exist yet is made only to be written.
    guard exists || access == .readWrite else { return .absent(from: home) }
    if made == nil, !exists {
      made = Made(home: home, hadDirectory: home.hasDirectory)
    }
    do {
      let journal = try Journal.open(home, access: .readWrite)
      opened = journal
      return journal
    } catch let error as LMDBError
      where access == .readOnly && error.forbidsWriting
    {
      // What only looks, as `measure` without a measure does, may go on; what
      // writes meets the error when it comes to write.
      refusal = error
      return try Journal.open(home, access: .readOnly)
    }
  }

  /// A home in which there was no journal.
  private struct Made {
    let home: JournalHome
    let hadDirectory: Bool
  }

  /// Removes the journal that was made for a command that was then refused.
  /// Best effort: the command's own error is what is told.
  func discardWhatIsEmpty() {
    guard let made, !hasWritten else { return }
    if let opened { try? opened.discardIfEmpty() }
    if !made.hadDirectory { made.home.removeIfEmpty() }
  }
}

extension LMDBError {
  /// Whether the disk or the file may be read, but not written.
  fileprivate var forbidsWriting: Bool {
    errno == EROFS || errno == EACCES || errno == EPERM
  }
}
