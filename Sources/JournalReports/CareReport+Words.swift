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
  /// The numbers of the collection with their labels.
  package var numbers: [(label: String, number: Int)] {
    let merged = mergedPlants
    return [
      ("plants", totalPlants), ("favourites", favoriteCount),
      ("added this month", addedThisMonth),
      ("left the collection", removedPlants - merged),
    ]
      + (merged > 0 ? [("merged into others", merged)] : []) + [
        ("done today", completedToday), ("overdue", overdueTasks),
        ("due in 30 days", upcomingTasks),
      ]
  }
}
