import Encodings
import Glibc
import JournalEvents
import Testing

/// A file of `schemas/`, and what of it follows from the declared fields.
struct SchemaFile {
  let name: String
  let document: JSONValue
  private let text: String

  /// Reads the file `name`.
  init(_ name: String) throws {
    self.name = name
    let file = try #require(
      fopen(Self.path(of: name), "r"), "no schema \(name)")
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
    text = String(decoding: bytes, as: UTF8.self)
    // The greatest number of a schema is beyond the program's own documents.
    let smaller = text.replacing("\(UInt64.max)", with: "\(Int64.max)")
    document = try JSONReader.parse(Array(smaller.utf8).span.bytes)
  }

  /// Holds the file to `document`, or writes that when recording.
  func expect(_ document: JSONValue) throws {
    let expected = document.lines(indent: 0, room: 0) + "\n"
    guard GoldenFile.isRecording else {
      #expect(
        text == expected,
        "\(name) is stale: RECORD_GOLDEN=1 swift test --filter SchemaFileTests"
      )
      return
    }
    let file = try #require(fopen(Self.path(of: name), "w"))
    let bytes = Array(expected.utf8)
    fwrite(bytes, 1, bytes.count, file)
    #expect(fclose(file) == 0)
    Issue.record("recorded \(name); run again without RECORD_GOLDEN")
  }

  private static func path(of name: String) -> String {
    let root = #filePath.split(
      separator: "/", omittingEmptySubsequences: false
    ).dropLast(3).joined(separator: "/")
    return "\(root)/schemas/\(name).schema.json"
  }
}

extension JSONValue {
  static func reference(_ definition: String) -> JSONValue {
    .object([.init("$ref", .string(definition))])
  }

  static func texts(_ texts: [String]) -> JSONValue {
    .array(texts.map { .string($0) })
  }

  /// This object with another value for `name`.
  func replacing(_ name: String, with value: JSONValue) -> JSONValue {
    .object(members.map { $0.name == name ? .init(name, value) : $0 })
  }

  /// The schema of this value or `null`.
  var orNull: JSONValue {
    .object([
      .init(
        "anyOf", .array([self, .object([.init("type", .string("null"))])]))
    ])
  }
}

extension JSONValue {
  private static let width = 80

  /// This value as the schemas are written: on one line where it fits.
  /// `room` is how much of the first line is taken.
  func lines(indent: Int, room: Int) -> String {
    let inline = inlined
    let isDocument = indent == 0 && room == 0
    guard isDocument || indent + room + inline.utf8.count > Self.width else {
      return inline
    }
    let margin = String(repeating: " ", count: indent + 2)
    let end = "\n" + String(repeating: " ", count: indent)
    switch self {
    case .object(let members) where !members.isEmpty:
      let items = members.map { member in
        let name = Self.string(member.name).inlined + ": "
        // A comma follows all but the last.
        return margin + name
          + member.value.lines(indent: indent + 2, room: name.utf8.count + 1)
      }
      return "{\n" + items.joined(separator: ",\n") + end + "}"
    case .array(let items) where items.allSatisfy(\.isText):
      return "[\n" + margin + Self.filled(items, margin) + end + "]"
    case .array(let items):
      let lines = items.map { margin + $0.lines(indent: indent + 2, room: 1) }
      return "[\n" + lines.joined(separator: ",\n") + end + "]"
    default: return inline
    }
  }

  private static func filled(_ items: [JSONValue], _ margin: String) -> String {
    var lines = [""]
    for (index, item) in items.enumerated() {
      let comma = index + 1 < items.count ? "," : ""
      let word = item.inlined + comma
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = word
      } else if margin.count + last.utf8.count + 1 + word.utf8.count <= width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(word)
      }
    }
    return lines.joined(separator: "\n" + margin)
  }

  private var isText: Bool {
    if case .string = self { true } else { false }
  }

  private var inlined: String {
    switch self {
    case .object(let members) where !members.isEmpty:
      let items = members.map {
        Self.string($0.name).inlined + ": " + $0.value.inlined
      }
      return "{ " + items.joined(separator: ", ") + " }"
    case .array(let items):
      return "[" + items.map(\.inlined).joined(separator: ", ") + "]"
    default:
      var writer = JSONWriter()
      writer.value(self)
      return writer.text
    }
  }
}
