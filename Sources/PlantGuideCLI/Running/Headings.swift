internal import TerminalKit

/// The headings of commands and options in help.
extension HelpSection {
  static let care = HelpSection(order: 0, title: "care")
  static let views = HelpSection(order: 1, title: "what is to be done")
  static let collection = HelpSection(order: 2, title: "the collection")
  static let photos = HelpSection(order: 3, title: "photos")
  static let events = HelpSection(order: 4, title: "history")
  static let data = HelpSection(order: 5, title: "data")
  static let sync = HelpSection(order: 6, title: "other machines")
  static let reminders = HelpSection(order: 7, title: "reminders")
  static let catalogue = HelpSection(order: 8, title: "the catalogue")
  static let services = HelpSection(order: 9, title: "outside services")
  static let program = HelpSection(order: 10, title: "the program")

  /// The options that choose plants in every command alike.
  static let choosing = HelpSection(order: 1, title: "choosing plants")
}

extension ProgressUnit {
  static let events = ProgressUnit.things("events")
  static let plants = ProgressUnit.things("plants")
  static let photos = ProgressUnit.things("photos")
  static let schedules = ProgressUnit.things("schedules")
}
