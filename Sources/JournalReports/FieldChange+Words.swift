internal import Encodings
internal import JournalCare
package import JournalEvents
package import JournalQueries
internal import TextKit

extension FieldChange {
  /// Returns the change in words; `nil` if the event itself says it. `name`
  /// returns the name of a plant or a room.
  package func words(
    _ name: (StreamID) throws -> String?
  ) throws -> String? {
    func shown(_ text: String) throws -> String {
      switch field {
      case "room", "parent", "mergedInto":
        let name = try StreamID(text).flatMap(name)
        return SafeText.shown(name ?? text)
      case "isFavorite", "deleted": return text == "true" ? "yes" : "no"
      default: return SafeText.shown(text)
      }
    }
    let owner = try plant.flatMap(name).map { SafeText.shown($0) + ": " } ?? ""
    let label = owner + fieldInWords
    guard field != "addedAt", field != "removed" || after == nil else {
      return nil
    }
    switch (before, after) {
    case (nil, "false"): return nil
    case (nil, let after?): return "\(label): \(try shown(after))"
    case (let before?, nil): return "\(label): none, was \(try shown(before))"
    case (let before, let after):
      return try "\(label): \(shown(after ?? "")), was \(shown(before ?? ""))"
    }
  }

  /// The field in words: "watering next due", "task 3xjgj8".
  private var fieldInWords: String {
    var parts = field.split(separator: ".").map(String.init)
    if parts.count > 1, parts[0] == "task", let task = TaskID(parts[1]) {
      parts[1] = ShortID.text(of: task)
    } else if let kind = TaskKind(parts[0]), parts.count > 1 {
      parts[0] = kind.words
    }
    if let last = parts.last, !last.contains(where: \.isNumber) {
      parts[parts.count - 1] = last.wordsOfCamelCase
    }
    return parts[0] == "isFavorite" ? "favourite" : parts.joined(separator: " ")
  }
}

extension String {
  /// The words of a camel-case name: `next due` for `nextDue`.
  fileprivate var wordsOfCamelCase: String {
    reduce(into: "") { text, character in
      if character.isUppercase { text += " " }
      text += character.lowercased()
    }
  }
}
