/// The tables of a backup of HortusFox, as its ZIP archive names them.
///
/// Versions 4.3 to 5.9 write them when an administrator chooses plants,
/// locations, the gallery, tasks, the inventory or the calendar: what was not
/// chosen is missing.
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

  /// What its rows are, of which none is taken over.
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

  /// What is told where it is missing; `nil` for nothing, as no place here
  /// would take its rows.
  var lack: String? {
    switch self {
    case .plants: "plants"
    case .log: "the log of the plants"
    case .locations: "locations"
    default: nil
    }
  }
}
