internal import JournalPages

extension PageRoute {
  /// The pages of the collection and the catalogue.
  static let collection: [PageRoute] = []
}
