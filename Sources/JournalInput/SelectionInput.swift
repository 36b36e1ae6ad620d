internal import Encodings
package import JournalCare
internal import JournalEvents
internal import TextKit

/// A reader of several values, separated by commas.
package enum SelectionInput {
  /// Returns the values as typed.
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

  /// Returns the meanings of the values.
  ///
  /// - Parameters:
  ///   - text: The values.
  ///   - words: The valid values.
  ///   - read: Returns the meaning of a value, or `nil` if it is invalid.
  /// - Returns: The meanings in order.
  /// - Throws: ``InputError`` for an invalid value.
  package static func values<Value>(
    _ text: String, among words: [String], _ read: (String) -> Value?
  ) throws(InputError) -> [Value] {
    var values: [Value] = []
    for word in try parts(text) {
      guard let value = read(word) else {
        throw InputError(
          "'\(word)' is not \(Phrase.list(words, joinedBy: "or"))",
          hint: "write one of them, or several, separated by commas")
      }
      values.append(value)
    }
    return values
  }

  /// Returns the cases with these raw values, ignoring case.
  ///
  /// - Parameter text: The values.
  /// - Returns: The cases in order.
  /// - Throws: ``InputError`` for an invalid value.
  package static func cases<Value: CaseIterable & RawRepresentable>(
    _ text: String
  ) throws(InputError) -> [Value] where Value.RawValue == String {
    try values(text, among: Value.allCases.map(\.rawValue)) {
      Value(rawValue: $0.lowercased())
    }
  }

  /// The words for levels of light.
  package static let lightWords = ["low"] + LightClass.allCases.map(\.rawValue)

  /// Returns levels of light by name or as shown; `low` means shade, full or
  /// partial.
  package static func lights(_ text: String) throws -> [LightClass] {
    try values(text, among: lightWords) { word -> [LightClass]? in
      let word = word.lowercased().filter { $0 != " " }
      if word == "low" { return [.fullShade, .partialShade] }
      return LightClass.allCases.first { $0.rawValue.lowercased() == word }
        .map { [$0] }
    }.flatMap(\.self)
  }

  /// The maximum, in bytes. Names are shorter; comparing long texts takes time.
  private static let longestName = 1_000

  /// Returns the names in standard input.
  ///
  /// - Parameter input: The names, separated by line breaks or NUL.
  /// - Returns: The names, without blank ones.
  /// - Throws: ``InputError`` for a name that is too long or not UTF-8.
  package static func names(_ input: [UInt8]) throws(InputError) -> [String] {
    var names: [String] = []
    for bytes in input.split(separator: input.contains(0) ? 0 : 0x0a) {
      guard bytes.count <= longestName else {
        throw InputError(
          "a name on standard input has \(bytes.count) bytes",
          hint: "write one name a line, or separate names by NUL")
      }
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw InputError("a name on standard input is not UTF-8")
      }
      let name = text.last == "\r" ? String(text.dropLast()) : text
      if !name.allSatisfy(\.isWhitespace) { names.append(name) }
    }
    return names
  }
}
