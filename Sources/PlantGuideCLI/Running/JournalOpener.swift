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
  /// Whether the command has stored something.
  var hasWritten = false

  func open(
    _ home: JournalHome, for access: Environment.Access, isWriting: Bool
  ) throws -> Journal {
    if let opened { return opened }
    let mayWrite = access == .readWrite || (isWriting && home.exists)
    let journal = try Journal.open(
      home, access: mayWrite ? .readWrite : .readOnly)
    // A journal that does not exist yet must be opened again to be made.
    if mayWrite || home.exists { opened = journal }
    return journal
  }
}
