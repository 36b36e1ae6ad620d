/// The sentences for lists without entries.
package enum EmptyWords {
  /// How to begin a collection.
  package static let firstPlant = "Add the first one, and its care with it."
  /// How to begin the photos of a plant.
  package static let firstPhoto = "Add one now and then: they become a film."
  /// The collection, if filters hide all of it.
  package static let noMatch = "No plant matches these filters."
  /// How to find more by words.
  package static let otherWords = "Try fewer or other words."
}
