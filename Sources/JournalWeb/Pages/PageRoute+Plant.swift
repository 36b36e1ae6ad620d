internal import JournalPages

extension PageRoute {
  /// The pages about one plant, and its photos.
  static let plant: [PageRoute] = []
}
