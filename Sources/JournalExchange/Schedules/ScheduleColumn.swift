/// A column of a table of schedules, named as in JSON.
enum ScheduleColumn: String, CaseIterable, TableColumn {
  case plant
  case plantName
  case kind
  case intervalDays
  case spring
  case summer
  case autumn
  case winter
  case activeMonths
  case amount
  case fertilizer
  case time
  case startOn
  case lastDone
  case nextDue

  /// The synonyms of the column, folded: English ones, then German ones.
  private var synonyms: [String] {
    switch self {
    case .plant: ["plantid", "pflanze", "pflanzenid"]
    case .plantName: ["name", "nickname", "pflanzenname", "spitzname"]
    case .kind: ["care", "task", "pflege", "pflegeart", "aufgabe"]
    case .intervalDays:
      [
        "interval", "days", "every", "everydays", "intervall", "tage",
        "alletage", "alle", "haeufigkeit",
      ]
    case .spring: ["fruehling", "fruehjahr"]
    case .summer: ["sommer"]
    case .autumn: ["fall", "herbst"]
    case .activeMonths: ["months", "monate", "aktivemonate"]
    case .amount: ["menge", "wassermenge"]
    case .fertilizer: ["duenger"]
    case .time: ["uhrzeit", "zeit"]
    case .startOn: ["start", "firstdue", "beginn", "ab", "beginntam"]
    case .lastDone: ["zuletzt", "zuletzterledigt"]
    case .nextDue: ["faelligam", "faellig", "naechstefaelligkeit"]
    case .winter: []
    }
  }

  static func named(_ folded: String) -> ScheduleColumn? {
    byName[folded.withoutUmlauts]
  }

  private static let byName: [String: ScheduleColumn] = {
    var byName: [String: ScheduleColumn] = [:]
    for column in allCases {
      for name in [FoldedName.fold(column.rawValue)] + column.synonyms {
        byName[name] = column
      }
    }
    return byName
  }()
}
