public import JournalEvents
internal import JournalLog
internal import JournalProjections
public import JournalQueries
public import JournalTime
internal import LMDBKit

/// Looks at a journal, its home and its machine, and changes nothing.
///
/// Damaged pages of a database can end the process that reads them, so who
/// wants to hear of the rest has ``storeChecks(isFull:)`` made in another.
public struct Doctor: Sendable {
  let home: JournalHome
  let now: Instant

  /// Prepares to look at a journal.
  ///
  /// - Parameters:
  ///   - path: Its home.
  ///   - now: The moment that is now.
  public init(home path: String, now: Instant) {
    home = JournalHome(path: path)
    self.now = now
  }

  /// Whether the home's directory is there.
  public var hasHome: Bool { home.hasDirectory }
  /// Whether there is a journal in it.
  public var hasJournal: Bool { home.exists }

  /// The checks of the database.
  ///
  /// - Parameter isFull: Whether every hash is computed, and everything folded
  ///   again in a copy.
  /// - Returns: The checks, none of which was made yet.
  /// - Throws: Why the database cannot be opened.
  public func storeChecks(isFull: Bool) throws -> StoreChecks {
    try StoreChecks(of: home, now: now, isFull: isFull)
  }
}

extension Doctor {
  /// All that is looked at, in the order in which it is told.
  ///
  /// - Parameters:
  ///   - journal: The journal.
  ///   - check: Throws where a value of this machine's settings is of no use;
  ///     it may read the journal, and is asked where that has no problem.
  ///   - decoderLack: As ``decoderFindings(lack:)`` has it; `nil` if there is
  ///     no program that decodes photos.
  ///   - storeFindings: What ``storeChecks(isFull:)`` find, in a process of
  ///     their own.
  /// - Returns: What was found.
  /// - Throws: What `storeFindings` throws.
  public func findings(
    of journal: CareJournal, check: SettingRow.Check,
    decoderLack: (() throws -> String?)?,
    storeFindings: () throws -> [Finding]
  ) throws -> [Finding] {
    var findings = homeFindings()
    if hasHome, findings.allSatisfy({ $0.level != .problem }) {
      findings += volumeFindings()
      let files = fileFindings()
      findings += files
      // What is no file, or may not be read, is not opened either.
      if hasJournal, files.allSatisfy({ $0.level != .problem }) {
        findings += try storeFindings()
      }
      let isWhole = findings.allSatisfy { $0.level != .problem }
      findings += settingFindings { if isWhole { try check($0, $1) } }
      findings += journal.syncFindings()
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
  /// That of its folds.
  public let folds = Journal.reducerVersion
  /// The store's library.
  public let lmdb = LMDBVersion.text
  /// The library that hashes.
  public let sodium = SodiumVersion.text

  /// Those of this program.
  public init() {}
}
