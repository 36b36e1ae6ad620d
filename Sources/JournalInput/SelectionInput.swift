internal import Encodings
package import JournalCare
internal import JournalEvents
internal import TextKit

/// Several values that people type at once, parted by commas.
package enum SelectionInput {
  /// The values, as they are typed.
  package static func parts(_ text: String) throws(InputError) -> [String] {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      .map { NewName.trimmed(String($0)) }
    guard !parts.contains("") else {
      throw InputError(
        "'\(text)' has nothing before or after a comma",
        hint: "write several values as A,B")
    }
    return parts
  }

  /// What each value means.
  ///
  /// - Parameters:
  ///   - text: The values.
  ///   - words: Those that there are.
  ///   - read: What one means; `nil` for nothing.
  /// - Returns: What they mean, in their order.
  /// - Throws: ``InputError`` for one that means nothing.
  package static func values<Value>(
    _ text: String, among words: [String], _ read: (String) -> Value?
  ) throws(InputError) -> [Value] {
    var values: [Value] = []
    for word in try parts(text) {
      guard let value = read(word) else {
        throw InputError(
          "'\(word)' is not \(Phrase.list(words, joinedBy: "or"))",
          hint: "write one of them, or several, parted by commas")
      }
      values.append(value)
    }
    return values
  }

  /// What each value means where each is a case, whatever its case.
  ///
  /// - Parameter text: The values.
  /// - Returns: What they mean, in their order.
  /// - Throws: ``InputError`` for one that means nothing.
  package static func cases<Value: CaseIterable & RawRepresentable>(
    _ text: String
  ) throws(InputError) -> [Value] where Value.RawValue == String {
    try values(text, among: Value.allCases.map(\.rawValue)) {
      Value(rawValue: $0.lowercased())
    }
  }

  /// The words for needs of light.
  package static let lightWords = ["low"] + LightClass.allCases.map(\.rawValue)

  /// Needs of light, by name or as they are shown; `low` is shade, full or
  /// partial.
  package static func lights(_ text: String) throws -> [LightClass] {
    try values(text, among: lightWords) { word -> [LightClass]? in
      let word = word.lowercased().filter { $0 != " " }
      if word == "low" { return [.fullShade, .partialShade] }
      return LightClass.allCases.first { $0.rawValue.lowercased() == word }
        .map { [$0] }
    }.flatMap(\.self)
  }
}
