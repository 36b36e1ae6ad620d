package import ErrorKit
package import JournalCare
internal import JournalEvents
package import JournalQueries
internal import TextKit

/// The texts that depend on the interface: a command line names commands, a
/// page has buttons.
package struct Wording: Sendable {
  /// Returns a remedy in words, for use in a sentence or on its own.
  let remedy: @Sendable (Remedy) -> String
  /// Returns a saved filter in words, with its rooms by name.
  let filter: @Sendable (_ text: String, RoomList) -> String
  /// Returns the way to restore a lost edit; `nil` if no single step does.
  let edit: @Sendable (LostEdit) -> String?
  /// A Boolean value that indicates whether the reader sees pages. Their
  /// reports name things without ids, care by its verb, and the same care of
  /// several plants once.
  let isOfPages: Bool
  /// The plants that a report has to tell apart by their ids.
  var namesakes: Set<PlantID> = []

  /// Creates the wording of an interface.
  package init(
    remedy: @escaping @Sendable (Remedy) -> String,
    filter: @escaping @Sendable (_ text: String, RoomList) -> String,
    edit: @escaping @Sendable (LostEdit) -> String?, isOfPages: Bool = false
  ) {
    self.remedy = remedy
    self.filter = filter
    self.edit = edit
    self.isOfPages = isOfPages
  }

  /// Returns the name of a plant, with its short id if the reader needs it.
  func name(_ plant: PlantName) -> String {
    isOfPages && !namesakes.contains(plant.id)
      ? SafeText.shown(plant.displayName) : plant.shown
  }

  /// Returns a short id with the texts around it; nothing on pages, which have
  /// links instead.
  func id(
    _ id: some UniqueID, after before: String, before after: String = ""
  ) -> String {
    isOfPages ? "" : before + ShortID.text(of: id) + after
  }

  /// Returns the name of a photo besides another.
  func photo(_ photo: PhotoView) -> String {
    isOfPages ? "another photo of it" : photo.shortID
  }

  /// Returns the verb of care that names its kind.
  func verb(of kind: TaskKind) -> Verb {
    isOfPages
      ? .care(kind) : Verb("do \(kind.words):", "done \(kind.words):")
  }
}
