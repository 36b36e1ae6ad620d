internal import ErrorKit
public import JournalCare
public import JournalEvents
public import JournalLog
public import JournalProjections
public import JournalTime
internal import SearchEngine

/// The journal's settings with what set them, those that newer programs have
/// set among them.
public struct SettingsView: Sendable {
  /// What gave a setting its value.
  public struct Origin: Sendable, Hashable {
    /// When that was recorded.
    public let recorded: Instant
    /// The action, and so the writer, that did it.
    public let action: ActionReference

    /// The short id of the action.
    public var actionID: String { action.shortID }
  }

  /// A setting's latest event.
  public struct Entry: Sendable, Hashable {
    /// The value, known or not; `null` after a reset.
    public let value: SettingValue
    /// What set it.
    public let origin: Origin
  }

  /// The zone in which the settings have days counted.
  public let zone: TimeZoneRules
  /// The settings in force.
  public let settings: JournalSettings
  /// Those that were ever set, by key.
  public let entries: [String: Entry]

  /// Reads the settings as they are, or folds them as they were known then.
  ///
  /// - Complexity: of the past O(*n*) for *n* events.
  init(_ snapshot: borrowing Snapshot) throws {
    settings = snapshot.settings
    zone = snapshot.zone
    guard let moment = snapshot.asOf else {
      var entries: [String: Entry] = [:]
      for (key, stored) in try snapshot.journal.projections
        .storedSettings(in: snapshot.transaction)
      {
        entries[key] = Entry(
          value: stored.value,
          origin: try Self.origin(stored.position, snapshot))
      }
      self.entries = entries
      return
    }
    var fold = try MemoryFold(
      snapshot.journal, recordedBy: moment, in: snapshot.transaction)
    var entries: [String: Entry] = [:]
    try fold.run(in: snapshot.transaction) { step, change in
      if case .setting(let key, _, let value) = change {
        let origin = Origin(
          recorded: step.header.recorded, action: step.action)
        entries[key] = Entry(value: value, origin: origin)
      }
      return true
    }
    self.entries = entries
  }

  private static func origin(
    _ position: LogPosition, _ snapshot: borrowing Snapshot
  ) throws -> Origin {
    guard
      let event = try snapshot.log.event(
        position.reference, in: snapshot.transaction),
      let action = try snapshot.log.action(
        of: event.header, at: position, in: snapshot.transaction)
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
        && !FactField.isKey($0)
    }.sorted()
  }
}

extension Snapshot {
  /// The journal's settings with what set them.
  public func settingsView() throws -> SettingsView { try SettingsView(self) }

  /// What is kept under a name for a choice of plants.
  ///
  /// - Throws: `NothingMatched` where nothing is.
  public func choice(of filter: NamedFilter) throws -> String {
    try settings.choice(of: filter)
  }
}

extension JournalSettings {
  /// What is kept under a name for a choice of plants.
  ///
  /// - Throws: `NothingMatched` where nothing is.
  package func choice(of filter: NamedFilter) throws(NothingMatched) -> String {
    let filters = filters
    if let choice = filters[filter] { return choice }
    let guess = Suggestion.nearest(
      to: filter.name, among: filters.keys.map(\.name)
    ).first
    throw NothingMatched(
      reason: "no filter is called '\(filter.name)'",
      remedy: guess.map { .didYouMean([$0]) } ?? .listFilters)
  }
}
