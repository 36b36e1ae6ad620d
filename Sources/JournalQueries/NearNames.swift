internal import JournalEvents
internal import JournalProjections
internal import SearchEngine

/// Gathers the plants whose names come near to a mistyped one.
struct NearNames {
  /// Plants whose name differs by no more edits than a word of its length may
  /// have.
  private(set) var meant: Set<PlantID> = []
  /// Plants with one edit more: to be proposed, never to be taken.
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

  /// Looks at one name of a plant.
  mutating func add(_ entry: NameEntry) {
    guard
      let distance = EditDistance.between(
        name, entry.folded, atMost: allowance + 1)
    else { return }
    // "Shelf 11" is no typing error for "Shelf 10".
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
