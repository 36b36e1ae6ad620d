public import JournalCare
public import JournalEvents
public import JournalLog
public import JournalProjections
public import JournalTime
public import LMDBKit

/// The journal's settings with what set them, those that newer programs have
/// set among them.
public struct SettingsView: Sendable {
  /// What gave a setting its value.
  public struct Origin: Sendable, Hashable {
    /// When that was recorded.
    public let recorded: Instant
    /// The action, and so the writer, that did it.
    public let action: ActionReference
  }

  /// A setting's latest event.
  public struct Entry: Sendable, Hashable {
    /// The value, known or not; `null` after a reset.
    public let value: SettingValue
    /// What set it.
    public let origin: Origin
  }

  /// The settings in force.
  public let settings: JournalSettings
  /// Those that were ever set, by key.
  public let entries: [String: Entry]

  /// Reads the settings as they are, or folds them as they were known at
  /// `moment`.
  ///
  /// - Complexity: with `moment` O(*n*) for *n* events.
  public init(
    _ journal: Journal, recordedBy moment: Instant?,
    in transaction: borrowing ReadTransaction
  ) throws {
    guard let moment else {
      let databases = journal.projections
      settings = try databases.journalSettings(in: transaction)
      var entries: [String: Entry] = [:]
      for (key, stored) in try databases.storedSettings(in: transaction) {
        entries[key] = Entry(
          value: stored.value,
          origin: try Self.origin(
            stored.position, journal.log, in: transaction))
      }
      self.entries = entries
      return
    }
    var fold = try MemoryFold(journal, recordedBy: moment, in: transaction)
    var entries: [String: Entry] = [:]
    try fold.run(in: transaction) { step, change in
      if case .setting(let key, _, let value) = change {
        let origin = Origin(
          recorded: step.header.recorded, action: step.action)
        entries[key] = Entry(value: value, origin: origin)
      }
      return true
    }
    settings = fold.settings
    self.entries = entries
  }

  private static func origin(
    _ position: LogPosition, _ log: EventLog,
    in transaction: borrowing ReadTransaction
  ) throws -> Origin {
    guard let event = try log.event(position.reference, in: transaction),
      let action = try log.action(
        of: event.header, at: position, in: transaction)
    else {
      throw StorageError.damagedValue(
        database: ProjectionDatabase.settings,
        reason: "a setting names an event that is not there")
    }
    return Origin(recorded: event.header.recorded, action: action)
  }

  /// The keys that newer programs have set, sorted.
  public var unknownKeys: [String] {
    entries.keys.filter {
      SettingKey(rawValue: $0) == nil && NamedFilter(key: $0) == nil
    }.sorted()
  }
}
