internal import Encodings
public import JournalEvents
public import JournalTime

extension PlantEdited {
  /// Returns the changes, field by field, as in "nickname Monty, tags none".
  /// Days are worded relative to `today`; a parent without a name is shown by
  /// its short id.
  public func text(on today: Day, parent name: String? = nil) -> String {
    let fields: [(String, String?)] = [
      ("scientific name", scientificName),
      ("common names", Self.text(of: commonNames, Self.list)),
      ("family", Self.text(of: family) { $0 }),
      ("genus", Self.text(of: genus) { $0 }),
      ("category", Self.text(of: category) { $0 }),
      ("nickname", Self.text(of: nickname) { $0 }),
      ("acquired", Self.text(of: acquiredOn) { $0.words(on: today) }),
      ("source", source?.rawValue),
      ("confidence", Self.text(of: confidence, \.description)),
      ("parent", Self.text(of: parent) { name ?? ShortID.text(of: $0) }),
      ("tags", Self.text(of: tags, Self.list)),
      ("location", Self.text(of: location, \.rawValue)),
    ]
    return fields.compactMap { name, text in text.map { "\(name) \($0)" } }
      .joined(by: ", ")
  }

  private static func list(_ names: [String]) -> String {
    names.isEmpty ? "none" : names.joined(by: " + ")
  }

  private static func text<Value>(
    of edit: FieldEdit<Value>, _ text: (Value) -> String
  ) -> String? {
    switch edit {
    case .keep: nil
    case .clear: "none"
    case .set(let value): text(value)
    }
  }
}

extension RoomEdited {
  /// The changes, field by field.
  public var text: String {
    var words: [String] = []
    if let name { words.append("name \(name)") }
    if let icon { words.append("icon \(icon.isEmpty ? "none" : icon)") }
    // Users count from one.
    if let sortOrder { words.append("place \(sortOrder + 1)") }
    return words.joined(by: ", ")
  }
}
