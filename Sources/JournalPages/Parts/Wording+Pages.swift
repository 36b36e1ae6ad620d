internal import JournalQueries
internal import JournalReports

extension Wording {
  /// The wording of pages, whose ways out are buttons beside the sentences.
  static let pages = Wording(
    remedy: { _ in "" }, filter: { text, _ in text }, edit: { _ in nil },
    isOfPages: true)
}
