public import JournalEvents
internal import JournalLog
internal import JournalProjections
public import JournalQueries
public import JournalReminders
public import JournalTime
internal import LMDBKit

/// Checks a journal, its home and its machine, and changes nothing.
///
/// Damaged pages of a database can end the process that reads them. To report
/// the other findings regardless, run ``storeChecks(isFull:)`` in another.
public struct Doctor: Sendable {
  let home: JournalHome
  let now: Instant

  /// Prepares to check a journal.
  ///
  /// - Parameters:
  ///   - path: The path of its home.
  ///   - now: The current time.
  public init(home path: String, now: Instant) {
    home = JournalHome(path: path)
    self.now = now
  }

  /// A Boolean value that indicates whether the home's directory exists.
  public var hasHome: Bool { home.hasDirectory }
  /// A Boolean value that indicates whether the home has a journal.
  public var hasJournal: Bool { home.exists }

  /// The checks of the database.
  ///
  /// - Parameter isFull: Whether every hash is computed, and everything folded
  ///   again in a copy.
  /// - Returns: The checks, none of them made yet.
  /// - Throws: The reason why the database cannot be opened.
  public func storeChecks(isFull: Bool) throws -> StoreChecks {
    try StoreChecks(of: home, now: now, isFull: isFull)
  }
}

extension Doctor {
  /// The findings of all checks, in the order in which they are reported.
  ///
  /// - Parameters:
  ///   - journal: The journal.
  ///   - check: Throws if a value of this machine's settings is useless. It may
  ///     read the journal, and is only called if no problem was found.
  ///   - timer: The job that reminds; `nil` if this machine can have none.
  ///   - runsModels: Whether the program that runs models is installed.
  ///   - decoderLack: See ``decoderFindings(lack:)``; `nil` if there is no
  ///     program that decodes photos.
  ///   - storeFindings: Returns the findings of ``storeChecks(isFull:)``, made
  ///     in another process.
  /// - Returns: The findings.
  /// - Throws: The errors of `storeFindings`.
  public func findings(
    of journal: CareJournal, check: SettingRow.Check,
    timer: ReminderTimer? = nil, runsModels: Bool = true,
    decoderLack: (() throws -> String?)?,
    storeFindings: () throws -> [Finding]
  ) throws -> [Finding] {
    var findings = homeFindings()
    if hasHome, findings.allSatisfy({ $0.level != .problem }) {
      findings += volumeFindings()
      let files = fileFindings()
      findings += files
      // A special or unreadable file is not opened either.
      if hasJournal, files.allSatisfy({ $0.level != .problem }) {
        findings += try storeFindings()
      }
      let isWhole = findings.allSatisfy { $0.level != .problem }
      findings += settingFindings { if isWhole { try check($0, $1) } }
      findings += journal.syncFindings()
      findings += serviceFindings()
      findings += modelFindings(of: journal, hasProgram: runsModels)
      findings += reminderFindings(of: journal, timer: timer)
      findings += hookFindings()
      findings += backupFindings() + catalogueFindings()
      if let decoderLack { findings += decoderFindings(lack: decoderLack) }
      findings += clockFindings()
    }
    let versions = Versions()
    return findings + [
      .ok(
        .versions,
        "\(journal.program), format \(versions.format), folds \(versions.folds), LMDB \(versions.lmdb), libsodium \(versions.sodium)"
      )
    ]
  }
}

/// The versions that matter to a journal.
public struct Versions: Sendable {
  /// The newest storage layout that this program knows.
  public let format = Journal.formatVersion
  /// The version of this program's folds.
  public let folds = Journal.reducerVersion
  /// The version of the store's library.
  public let lmdb = LMDBVersion.text
  /// The version of the hashing library.
  public let sodium = SodiumVersion.text

  /// Creates the versions of this program.
  public init() {}
}
