internal import Glibc

/// A form with files, `multipart/form-data` (RFC 7578), as browsers send it.
///
/// Anything else is refused: text before the first part or after the last, parts
/// that are no fields, and encodings of transport.
struct MultipartForm {
  /// A field of the form.
  struct Part: Equatable {
    let name: String
    /// The name of the file; `nil` for a field that is no file.
    var fileName: String?
    let content: ArraySlice<UInt8>
  }

  private(set) var parts: [Part] = []

  /// The greatest number of parts, and of bytes of the head of one.
  private static let maximumCount = 200
  private static let maximumHeadCount = 4_096

  /// Reads a form.
  ///
  /// - Parameters:
  ///   - body: The body of the request.
  ///   - boundary: The text that separates the parts.
  /// - Throws: ``RequestError/badForm`` or ``RequestError/tooManyFields``.
  init(_ body: [UInt8], boundary: String) throws(RequestError) {
    let first = Array("--\(boundary)".utf8)
    let delimiter = Array("\r\n".utf8) + first
    guard body.starts(with: first) else { throw .badForm }
    var start = first.count
    while true {
      guard let end = Self.line(in: body, at: start) else { throw .badForm }
      switch end {
      case .next(let head): start = head
      case .last: return
      }
      guard parts.count < Self.maximumCount else { throw .tooManyFields }
      let limit = min(body.count, start + Self.maximumHeadCount)
      guard
        let gap = Self.place(
          of: Array("\r\n\r\n".utf8), in: body, from: start, to: limit),
        let next = Self.place(
          of: delimiter, in: body, from: gap + 4, to: body.count),
        let head = String(validating: body[start..<gap], as: UTF8.self)
      else { throw .badForm }
      parts.append(try Self.part(head, body[(gap + 4)..<next]))
      start = next + delimiter.count
    }
  }

  /// The end of a line that separates two parts, or ends the last one.
  private enum LineEnd {
    case next(Int)
    case last
  }

  private static func line(in body: [UInt8], at place: Int) -> LineEnd? {
    let rest = body[place...]
    if rest.starts(with: "\r\n".utf8) { return .next(place + 2) }
    let end = Array("--".utf8)
    return rest.elementsEqual(end) || rest.elementsEqual(end + "\r\n".utf8)
      ? .last : nil
  }

  /// Returns the place of bytes in a range; `nil` if they are not there.
  private static func place(
    of bytes: [UInt8], in body: [UInt8], from start: Int, to end: Int
  ) -> Int? {
    body.withUnsafeBytes { body in
      var start = start
      while let base = body.baseAddress, let first = bytes.first,
        end - start >= bytes.count,
        let found = memchr(
          base + start, Int32(first), end - start - bytes.count + 1)
      {
        let place = UnsafeRawPointer(found) - base
        if memcmp(found, bytes, bytes.count) == 0 { return place }
        start = place + 1
      }
      return nil
    }
  }

  // MARK: Heads

  private static func part(
    _ head: String, _ content: ArraySlice<UInt8>
  ) throws(RequestError) -> Part {
    var fields: [String: String]?
    for line in head.split(separator: "\r\n", omittingEmptySubsequences: false)
    {
      let halves = line.split(separator: ":", maxSplits: 1)
      guard halves.count == 2 else { throw .badForm }
      switch halves[0].lowercased() {
      case "content-disposition":
        guard fields == nil,
          let read = HeaderParameters(halves[1]), read.value == "form-data"
        else { throw .badForm }
        fields = read.parameters
      case "content-transfer-encoding":
        let value = halves[1].filter { $0 != " " }.lowercased()
        guard ["binary", "8bit", "7bit"].contains(value) else {
          throw .badForm
        }
      default: break
      }
    }
    guard let fields, let name = fields["name"], !name.isEmpty else {
      throw .badForm
    }
    return Part(
      name: unescaped(name), fileName: fields["filename"].map(unescaped),
      content: content)
  }

  /// Returns a name as it was before the browser wrote it.
  private static func unescaped(_ name: String) -> String {
    var text = ""
    var rest = name[...]
    while let next = rest.first {
      let escape = rest.prefix(3).uppercased()
      switch escape {
      case "%22": text += "\""
      case "%0D": text += "\r"
      case "%0A": text += "\n"
      default:
        text.append(next)
        rest.removeFirst()
        continue
      }
      rest.removeFirst(3)
    }
    return text
  }
}

/// The value of a header with its parameters, such as
/// `form-data; name="photo"`.
struct HeaderParameters {
  /// The value, in lower case.
  let value: String
  /// The values of the parameters, by names in lower case.
  private(set) var parameters: [String: String] = [:]

  /// Reads a header; `nil` if it is malformed, or repeats a parameter.
  init?(_ text: some StringProtocol) {
    var rest = Substring(text)
    value = Self.trimmed(Self.take(&rest) { $0 != ";" }).lowercased()
    guard !value.isEmpty else { return nil }
    while rest.popFirst() != nil {
      let name = Self.trimmed(Self.take(&rest) { $0 != "=" && $0 != ";" })
        .lowercased()
      if name.isEmpty, rest.isEmpty { break }
      guard !name.isEmpty, parameters[name] == nil, rest.popFirst() == "="
      else { return nil }
      guard let value = Self.takeValue(&rest) else { return nil }
      parameters[name] = value
      rest = rest.drop { $0 == " " || $0 == "\t" }
      guard rest.isEmpty || rest.first == ";" else { return nil }
    }
  }

  /// Takes the value of a parameter out. Browsers escape no character with a
  /// backslash, and older ones send paths with them.
  private static func takeValue(_ rest: inout Substring) -> String? {
    guard rest.first == "\"" else {
      let value = trimmed(take(&rest) { $0 != ";" })
      return value.isEmpty || value.contains("\"") ? nil : value
    }
    rest.removeFirst()
    let value = take(&rest) { $0 != "\"" }
    return rest.popFirst() == nil ? nil : String(value)
  }

  private static func take(
    _ rest: inout Substring, while isPart: (Character) -> Bool
  ) -> Substring {
    let taken = rest.prefix(while: isPart)
    rest = rest[taken.endIndex...]
    return taken
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while text.first == " " || text.first == "\t" { text.removeFirst() }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return String(text)
  }
}
