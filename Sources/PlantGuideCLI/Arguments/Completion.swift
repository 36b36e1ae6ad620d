internal import JournalEvents

/// What an argument or the value of an option names, so that a shell can offer
/// what there is.
enum Completion: Sendable, Equatable {
  /// Anything; nothing can be offered.
  case none
  /// A plant of the collection.
  case plant
  /// A plant that left the collection.
  case removedPlant
  /// A room.
  case room
  /// A kind of care.
  case kind
  /// The name of a setting.
  case setting
  /// A value of the setting that was named before.
  case settingValue
  /// An open one-off task.
  case task
  /// A label that plants have.
  case tag
  /// A named filter.
  case filter
  /// A botanical family that plants have.
  case family
  /// A genus that plants have.
  case genus
  /// The name of a species.
  case species
  /// A category, a family or a genus of the catalogue.
  case catalogueGroup
  /// A command of this program.
  case command
  /// A file.
  case file
  /// A directory.
  case directory
  /// One of a few words.
  case choice([String])
  /// Some of a few words, with commas between them.
  case list([String])
  /// Some words of many that are understood.
  case suggestion([String])
}

extension Completion {
  /// Days as people write them.
  static let day = suggestion([
    "today", "yesterday", "tomorrow", "monday", "tuesday", "wednesday",
    "thursday", "friday", "saturday", "sunday",
  ])

  /// Months as people write them.
  static let month = suggestion(MonthName.names)

  /// How long a task is postponed.
  static let span = suggestion(["3d", "1w", "2w", "1m"])

  /// How often care is due.
  static let interval = suggestion([
    "daily", "everyOtherDay", "twiceWeekly", "weekly", "biweekly", "monthly",
    "quarterly", "biannually",
  ])

  /// How much water.
  static let amount = suggestion(WateringAmount.allCases.map(\.rawValue))
}
