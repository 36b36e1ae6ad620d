package import JournalEvents

extension PlantEdited {
  /// A function that copies a field from one edit to another.
  package typealias Copy =
    @Sendable (PlantEdited, inout PlantEdited) ->
    Void

  /// The functions that copy each field from one edit to another.
  package static let copies: [(field: String, copy: Copy)] = [
    ("scientificName", { $1.scientificName = $0.scientificName }),
    ("commonNames", { $1.commonNames = $0.commonNames }),
    ("family", { $1.family = $0.family }), ("genus", { $1.genus = $0.genus }),
    ("category", { $1.category = $0.category }),
    ("nickname", { $1.nickname = $0.nickname }),
    ("acquiredOn", { $1.acquiredOn = $0.acquiredOn }),
    ("source", { $1.source = $0.source }),
    ("confidence", { $1.confidence = $0.confidence }),
    ("parent", { $1.parent = $0.parent }), ("tags", { $1.tags = $0.tags }),
    ("location", { $1.location = $0.location }),
  ]

  /// Returns the edit with these fields only.
  package func only(_ fields: Set<String>) -> PlantEdited {
    Self.copies.reduce(into: PlantEdited()) { edit, entry in
      if fields.contains(entry.field) { entry.copy(self, &edit) }
    }
  }
}
