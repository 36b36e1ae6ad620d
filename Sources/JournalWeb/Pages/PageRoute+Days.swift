internal import JournalPages

extension PageRoute {
  /// The pages about other days: to come and gone by.
  static let days: [PageRoute] = []
}
