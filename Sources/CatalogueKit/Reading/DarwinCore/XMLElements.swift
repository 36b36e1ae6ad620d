internal import CExpat

/// The elements of a small XML document that nobody vouches for, told of one
/// by one: all that the description of a Darwin Core archive needs.
///
/// A document with a definition of its own type is refused, as that is where
/// entities are declared that grow, or read other files.
final class XMLElements {
  /// What is told of.
  enum Event {
    /// An element begins; names are without prefixes.
    case start(name: String, attributes: [String: String])
    /// An element ends that holds this text, without blanks around it.
    case end(name: String, text: String)
  }

  typealias Handler = (Event) throws(CatalogueReadingError) -> Void

  private static let mostDepth = 64
  private static let mostBytes = 1 << 20

  private let handle: Handler
  private let parser: XML_Parser
  private var failure: CatalogueReadingError?
  private var depth = 0
  private var text: [UInt8] = []

  /// Reads a document and tells `handle` of its elements.
  ///
  /// - Throws: ``CatalogueReadingError/badArchive(_:)`` for what is no XML,
  ///   and what `handle` throws.
  static func read(
    _ bytes: [UInt8], _ handle: Handler
  ) throws(CatalogueReadingError) {
    guard bytes.count <= mostBytes else {
      throw .badArchive("its meta.xml is longer than 1 MiB")
    }
    let outcome = withoutActuallyEscaping(handle) {
      handle -> CatalogueReadingError? in
      // Names come as the address of their space, a blank and the name.
      guard let parser = XML_ParserCreateNS(nil, 0x20) else {
        return .badArchive("there is no memory for its meta.xml")
      }
      defer { XML_ParserFree(parser) }
      let elements = XMLElements(parser, handle)
      return withExtendedLifetime(elements) { elements.parse(bytes) }
    }
    if let outcome { throw outcome }
  }

  private init(_ parser: XML_Parser, _ handle: @escaping Handler) {
    self.parser = parser
    self.handle = handle
  }

  private func parse(_ bytes: [UInt8]) -> CatalogueReadingError? {
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in
      XMLElements.from(data)?.stop(
        .badArchive("its meta.xml defines a type of document of its own"))
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
    let status = bytes.withUnsafeBytes {
      XML_Parse(
        parser, $0.baseAddress?.assumingMemoryBound(to: CChar.self),
        Int32($0.count), 1)
    }
    guard status != XML_STATUS_OK else { return nil }
    if let failure { return failure }
    let reason =
      XML_ErrorString(XML_GetErrorCode(parser))
      .map { String(cString: $0) } ?? "unknown error"
    return .badArchive(
      "its meta.xml is no XML: \(reason), line "
        + "\(XML_GetCurrentLineNumber(parser)), column "
        + "\(XML_GetCurrentColumnNumber(parser) + 1)")
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
      return stop(.badArchive("its meta.xml has elements in too many others"))
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
      .split(whereSeparator: \.isWhitespace)
    tell(.end(name: Self.local(name), text: words.joined(separator: " ")))
    text = []
  }

  private func tell(_ event: Event) {
    // What was read ahead is still told of after a stop.
    guard failure == nil else { return }
    do throws(CatalogueReadingError) {
      try handle(event)
    } catch {
      stop(error)
    }
  }

  private func stop(_ error: CatalogueReadingError) {
    if failure == nil { failure = error }
    XML_StopParser(parser, 0)
  }

  /// A name without the address of its space.
  private static func local(_ name: UnsafePointer<XML_Char>?) -> String {
    let name = name.map { String(cString: $0) } ?? ""
    return name.lastIndex(of: " ").map { String(name[$0...].dropFirst()) }
      ?? name
  }
}
