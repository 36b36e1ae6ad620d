/// The start tags of a small XML document, one after another, with their
/// attributes and the text that follows them: all that the description of a
/// Darwin Core archive needs.
///
/// Nothing is resolved but the five entities and numbers, so no document can
/// grow or read other files.
struct XMLTags {
  /// A start tag, or an end tag, whose name begins with a slash.
  struct Tag {
    /// The name without its prefix.
    var name = ""
    /// The attributes by name.
    var attributes: [String: String] = [:]
    /// The text up to the next tag, without blanks around it.
    var text = ""
  }

  private let text: Substring

  init(_ bytes: [UInt8]) {
    text = Substring(decoding: bytes, as: UTF8.self)
  }

  /// All tags in their order; what is no tag is left out.
  var all: [Tag] {
    var tags: [Tag] = []
    for part in text.split(separator: "<").dropFirst(0) {
      guard let first = part.first, first != "?", first != "!",
        let end = part.firstIndex(of: ">")
      else { continue }
      var tag = Self.tag(part[..<end])
      tag.text = Self.plain(part[part.index(after: end)...])
        .trimmingBlanks()
      tags.append(tag)
    }
    return tags
  }

  private static func tag(_ text: Substring) -> Tag {
    var rest = text
    let name = rest.prefix {
      !$0.isWhitespace && ($0 != "/" || rest.first == "/")
    }
    rest = rest.dropFirst(name.count)
    var tag = Tag(name: String(name.split(separator: ":").last ?? ""))
    if name.first == "/", tag.name.first != "/" { tag.name = "/" + tag.name }
    while let equals = rest.firstIndex(of: "=") {
      let key = String(rest[..<equals]).trimmingBlanks()
      rest = rest[rest.index(after: equals)...].drop { $0.isWhitespace }
      guard let quote = rest.first, quote == "\"" || quote == "'" else {
        break
      }
      let value = rest.dropFirst().prefix { $0 != quote }
      tag.attributes[key] = plain(value)
      rest = rest.dropFirst(value.count + 2)
    }
    return tag
  }

  private static func plain(_ text: Substring) -> String {
    guard text.contains("&") else { return String(text) }
    var plain = ""
    var rest = text
    while let ampersand = rest.firstIndex(of: "&") {
      plain += rest[..<ampersand]
      rest = rest[rest.index(after: ampersand)...]
      let name = rest.prefix { $0 != ";" }
      if let character = entity(String(name)) {
        plain.append(character)
        rest = rest.dropFirst(name.count + 1)
      } else {
        plain.append("&")
      }
    }
    return plain + rest
  }

  private static func entity(_ name: String) -> Character? {
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard name.hasPrefix("#") else { return nil }
      let digits = name.dropFirst()
      let number =
        digits.hasPrefix("x")
        ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      return number.flatMap { Unicode.Scalar($0) }.map { Character($0) }
    }
  }
}

extension String {
  fileprivate func trimmingBlanks() -> String {
    var text = Substring(self)
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
