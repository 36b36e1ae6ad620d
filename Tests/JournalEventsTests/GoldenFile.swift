import Encodings
import Glibc
import Testing

/// A sample as it is stored in `Tests/Golden/events`.
struct GoldenFile {
  let type: String
  let event: [UInt8]
  let payload: JSONValue

  /// Reads the sample `name`.
  init(_ name: String) throws {
    let path = Self.path(of: name)
    let file = try #require(
      fopen(path, "r"), "no sample at \(path); see RECORD_GOLDEN")
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
    let value = try JSONReader.parse(bytes.span.bytes)
    guard case .string(let type) = value["type"],
      case .string(let event) = value["event"], let payload = value["payload"]
    else { throw Malformed() }
    self.type = type
    self.event = try #require(Hexadecimal.decode(event))
    self.payload = payload
  }

  private struct Malformed: Error {}

  init(type: String, event: [UInt8], payload: JSONValue) {
    self.type = type
    self.event = event
    self.payload = payload
  }

  /// A Boolean value that indicates whether this run writes the samples.
  static var isRecording: Bool { getenv("RECORD_GOLDEN") != nil }

  /// Writes the sample `name`.
  func write(as name: String) throws {
    var writer = JSONWriter()
    writer.object { writer in
      writer.name("type" as StaticString)
      writer.string(type)
      writer.name("event" as StaticString)
      writer.string(Hexadecimal.encode(event))
      writer.name("payload" as StaticString)
      writer.value(payload)
    }
    writer.newline()
    let file = try #require(fopen(Self.path(of: name), "w"))
    fwrite(writer.bytes, 1, writer.bytes.count, file)
    #expect(fclose(file) == 0)
  }

  private static func path(of name: String) -> String {
    let tests = #filePath.split(
      separator: "/", omittingEmptySubsequences: false
    ).dropLast(2).joined(separator: "/")
    return "\(tests)/Golden/events/\(name).json"
  }
}
