package import JournalEvents

extension EventType {
  /// The types of events that people record, rather than the program for itself.
  package static let ofPeople = allCases.filter {
    ![.journalCreated, .writerStarted, .writerNamed, .careProfiled].contains($0)
  }

  /// The type in plain words.
  package var words: String {
    switch self {
    case .plantFavorited: "favourite"
    case .factSet: "own field set"
    case .careProfiled: "needs set"
    case .scheduleSet: "schedule set"
    case .scheduleCleared: "schedule cleared"
    case .taskAdded: "task planned"
    case .taskCompleted: "care given"
    case .photoCaptured: "photo added"
    case .photoAnnotated: "photo changed"
    case .photoReminderSet: "reminder of photos"
    case .journalCreated: "journal begun"
    case .writerStarted: "device began"
    case .writerNamed: "device named"
    case .settingChanged: "setting changed"
    case .actionUndone: "undone"
    case .payloadErased: "erased"
    default:
      String(rawValue.map { $0 == "." ? " " : $0 })
    }
  }
}
