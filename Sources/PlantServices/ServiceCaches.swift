/// The answers of services and the pictures of species that a machine keeps.
package struct ServiceCaches {
  /// The numbers and sizes of the removed files.
  package struct Cleared: Sendable {
    /// The answers.
    package let answers: AnswerCache.Size
    /// The pictures.
    package let pictures: AnswerCache.Size

    /// The bytes of both.
    package var bytes: Int { answers.bytes + pictures.bytes }
  }

  private let answers: AnswerCache
  private let pictures: PictureShelf

  /// Creates the caches of the home at a path.
  package init(ofHomeAt home: String) {
    answers = .answers(ofHomeAt: home)
    pictures = PictureShelf(ofHomeAt: home)
  }

  /// Removes what is kept about some subjects, or all of it.
  ///
  /// - Throws: The system's refusal.
  package func clear(subjects: Set<String>? = nil) throws -> Cleared {
    Cleared(
      answers: try answers.clear(subjects: subjects),
      pictures: try pictures.clear(subjects: subjects))
  }
}
