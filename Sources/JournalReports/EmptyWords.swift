/// The sentences for lists without entries.
package enum EmptyWords {
  /// The hint for an empty collection.
  package static let firstPlant = "Add the first one, and its care with it."
  /// The hint for a plant without photos.
  package static let firstPhoto = "Add one now and then: they become a film."
  /// The collection, if filters hide all of it.
  package static let noMatch = "No plant matches these filters."
  /// The hint for a search without matches.
  package static let otherWords = "Try fewer or other words."
}
