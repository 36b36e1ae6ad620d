/// What a machine keeps of services: their answers, and pictures of species.
package struct ServiceCaches {
  /// What was removed.
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
