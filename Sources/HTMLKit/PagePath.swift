internal import Encodings

/// The address of a page on the same server: `/plants/ID?as-of=2026-11-01#notes`.
///
/// It always begins with one slash, and every other character that has a
/// meaning in an address is percent-encoded. So it can name no other scheme and
/// no other host, no matter what its components are.
public struct PagePath: Sendable, Hashable {
  /// The path and the query; of the characters that HTML escapes, they have
  /// only `&`.
  private(set) var bytes: [UInt8] = []
  /// The element of the page.
  private(set) var element: HTMLID?
  private var hasQuery = false
  private var keepsFields = true

  /// Creates the address of a page; without components, that of the first page.
  ///
  /// No address can hold an empty component, `.` or `..`, since readers of
  /// addresses drop these. They become `-`.
  public init(_ components: String...) { self.init(components: components) }

  /// Creates the address of a page, as above.
  public init(components: [String]) {
    // Most fit without growing.
    bytes.reserveCapacity(80)
    for component in components {
      bytes.append(UInt8(ascii: "/"))
      switch component {
      case "", ".", "..": bytes.append(UInt8(ascii: "-"))
      default: Self.encode(component, to: &bytes)
      }
    }
    if components.isEmpty { bytes.append(UInt8(ascii: "/")) }
  }

  /// Returns the address with another field in its query.
  public func with(_ name: String, _ value: String) -> PagePath {
    var result = self
    result.bytes.append(hasQuery ? UInt8(ascii: "&") : UInt8(ascii: "?"))
    result.hasQuery = true
    Self.encode(name, to: &result.bytes)
    result.bytes.append(UInt8(ascii: "="))
    Self.encode(value, to: &result.bytes)
    return result
  }

  /// Returns the address without a field of its query.
  public func without(_ name: String) -> PagePath {
    guard hasQuery, let mark = bytes.firstIndex(of: UInt8(ascii: "?")) else {
      return self
    }
    var beginning: [UInt8] = []
    Self.encode(name, to: &beginning)
    beginning.append(UInt8(ascii: "="))
    let rest = bytes[(mark + 1)...].split(separator: UInt8(ascii: "&"))
      .filter { !$0.starts(with: beginning) }
    var result = self
    result.bytes = Array(bytes[..<mark])
    result.hasQuery = !rest.isEmpty
    for (index, field) in rest.enumerated() {
      result.bytes.append(UInt8(ascii: index == 0 ? "?" : "&"))
      result.bytes += field
    }
    return result
  }

  /// The same address, to which pages add no field that they keep.
  public var alone: PagePath {
    var result = self
    result.keepsFields = false
    return result
  }

  /// Returns the address with a field, unless it has one of this name.
  func keeping(_ field: (name: String, value: String)) -> PagePath {
    guard keepsFields, without(field.name) == self else { return self }
    return with(field.name, field.value)
  }

  /// Returns the address of an element of the page.
  public func at(_ id: HTMLID) -> PagePath {
    var result = self
    result.element = id
    return result
  }

  /// The address as headers such as `Location` hold it.
  public var text: String {
    let page = String(decoding: bytes, as: UTF8.self)
    return element.map { "\(page)#\($0.text)" } ?? page
  }

  private static func encode(_ text: String, to bytes: inout [UInt8]) {
    // Ids and names of pages need no encoding.
    guard !text.utf8.allSatisfy(\.isUnreserved) else {
      return bytes.append(contentsOf: text.utf8)
    }
    for unit in text.utf8 {
      if unit.isUnreserved {
        bytes.append(unit)
      } else {
        bytes.append(UInt8(ascii: "%"))
        Hexadecimal.append(unit, to: &bytes)
      }
    }
  }
}
