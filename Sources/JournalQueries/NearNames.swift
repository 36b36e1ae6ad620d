internal import JournalEvents
internal import JournalProjections
internal import SearchEngine

/// A search for the plants whose names resemble a mistyped one.
struct NearNames {
  /// The plants whose names differ by at most the edits allowed for the length.
  private(set) var meant: Set<PlantID> = []
  /// The plants with one edit more. They are only suggested.
  private(set) var similar: Set<PlantID> = []

  private let name: String
  private let digits: String
  private let allowance: Int
  private static let mostSimilar = 3

  /// - Parameter name: The mistyped name, folded.
  init(to name: String) {
    self.name = name
    digits = name.digits
    allowance = EditDistance.allowance(for: name)
  }

  /// Compares one name of a plant.
  mutating func add(_ entry: NameEntry) {
    guard
      let distance = EditDistance.between(
        name, entry.folded, atMost: allowance + 1)
    else { return }
    // "Shelf 11" is not a typing error for "Shelf 10".
    if distance <= allowance, entry.folded.digits == digits {
      meant.insert(entry.plant)
    } else if similar.count < Self.mostSimilar {
      similar.insert(entry.plant)
    }
  }
}

extension String {
  fileprivate var digits: String { filter(\.isNumber) }
}
