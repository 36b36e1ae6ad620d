internal import Encodings
internal import TextKit

/// Appends HTML to a byte buffer.
///
/// Only names of this module and literals become markup. Every other text is
/// escaped, because no function takes it as markup, and each element is closed
/// where its closure ends.
public struct HTMLWriter: Sendable {
  /// The HTML written so far, as UTF-8.
  public internal(set) var bytes: [UInt8]

  /// A field that every link to a page and every form that asks for one gets,
  /// unless their address has it; `nil` for none.
  public var keptField: (name: String, value: String)?

  /// The form that is filled in again; `nil` for none.
  var refilling: Refilling?
  /// A Boolean value that indicates whether a form holds what was typed into it.
  public internal(set) var isRefilled = false
  var hasWrongControl = false
  var hasMarkedControl = false
  /// The number of reasons to unfold what is around them.
  var shownCount = 0

  /// Creates an empty writer with room for `capacity` bytes.
  public init(capacity: Int = 4_096) {
    bytes = []
    bytes.reserveCapacity(capacity)
  }

  /// Passes on the output so far if it is large, and forgets it.
  public mutating func handOn(_ take: ([UInt8]) throws -> Void) rethrows {
    guard bytes.count >= 1 << 16 else { return }
    try take(bytes)
    bytes.removeAll(keepingCapacity: true)
  }

  // MARK: Elements

  /// Writes an element; `content` writes what is in it.
  public mutating func element(
    _ element: HTMLElement, _ attributes: HTMLAttribute...,
    content: (inout HTMLWriter) throws -> Void
  ) rethrows {
    let (start, shown) = (bytes.count, shownCount)
    begin(element, attributes)
    try content(&self)
    end(element.rawValue)
    if shownCount > shown, element == .details,
      !attributes.contains(where: { $0.name == "open" && $0.isPresent })
    {
      unfold(at: start)
    }
  }

  /// Writes an element that holds text.
  public mutating func element(
    _ element: HTMLElement, _ attributes: HTMLAttribute..., text: String
  ) {
    begin(element, attributes)
    self.text(text)
    end(element.rawValue)
  }

  /// Writes an element without content.
  public mutating func element(
    _ element: HTMLElement, _ attributes: HTMLAttribute...
  ) {
    begin(element.rawValue, attributes)
    end(element.rawValue)
  }

  /// Writes an element that has no end tag.
  public mutating func void(
    _ element: HTMLVoidElement, _ attributes: HTMLAttribute...
  ) {
    begin(
      element.rawValue,
      refilling == nil ? attributes : refilled(element.rawValue, attributes))
  }

  /// Writes a field of several lines with its exact value, so that sending the
  /// form back unchanged changes nothing.
  public mutating func textArea(
    _ attributes: HTMLAttribute..., value: String
  ) {
    let (attributes, value) =
      refilling == nil ? (attributes, value) : refilledArea(attributes, value)
    begin("textarea", attributes)
    // The first line break after the tag is not part of the value.
    newline()
    exact(value)
    end("textarea")
  }

  // MARK: Text

  /// Writes text, in which controlling and invisible characters become
  /// visible. Line breaks stay, and a style sheet decides whether they show.
  public mutating func text(_ text: String) {
    escape(SafeText.shown(text, allowsNewlines: true))
  }

  /// Writes text of a person, which keeps its own direction and does not
  /// change the direction of the text around it.
  public mutating func isolated(_ text: String) {
    element(.bdi, text: text)
  }

  /// Writes a whole number.
  public mutating func integer(_ value: Int) { markup(String(value)) }

  /// Writes a line break for readers of the source; a browser shows a space, or
  /// nothing between blocks.
  public mutating func newline() { bytes.append(0x0a) }

  // MARK: Bytes

  /// Begins an element; a link or a form that asks keeps ``keptField``.
  private mutating func begin(
    _ element: HTMLElement, _ attributes: [HTMLAttribute]
  ) {
    guard let field = keptField, element == .a || element == .form else {
      return begin(
        element.rawValue,
        refilling == nil
          ? attributes : refilled(element.rawValue, attributes))
    }
    guard element == .form else {
      return begin(
        element.rawValue,
        attributes.map { attribute in
          guard case .path(let path) = attribute.value else { return attribute }
          return HTMLAttribute(
            name: attribute.name, value: .path(path.keeping(field)))
        })
    }
    begin(element.rawValue, attributes)
    // The query of such a form consists of its controls alone.
    let asks = !attributes.contains {
      if $0.name == "method", case .words(let method) = $0.value {
        return "\(method)" == "post"
      }
      if case .path(let path) = $0.value { return path.keeping(field) == path }
      return false
    }
    guard asks else { return }
    void(
      .input, .word(.type, "hidden"), .fieldName(field.name),
      .value(field.value))
  }

