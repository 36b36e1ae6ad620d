/// A column of a table of schedules, under the name that JSON has for it.
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

  /// Other names that people give the column, folded.
  private var synonyms: [String] {
    switch self {
    case .plant: ["plantid"]
    case .plantName: ["name", "nickname"]
    case .kind: ["care", "task"]
    case .intervalDays: ["interval", "days", "every", "everydays"]
    case .autumn: ["fall"]
    case .activeMonths: ["months"]
    case .startOn: ["start", "firstdue"]
    default: []
    }
  }

  static func named(_ folded: String) -> ScheduleColumn? {
    byName[folded]
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
