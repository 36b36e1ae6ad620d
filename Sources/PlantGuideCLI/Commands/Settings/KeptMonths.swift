internal import JournalCare
internal import JournalEvents
internal import JournalProjections
internal import JournalQueries
internal import LMDBKit
internal import TerminalKit

/// The schedules that are for some months alone, to tell that another
/// hemisphere leaves these as they are.
///
/// Who names March means March; whether a person named it or a care profile
/// did cannot be told from a schedule.
struct KeptMonths {
  private let texts: [String]

  /// Reads the schedules.
  ///
  /// - Complexity: O(*n*) for *n* plants.
  init(_ snapshot: borrowing Snapshot) throws {
    var texts: [String] = []
    try snapshot.forEachPlant { id, plant in
      guard plant.isPresent else { return true }
      let name = SafeText.shown(plant.displayName)
      for schedule in plant.cares.compactMap(\.schedule)
      where schedule.activeMonths != .all {
        texts.append(
          "\(schedule.kind) of \(name) (\(ShortID.text(of: id))): "
            + schedule.activeMonths.text)
      }
      return true
    }
    self.texts = texts
  }

  /// What is to be said of them, in lines; none where there are none.
  var lines: [String] {
    guard !texts.isEmpty else { return [] }
    let count =
      texts.count == 1
      ? "1 schedule keeps its months"
      : "\(texts.count) schedules keep their months"
    let more = texts.count - Self.mostShown
    return [count] + texts.prefix(Self.mostShown).map { "  \($0)" }
      + (more > 0 ? ["  … and \(more) more"] : [])
      + ["change them with: plantguide schedule set PLANT KIND --months MONTHS"]
  }

  private static let mostShown = 10
}
