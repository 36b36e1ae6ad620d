public import JournalCare
public import JournalEvents

extension TaskKind {
  private static let known: [TaskKind: (verb: String, need: String)] = [
    watering: ("water", "watering"), fertilizing: ("feed", "feeding"),
    pruning: ("prune", "pruning"), repotting: ("repot", "repotting"),
    pestControl: ("check", "a check for pests"),
    rotation: ("turn", "turning"), misting: ("mist", "misting"),
    cleaning: ("clean", "cleaning"), photo: ("take a photo", "a photo"),
  ]

  private static let synonyms: [String: TaskKind] = [
    "fertilize": .fertilizing, "rotate": .rotation,
    "pest control": .pestControl,
  ]

  /// Returns the standard kind that a text names by its name, its verb or its
  /// need; `nil` if there is none.
  public static func standard(called text: String) -> TaskKind? {
    synonyms[text]
      ?? standard.first { [$0.name, $0.verb, $0.need].contains(text) }
  }

  /// The name of the kind in plain words.
  public var words: String { self == .pestControl ? "pest control" : name }

  /// The action, as a request: "feed".
  public var verb: String { Self.known[self]?.verb ?? name }

  /// The need of the plant as a noun for the kind: "watering".
  public var need: String { Self.known[self]?.need ?? name }

  /// The end of a sentence about the plant: "needs water".
  public var needWords: String {
    "needs " + (self == .watering ? "water" : need)
  }

  /// Returns the action and the amount: "water 250 ml", "water lightly".
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

extension OpenTask {
  /// The name of the task: its title, else its kind.
  public var words: String { title ?? kind.words }

  /// The need of the plant: the title, else the kind's need.
  public var need: String { title ?? kind.need }

  /// Returns the title, or else the action and the amount.
  public func request(_ amount: String?, in units: MeasurementUnits) -> String {
    title ?? kind.request(amount, in: units)
  }
}

extension TaskRhythm {
  /// The frequency, in words: "every 2 weeks".
  public var words: String {
    switch self {
    case .days(let days) where days % 7 == 0: Self.words(days / 7, "week")
    case .days(let days): Self.words(days, "day")
    case .months(let months) where months % 12 == 0:
      Self.words(months / 12, "year")
    case .months(let months): Self.words(months, "month")
    }
  }

  private static func words(_ count: Int, _ unit: String) -> String {
    count == 1 ? "every \(unit)" : "every \(count) \(unit)s"
  }
}
