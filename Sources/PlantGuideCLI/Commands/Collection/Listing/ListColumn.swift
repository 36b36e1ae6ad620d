internal import ErrorKit
internal import JournalCare
internal import JournalInput
internal import JournalQueries
internal import TerminalKit
internal import TextKit

extension ListColumn {
  /// The columns of a list that asks for none.
  static let standard: [ListColumn] = [.name, .scientific, .room, .next, .id]

  /// The columns of a list that was searched for words.
  static let found: [ListColumn] = [.name, .scientific, .room, .match, .id]

  /// The columns of a list of plants that left.
  static let ofRemoved: [ListField] = [
    ListField(.name), ListField(.scientific), ListField(.age),
    ListField(.removed, .date), ListField(.removed), ListField(.id),
    ListField(.removed, .remark),
  ]

  /// The heading in a table.
  var heading: String {
    switch self {
    case .scientific: "SCIENTIFIC NAME"
    case .removed: "REASON"
    default: rawValue.uppercased()
    }
  }

  /// The description for `--columns help`.
  var help: String {
    switch self {
    case .id: "the short id; id:full is the whole one"
    case .name: "the name it is shown by; * marks favourites"
    case .nickname: "what you call it"
    case .scientific: "the scientific name"
    case .common: "the common names"
    case .family: "the botanical family"
    case .genus: "the genus"
    case .category: "the category"
    case .room: "the room it shows in; sorts in room order"
    case .location: "indoor, outdoor, greenhouse or balcony"
    case .tags: "the labels"
    case .favorite: "'yes' for favourites; sorts them first"
    case .light:
      "how much light it needs, by its own care data or the catalogue's"
    case .watering:
      "the days between waterings: those of the schedule, else those needed"
    case .toxic: "whom it is known to poison; cats? where that is unknown"
    case .due: "the day the next task is due, as next:date"
    case .next: "the next task; next:date, next:kind, next:days until then"
    case .last: "the latest care; last:date, last:kind, last:days since then"
    case .added: "the day it was added"
    case .acquired: "the day you got it"
    case .age:
      "how long ago you got it, else added it, until it left; age:days"
    case .source: "how it was identified"
    case .identified: "the day it was identified last"
    case .match: "which text has the words searched for; sorts the best first"
    case .removed:
      "why it left; removed:date is when, and removed:remark your remark on it"
    case .health: "how well it was last, from 1 to 5"
    case .own: "the value of a field of your own, by its name"
    }
  }

  /// The width below which its texts are of no use.
  var narrowest: Int {
    switch self {
    case .next: 19
    case .scientific: 18
    default: 10
    }
  }

  /// A Boolean value that indicates whether its texts continue on the next line
  /// of a narrow terminal.
  var isWrapped: Bool {
    [.next, .scientific, .common, .nickname, .room].contains(self)
  }

  /// The order of leaving columns out of a line that is too short, the highest
  /// first; `nil` for never.
  var dropOrder: Int? {
    switch self {
    case .name, .next, .due, .match, .removed: nil
    case .room, .age: 0
    // The id tells plants of one name apart.
    case .id: 1
    case .last, .health, .own: 2
    case .nickname: 3
    case .scientific: 4
    case .family, .genus, .favorite: 5
    case .added, .acquired, .location, .identified: 6
    case .common, .category, .tags, .source, .light, .watering, .toxic: 7
    }
  }
}

// Fields as `--columns`, `--sort` and `--format` name them: `name`,
// `next:date`.
extension ListField {
  /// The order of leaving it out of a line that is too short, the highest first;
  /// `nil` for never.
  var dropOrder: Int? { part == .remark ? 8 : column.dropOrder }

  /// The heading in a table.
  var heading: String {
    guard let part else { return name?.uppercased() ?? column.heading }
    if column == .removed { return part == .remark ? "REMARK" : "LEFT" }
    return "\(column.heading) \(part.rawValue.uppercased())"
  }
}

extension TextTemplate<ListField> {
  /// Reads the template that `--format` prints of each plant.
  init(_ text: String) throws(UsageError) {
    try self.init(text, option: "--format") { name throws(UsageError) in
      do throws(InputError) {
        return try ListField(name)
      } catch {
        throw UsageError(error)
      }
    }
  }
}

extension UsageError {
  /// Creates the same error of a command line.
  init(_ error: InputError) {
    let facts = error.facts
    var hint: String?
    if case .text(let text)? = facts.remedy { hint = text }
    self.init(facts.message, hint: hint)
  }
}
