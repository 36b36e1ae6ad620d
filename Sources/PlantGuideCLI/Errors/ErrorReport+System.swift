internal import Glibc
internal import JournalLog
internal import JournalTime
internal import LMDBKit
internal import POSIXKit
internal import TerminalKit

extension ErrorReport {
  /// What the disk, the system or the store's library refuse.
  static func ofSystem(_ error: any Error) -> ErrorReport? {
    switch error {
    case let error as LMDBError: store(error)
    case let error as FileSystemError:
      ErrorReport(
        error.description, hint: hint(forErrno: error.code), .system)
    case let error as TimeZoneError: timeZone(error)
    case OutputError.closed: ErrorReport("", .done)
    case OutputError.failed(let errno):
      ErrorReport(
        OutputError.failed(errno: errno).description,
        hint: hint(forErrno: errno), .system)
    default: nil
    }
  }

  /// Output that was lost after the journal had been written.
  static func ofLostOutput(
    _ error: any Error, _ circumstances: Circumstances
  ) -> ErrorReport? {
    guard circumstances.hasWritten, case OutputError.failed = error else {
      return nil
    }
    return ErrorReport(
      "what was asked for is recorded, but \(error)",
      hint: "do not repeat the command; 'plantguide history' shows it",
      .system)
  }

  private static func store(_ error: LMDBError) -> ErrorReport {
    if let errno = error.errno {
      return ErrorReport(
        error.description, hint: hint(forErrno: errno), .system)
    }
    switch error.code {
    case .damaged:
      // Its description names the remedy.
      return ErrorReport(error.description, .damagedData)
    case .missing:
      return ErrorReport(
        error.description,
        hint:
          "restore a backup; an empty file where no journal was yet can be removed",
        .damagedData)
    case .versionMismatch:
      return ErrorReport(
        error.description, hint: "install the newer program", .newerFormat)
    case .mapFull:
      return ErrorReport(
        error.description, hint: "free some address space or disk space",
        .system)
    case .readersFull:
      return ErrorReport(
        error.description, hint: "end other plantguide processes, then retry",
        .system)
    case .replaced:
      return ErrorReport(
        "\(error); nothing was written",
        hint: "a backup was restored meanwhile; run the command again",
        .system)
    case .networkFileSystem, .badKeySize, .closed, .forked,
      .nestedTransaction, .readOnly, .otherDatabases, .mapResized:
      return ErrorReport(error.description, .system)
    default:
      // What else LMDB says comes of pages that are not as it wrote them.
      return ErrorReport(
        error.description, hint: "restore a backup", .damagedData)
    }
  }

  private static func timeZone(_ error: TimeZoneError) -> ErrorReport {
    switch error {
    case .invalidName, .notFound:
      ErrorReport(error.description, .wrongUsage)
    case .unreadable(_, _, let errno):
      ErrorReport(error.description, hint: hint(forErrno: errno), .system)
    case .malformed:
      ErrorReport(error.description, .system)
    }
  }

  private static func hint(forErrno errno: Int32) -> String? {
    switch errno {
    case ENOSPC, EDQUOT: "free some space on the disk, then try again"
    case EFBIG: "raise the limit on the size of files: see 'ulimit -f'"
    case EACCES, EPERM: "check who owns the path and who may write to it"
    case EROFS: "the disk is mounted read-only; use a home on another one"
    case EIO: "the disk may be failing; make a backup and check it"
    case ENOENT, ENOTDIR: "check that the path is right"
    case EISDIR: "move the directory away; a file belongs there"
    case ENOMEM: "end other programs, then try again"
    case EMFILE, ENFILE: "too many files are open; end other programs"
    default: nil
    }
  }
}
