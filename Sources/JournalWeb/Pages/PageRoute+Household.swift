internal import JournalPages

extension PageRoute {
  /// The pages about rooms, settings and the household.
  static let household: [PageRoute] = []
}
