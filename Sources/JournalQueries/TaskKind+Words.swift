public import JournalCare
public import JournalEvents

extension TaskKind {
  private static let known: [TaskKind: (verb: String, need: String)] = [
    watering: ("water", "watering"), fertilizing: ("feed", "feeding"),
    pruning: ("prune", "pruning"), repotting: ("repot", "repotting"),
    pestControl: ("pest control", "pest control"),
    rotation: ("turn", "turning"), misting: ("mist", "misting"),
    cleaning: ("clean", "cleaning"), photo: ("take a photo", "a photo"),
  ]

  /// What people call it.
  public var words: String { self == .pestControl ? "pest control" : name }

  /// What is done, as a request: "feed".
  public var verb: String { Self.known[self]?.verb ?? name }

  /// What a plant needs: "feeding".
  public var need: String { Self.known[self]?.need ?? name }

  /// What is done and how much of it: "water 250 ml", "water lightly".
  public func request(
    _ amount: String?, in units: MeasurementUnits
  ) -> String {
    guard let amount else { return verb }
    switch amount {
    case "light": return verb + " lightly"
    case "moderate": return verb + " moderately"
    case "thorough": return verb + " thoroughly"
    case "soak": return self == .watering ? amount : verb + ", soak"
    default:
      let shown = units.amount(amount)
      return shown.hasSuffix("ml")
        ? verb + " " + String(shown.dropLast(2)) + " ml" : verb + " " + shown
    }
  }
}