  mutating func begin(_ name: String, _ attributes: [HTMLAttribute]) {
    assert(
      Set(attributes.compactMap(\.wholeName)).count
        == attributes.count { $0.wholeName != nil },
      "<\(name)> has an attribute twice")
    markup("<", name, "")
    let attributes = attributes.span
    for index in attributes.indices { write(attributes[index]) }
    bytes.append(UInt8(ascii: ">"))
  }

  mutating func end(_ name: String) { markup("</", name, ">") }

  mutating func markup(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Appends a name of this module, an id or digits.
  private mutating func markup(_ text: String) {
    var text = text
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }

  /// Appends a name of this module between signs. Each growth checks capacity
  /// and uniqueness, so all of it grows once.
  private mutating func markup(
    _ before: StaticString, _ name: String, _ after: StaticString
  ) {
    let name = name.utf8.span
    let count =
      before.utf8CodeUnitCount + name.count + after.utf8CodeUnitCount
    bytes.append(addingCapacity: count) { output in
      before.withUTF8Buffer { for unit in $0 { output.append(unit) } }
      for index in name.indices { output.append(name[index]) }
      after.withUTF8Buffer { for unit in $0 { output.append(unit) } }
    }
  }

  private mutating func write(_ attribute: HTMLAttribute) {
    switch attribute.value {
    case .absent: return
    case .present: return markup(" ", attribute.name, "")
    case .data(let name, _):
      markup(" data-")
      markup(name)
      markup("=\"")
    default: markup(" ", attribute.name, "=\"")
    }
    switch attribute.value {
    case .absent, .present: break
    case .words(let words): escape(words)
    case .list(let words):
      var isFirst = true
      for case let words? in words {
        if !isFirst { bytes.append(UInt8(ascii: " ")) }
        isFirst = false
        escape(words)
      }
    case .text(let text): self.text(text)
    case .exact(let text), .data(_, let text): exact(text)
    case .integer(let value): integer(value)
    case .fractions(let values):
      for (index, value) in values.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: " ")) }
        number(value)
      }
    case .property(let name, let value):
      assert("\(name)".hasPrefix("--"), "\(name) is no custom property")
      escape(name)
      bytes.append(UInt8(ascii: ":"))
      number(value)
    case .id(let id): markup(id.text)
    case .path(let path):
      path.bytes.withUnsafeBufferPointer { escape($0) }
      if let element = path.element { markup("#", element.text, "") }
    case .jpeg(let file):
      markup("data:image/jpeg;base64,")
      bytes.append(contentsOf: Base64.encode(file))
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func number(_ value: Double) {
    guard value.isFinite else { return integer(0) }
    if value == value.rounded(), abs(value) < 1e15 {
      integer(Int(value))
    } else {
      markup(value.description)
    }
  }

  /// Writes text unchanged, except for characters that no page can hold.
  private mutating func exact(_ text: String) {
    guard text.plainColumns == nil else { return escape(text) }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      scalars.append(scalar.isHoldable ? scalar : "\u{FFFD}")
    }
    escape(String(scalars))
  }

  private mutating func escape(_ text: String) {
    var text = text
    text.withUTF8 { escape($0) }
  }

  private mutating func escape(_ text: StaticString) {
    text.withUTF8Buffer { escape($0) }
  }

  /// Escapes for the content of an element and for a value in double quotes.
  private mutating func escape(_ utf8: UnsafeBufferPointer<UInt8>) {
    var plain = 0
    for index in 0..<utf8.count {
      let escaped: StaticString
      switch utf8[index] {
      case UInt8(ascii: "&"): escaped = "&amp;"
      case UInt8(ascii: "<"): escaped = "&lt;"
      case UInt8(ascii: ">"): escaped = "&gt;"
      case UInt8(ascii: "\""): escaped = "&quot;"
      default: continue
      }
      bytes.append(contentsOf: utf8[plain..<index])
      markup(escaped)
      plain = index + 1
    }
    bytes.append(contentsOf: utf8[plain...])
  }
}

extension HTMLAttribute {
  /// A Boolean value that indicates whether it is a flag that is set.
  fileprivate var isPresent: Bool {
    if case .present = value { true } else { false }
  }

  /// The name with its end for data; `nil` if the attribute is absent.
  fileprivate var wholeName: String? {
    switch value {
    case .absent: nil
    case .data(let name, _): "data-\(name)"
    default: name
    }
  }
}

extension Unicode.Scalar {
  /// A Boolean value that indicates whether a page can hold it. Carriage
  /// returns become line breaks there, as in every form.
  fileprivate var isHoldable: Bool {
    switch self {
    case "\t", "\n", "\r": true
    default:
      properties.generalCategory != .control
        && !properties.isNoncharacterCodePoint
    }
  }
}
