internal import JournalCare
internal import JournalEvents
internal import JournalInput
internal import TerminalKit

/// The completions from the journal, the settings and the catalogue.
extension Completion {
  static let plant = lookup("plant")
  /// A plant that left the collection.
  static let removedPlant = lookup("removedPlant")
  static let room = lookup("room")
  static let plantOrRoom = lookup("plantOrRoom")
  /// A kind of care.
  static let kind = lookup("kind")
  /// The name of a setting.
  static let setting = lookup("setting")
  /// A value of the setting that was named before.
  static let settingValue = lookup("settingValue")
  /// An open one-off task.
  static let task = lookup("task")
  /// A label that plants have.
  static let tag = lookup("tag")
  /// A named filter.
  static let filter = lookup("filter")
  /// A field that people named.
  static let field = lookup("field")
  /// A remote of this machine.
  static let remote = lookup("remote")
  /// A botanical family that plants have.
  static let family = lookup("family")
  /// A genus that plants have.
  static let genus = lookup("genus")
  /// The name of a species.
  static let species = lookup("species")
  /// A category, a family or a genus of the catalogue.
  static let catalogueGroup = lookup("catalogueGroup")
}

extension Completion {
  /// Days as people write them.
  static let day = suggestion([
    "today", "yesterday", "tomorrow", "monday", "tuesday", "wednesday",
    "thursday", "friday", "saturday", "sunday",
  ])

  /// Months as people write them.
  static let month = suggestion(MonthName.names)

  /// The times for which a task is postponed.
  static let span = suggestion(["3d", "1w", "2w", "1m"])

  /// The intervals of care.
  static let interval = suggestion(Frequency.allCases.map(\.rawValue))

  /// The amounts of water.
  static let amount = suggestion(WateringAmount.allCases.map(\.rawValue))
}
