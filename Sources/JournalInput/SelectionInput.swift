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

  /// Longer than any name is, in bytes; comparing one takes its time.
  private static let longestName = 1_000

  /// Names from standard input.
  ///
  /// - Parameter input: One name a line, or parted by NUL.
  /// - Returns: The names, blank ones left out.
  /// - Throws: ``InputError`` for one that is too long or not UTF-8.
  package static func names(_ input: [UInt8]) throws(InputError) -> [String] {
    var names: [String] = []
    for bytes in input.split(separator: input.contains(0) ? 0 : 0x0a) {
      guard bytes.count <= longestName else {
        throw InputError(
          "a name on standard input has \(bytes.count) bytes",
          hint: "write one name a line, or part names by NUL")
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
