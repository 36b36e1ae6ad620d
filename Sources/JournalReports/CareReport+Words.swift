internal import Encodings
package import JournalCare
internal import JournalEvents
package import JournalQueries
internal import TextKit

extension Survival {
  /// The numbers of plants kept, gone and surviving, in words.
  package var words: String {
    let reasons: [(RemovalReason, String)] = [
      (.died, "died"), (.givenAway, "given away"), (.sold, "sold"),
      (.other, "left otherwise"),
    ]
    let gone = reasons.compactMap { reason, word in
      left[reason].map { "\($0) \(word)" }
    }
    let plants = Phrase.count(kept, "plant")
    let shown = share.map(Phrase.percent) ?? "-"
    return "\(plants) kept: "
      + (gone + ["\(shown) survived"]).joined(separator: ", ")
  }
}

extension CareReportView {
  /// The number of deaths per age group.
  package var deathsByAge: [(label: String, count: Int)] {
    AgeGroup.all.map { group in
      (group.label, deaths.count { group.days.contains($0.age) })
    }
  }
}

/// A group of ages at death.
private struct AgeGroup {
  let label: String
  let days: Range<Int>

  static let all = [
    AgeGroup(label: "under a month", days: 0..<30),
    AgeGroup(label: "1 to 3 months", days: 30..<91),
    AgeGroup(label: "3 to 12 months", days: 91..<365),
    AgeGroup(label: "1 to 2 years", days: 365..<730),
    AgeGroup(label: "2 years and more", days: 730..<Int.max),
  ]
}

extension StatisticsView {
  /// A number of the collection.
  package enum Figure: Sendable {
    case plants
    case favorites
    case addedThisMonth
    case left
    case merged
    case doneToday
    case overdue
    case dueSoon

    /// The words beside the number.
    package var label: String {
      switch self {
      case .plants: "plants"
      case .favorites: "favourites"
      case .addedThisMonth: "added this month"
      case .left: "left the collection"
      case .merged: "merged into others"
      case .doneToday: "done today"
      case .overdue: "overdue"
      case .dueSoon: "due in 30 days"
      }
    }
  }

  /// The numbers of the collection.
  package var numbers: [(figure: Figure, number: Int)] {
    let merged = mergedPlants
    let all: [(figure: Figure, number: Int)] = [
      (.plants, totalPlants), (.favorites, favoriteCount),
      (.addedThisMonth, addedThisMonth), (.left, removedPlants - merged),
      (.merged, merged), (.doneToday, completedToday),
      (.overdue, overdueTasks), (.dueSoon, upcomingTasks),
    ]
    return all.filter { $0.figure != .merged || merged > 0 }
  }
}
