internal import ErrorKit
public import JournalCare
public import JournalEvents
public import JournalLog
public import JournalProjections
public import JournalTime
internal import SearchEngine

/// The journal's settings and their sources, including settings of newer
/// programs.
public struct SettingsView: Sendable {
  /// The source of a setting's value.
  public struct Origin: Sendable, Hashable {
    /// The time of recording.
    public let recorded: Instant
    /// The action that set it, which includes its writer.
    public let action: ActionReference

    /// The short id of the action.
    public var actionID: String { action.shortID }
  }

  /// A setting's latest event.
  public struct Entry: Sendable, Hashable {
    /// The value, known or not; `null` after a reset.
    public let value: SettingValue
    /// The source of the value.
    public let origin: Origin
  }

  /// The time zone in which days are counted.
  public let zone: TimeZoneRules
  /// The current settings.
  public let settings: JournalSettings
  /// The settings that were ever set, by key.
  public let entries: [String: Entry]

  /// Reads the settings, or folds them for a moment in the past.
  ///
  /// - Complexity: O(*n*) for *n* events in the past.
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
    try fold.run(in: snapshot.transaction) { step, changes in
      if case .setting(let key, _, let value)? = changes.first {
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

  /// The keys set by newer programs, sorted.
  public var unknownKeys: [String] {
    entries.keys.filter {
      SettingKey(rawValue: $0) == nil && NamedFilter(key: $0) == nil
        && !FactField.isKey($0)
    }.sorted()
  }
}

extension Snapshot {
  /// Returns the journal's settings and their sources.
  public func settingsView() throws -> SettingsView { try SettingsView(self) }

  /// Returns the selection of plants saved under a name.
  ///
  /// - Throws: `NothingMatched` if there is none.
  public func choice(of filter: NamedFilter) throws -> String {
    try settings.choice(of: filter)
  }
}

extension JournalSettings {
  /// Returns the selection of plants saved under a name.
  ///
  /// - Throws: `NothingMatched` if there is none.
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
