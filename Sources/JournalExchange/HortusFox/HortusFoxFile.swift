/// The files of a backup of HortusFox that are looked at, as its ZIP archive
/// holds them.
public enum HortusFoxFile: String, CaseIterable, Sendable {
  case plants = "plants/data.json"
  case locations = "locations/data.json"
  case gallery = "gallery/data.json"
  case tasks = "tasks/data.json"
  case inventory = "inventory/data.json"
  case calendar = "calendar/data.json"

  /// What its entries are, of which none is taken over.
  var leftOver: String? {
    switch self {
    case .plants, .locations: nil
    case .gallery: "photos of the gallery"
    case .tasks: "tasks, which name no plant"
    case .inventory: "things of the inventory"
    case .calendar: "entries of the calendar"
    }
  }
}
