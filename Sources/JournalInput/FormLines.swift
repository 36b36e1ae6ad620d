internal import TextKit

/// The lines of a form, grouped by field.
struct FormLines {
  /// A field and its values.
  struct Entry {
    let field: FormField
    /// The number of the field's first line, from 1.
    let line: Int
    /// The values as typed, with escapes; none if all are empty.
    var escaped: [String]
  }

  /// The fields with lines, in the order of the form.
  var entries: [Entry] = []
  /// The problems of lines that cannot be read.
  private(set) var problems: [PlantForm.Problem] = []

  private let fields: [FormField]

  /// Reads the lines of a form with these fields.
  init(_ text: String, _ fields: [FormField]) {
    self.fields = fields
    let lines = text.utf8.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      read(String(line) ?? "", index + 1)
    }
  }

  private mutating func read(_ line: String, _ number: Int) {
    let line = line.trimmed
    guard !line.isEmpty, line.utf8.first != UInt8(ascii: "#") else { return }
    let parts = line.unicodeScalars.split(
      separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      return report(number, "a line is a field's name, a colon and a value")
    }
    let name = String(parts[0]).trimmed
    guard let field = fields.first(where: { $0.name == name.lowercased() })
    else {
      let names = fields.map(\.name)
      return report(
        number,
        "there is no field '\(name)'; there are "
          + Phrase.list(names, joinedBy: "and"))
    }
    add(String(parts[1]).trimmed, to: field, number)
  }

  private mutating func add(
    _ value: String, to field: FormField, _ number: Int
  ) {
    let values = value.isEmpty ? [] : [value]
    guard let index = entries.firstIndex(where: { $0.field == field }) else {
      entries.append(Entry(field: field, line: number, escaped: values))
      return
    }
    guard field.isList else {
      return report(number, "'\(field.name)' stands twice")
    }
    entries[index].escaped += values
  }

  private mutating func report(_ line: Int, _ reason: String) {
    problems.append(PlantForm.Problem(line: line, reason: reason))
  }
}

extension String {
  /// The text without blanks at its ends.
  fileprivate var trimmed: String {
    let blanks: Set<Unicode.Scalar> = [" ", "\t", "\r"]
    let scalars = unicodeScalars.drop { blanks.contains($0) }
    var trimmed = String.UnicodeScalarView(scalars)
    while let last = trimmed.last, blanks.contains(last) {
      trimmed.removeLast()
    }
    return String(trimmed)
  }
}

/// The form of values on one line, in which an editor hides and changes
/// nothing.
enum FormText {
  /// Escapes line breaks, tabs and invisible characters.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\\\"
      case "\n": escaped += "\\n"
      case "\t": escaped += "\\t"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    // `shown` writes invisible characters as "\u{202E}", as `unescaped` reads.
    let shown = SafeText.shown(escaped)
    return shown.edgesEscaped
  }

  /// Reverses ``escaped(_:)``; returns `nil` for an invalid escape.
  static func unescaped(_ text: some StringProtocol) -> String? {
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "\\" else {
        result.append(scalar)
        continue
      }
      guard let escape = rest.popFirst(),
        let scalar = self.scalar(escape, &rest)
      else { return nil }
      result.append(scalar)
    }
    return String(result)
  }

  private static func scalar<Rest: Collection<Unicode.Scalar>>(
    _ escape: Unicode.Scalar, _ rest: inout Rest
  ) -> Unicode.Scalar? where Rest == Rest.SubSequence {
    switch escape {
    case "\\": return "\\"
    case "n": return "\n"
    case "t": return "\t"
    case "u":
      guard rest.popFirst() == "{" else { return nil }
      var digits = ""
      while let digit = rest.popFirst(), digit != "}" {
        digits.unicodeScalars.append(digit)
      }
      return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
    default: return nil
    }
  }
}

extension String {
  /// The text with escapes for blanks at its ends, which editors remove.
  fileprivate var edgesEscaped: String {
    guard hasPrefix(" ") || hasSuffix(" ") else { return self }
    var text = self
    if text.hasSuffix(" ") { text = text.dropLast() + "\\u{20}" }
    if text.hasPrefix(" ") { text = "\\u{20}" + text.dropFirst() }
    return text
  }
}
