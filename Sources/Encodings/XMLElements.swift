internal import CExpat

/// A reader of the elements of an untrusted XML document, one by one.
///
/// It refuses a document that defines its own type: there entities are declared
/// that grow, or read other files.
public final class XMLElements {
  /// A part of a document.
  public enum Event {
    /// An element begins; names are without prefixes.
    case start(name: String, attributes: [String: String])
    /// An element ends that holds this text after its last inner element.
    case end(name: String, text: String)
  }

  private static let mostDepth = 64
  private static let pieceByteCount = 1 << 20

  private let handle: (Event) -> Bool
  private let parser: XML_Parser
  private var failure: String?
  private var isStopped = false
  private var depth = 0
  private var text: [UInt8] = []

  /// Reads a document and calls `handle` with each event until it returns
  /// `false`.
  ///
  /// - Throws: ``XMLError`` for a document of more than `limit` bytes or one
  ///   that is no XML.
  public static func read(
    _ bytes: [UInt8], atMost limit: Int, _ handle: (Event) -> Bool
  ) throws(XMLError) {
    guard bytes.count <= limit else {
      throw XMLError("is longer than \(limit >> 20) MiB")
    }
    let fault = withoutActuallyEscaping(handle) { handle -> String? in
      // Names come as the address of their space, a blank and the name.
      guard let parser = XML_ParserCreateNS(nil, 0x20) else {
        return "needs more memory than there is"
      }
      defer { XML_ParserFree(parser) }
      let elements = XMLElements(parser, handle)
      return withExtendedLifetime(elements) { elements.parse(bytes) }
    }
    if let fault { throw XMLError(fault) }
  }

  private init(_ parser: XML_Parser, _ handle: @escaping (Event) -> Bool) {
    self.parser = parser
    self.handle = handle
  }

  private func parse(_ bytes: [UInt8]) -> String? {
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in
      XMLElements.from(data)?.stop("defines a type of document of its own")
    }
    XML_SetElementHandler(
      parser,
      { data, name, attributes in
        XMLElements.from(data)?.begin(name, attributes)
      },
      { data, name in XMLElements.from(data)?.end(name) })
    XML_SetCharacterDataHandler(parser) { data, characters, count in
      let bytes = UnsafeRawBufferPointer(start: characters, count: Int(count))
      XMLElements.from(data)?.text += bytes
    }
    // The parser copies each piece that it is handed.
    var rest = bytes[...]
    var status = XML_STATUS_OK
    repeat {
      let piece = rest.prefix(Self.pieceByteCount)
      rest = rest.dropFirst(piece.count)
      status = piece.withUnsafeBytes {
        XML_Parse(
          parser, $0.baseAddress?.assumingMemoryBound(to: CChar.self),
          Int32($0.count), rest.isEmpty ? 1 : 0)
      }
    } while status == XML_STATUS_OK && !rest.isEmpty
    guard status != XML_STATUS_OK, !isStopped else { return failure }
    let reason =
      XML_ErrorString(XML_GetErrorCode(parser))
      .map { String(cString: $0) } ?? "unknown error"
    return "is no XML: \(reason), line \(XML_GetCurrentLineNumber(parser)), "
      + "column \(XML_GetCurrentColumnNumber(parser) + 1)"
  }

  private static func from(_ data: UnsafeMutableRawPointer?) -> XMLElements? {
    data.map {
      Unmanaged<XMLElements>.fromOpaque($0).takeUnretainedValue()
    }
  }

  private func begin(
    _ name: UnsafePointer<XML_Char>?,
    _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
  ) {
    depth += 1
    guard depth <= Self.mostDepth else {
      return stop("has elements in too many others")
    }
    text = []
    var values: [String: String] = [:]
    // Names and values in turn, ended by a null.
    var next = attributes
    while let name = next?[0], let value = next?[1] {
      values[Self.local(name)] = String(cString: value)
      next = next?.advanced(by: 2)
    }
    tell(.start(name: Self.local(name), attributes: values))
  }

  private func end(_ name: UnsafePointer<XML_Char>?) {
    depth -= 1
    let words = String(decoding: text, as: UTF8.self)
    tell(.end(name: Self.local(name), text: words))
    text = []
  }

  private func tell(_ event: Event) {
    // The parser still reports what it read ahead after a stop.
    if !isStopped, !handle(event) { stop(nil) }
  }

  private func stop(_ reason: String?) {
    if !isStopped { failure = reason }
    isStopped = true
    XML_StopParser(parser, 0)
  }

  /// A name without the address of its space.
  private static func local(_ name: UnsafePointer<XML_Char>?) -> String {
    let name = name.map { String(cString: $0) } ?? ""
    return name.lastIndex(of: " ").map { String(name[$0...].dropFirst()) }
      ?? name
  }
}

/// The reason that bytes are not read as XML.
public struct XMLError: Error, Hashable, Sendable {
  /// The reason, in words that follow the name of the document.
  public let reason: String

  init(_ reason: String) { self.reason = reason }
}
