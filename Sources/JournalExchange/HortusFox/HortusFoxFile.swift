/// The tables of a HortusFox backup, by their paths in the ZIP archive.
///
/// Versions 4.3 to 5.9 write the tables that an administrator chooses: plants,
/// locations, the gallery, tasks, the inventory or the calendar. The others are
/// missing.
public enum HortusFoxFile: String, CaseIterable, Sendable {
  case plants = "plants/data.json"
  case log = "plantlog/data.json"
  case locations = "locations/data.json"
  case tasks = "tasks/data.json"
  case attributes = "plantattrs/data.json"
  case attributeKinds = "attrschemata/data.json"
  case commands = "bulkcmds/data.json"
  case locationLog = "locationlog/data.json"
  case gallery = "gallery/data.json"
  case inventory = "inventory/data.json"
  case inventoryGroups = "invgroups/data.json"
  case calendar = "calendar/data.json"
  case calendarClasses = "calcls/data.json"

  /// The name of the rows if they are not imported.
  var leftOver: String? {
    switch self {
    case .plants, .log, .locations, .tasks, .gallery, .attributes,
      .attributeKinds:
      nil
    case .commands: "commands on many plants"
    case .locationLog: "entries of the logs of locations"
    case .inventory: "things of the inventory"
    case .inventoryGroups: "groups of the inventory"
    case .calendar: "entries of the calendar"
    case .calendarClasses: "classes of the calendar"
    }
  }

  /// The name of the table in a report that it is missing; `nil` if none of its
  /// rows would be imported.
  var lack: String? {
    switch self {
    case .plants: "plants"
    case .log: "the log of the plants"
    case .locations: "locations"
    default: nil
    }
  }
}
