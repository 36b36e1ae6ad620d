// The standard library has Unicode's normal forms only in this interface, which
// Foundation uses as well; the product does without Foundation.
internal import Encodings
@_spi(_Unicode) import Swift

/// The sort key of a name: all lists for people use this order.
///
/// Letters decide first, each followed by its accented forms; then case, lower
/// case first; then bytes. Digits are compared by value:
///
///     apple, Äpfel, Birne, Étoile, P2, P10, Zora
///
/// The order does not depend on the locale, so all replicas agree.
public struct NameOrder: Sendable, Hashable, Comparable {
  /// The bytes to compare. They contain no zero byte.
  public let key: [UInt8]

  /// The maximum length of a key, in bytes.
  static let longestKey = 480

  // Sorts before every letter, and after every byte of UTF-8.
  private static let end: UInt8 = 0x01
  private static let accent: UInt8 = 0xff

  /// Creates the sort key of `name`.
  public init(_ name: String) {
    var name = name
    var letters = Letters()
    letters.key.reserveCapacity(name.utf8.count * 3 + 2)
    let isPlain = name.withUTF8 { letters.add(ascii: $0) }
    if !isPlain { letters.add(name) }
    name.withUTF8 { bytes in
      for byte in bytes where byte != 0 { letters.key.append(byte) }
    }
    key =
      letters.key.count <= Self.longestKey
      ? letters.key : Array(letters.key.prefix(Self.longestKey))
  }

  public static func < (left: NameOrder, right: NameOrder) -> Bool {
    left.key.span.bytes.precedes(right.key.span.bytes)
  }

  private struct Letters {
    var key: [UInt8] = []
    private var digits: [UInt8] = []
    private var hasAccent = false

    /// Adds the letters and cases of a plain ASCII name; `false` for others.
    mutating func add(ascii bytes: UnsafeBufferPointer<UInt8>) -> Bool {
      guard bytes.allSatisfy({ $0 < 0x80 }) else { return false }
      var afterLastCapital = 0
      for (place, byte) in bytes.enumerated() {
        if byte.isCapital { afterLastCapital = place + 1 }
        add(ascii: byte.isCapital ? byte | 0x20 : byte)
      }
      endNumber()
      key.append(NameOrder.end)
      // Only the place of the first capital matters, not the number of
      // characters after it.
      for byte in bytes.prefix(afterLastCapital) {
        key.append(byte.isCapital ? 3 : 2)
      }
      key.append(NameOrder.end)
      return true
    }

    /// Adds the letters and cases of any name.
    mutating func add(_ name: String) {
      for scalar in name.foldedName._nfd { add(scalar) }
      endNumber()
      endAccents()
      key.append(NameOrder.end)
      var cases: [UInt8] = []
      for scalar in name._nfd where !scalar.isMark {
        cases.append(scalar.properties.changesWhenLowercased ? 3 : 2)
      }
      key += cases[..<(cases.lastIndex(of: 3).map { $0 + 1 } ?? 0)]
      key.append(NameOrder.end)
    }

    private mutating func add(ascii byte: UInt8) {
      guard !(0x30...0x39).contains(byte) else {
        return digits.append(byte)
      }
      endNumber()
      key.append(max(byte, 0x20))
    }

    private mutating func add(_ scalar: Unicode.Scalar) {
      if scalar.isMark {
        endNumber()
        if !hasAccent { key.append(NameOrder.accent) }
        hasAccent = true
        return add(bytesOf: scalar)
      }
      endAccents()
      if scalar.isASCII { return add(ascii: UInt8(scalar.value)) }
      if let digit = scalar.digit { return digits.append(0x30 + digit) }
      endNumber()
      guard let base = scalar.baseLetters else {
        return add(bytesOf: scalar)
      }
      key += base.utf8
      key.append(NameOrder.accent)
      add(bytesOf: scalar)
      key.append(NameOrder.end)
    }

    private mutating func add(bytesOf scalar: Unicode.Scalar) {
      if let bytes = UTF8.encode(scalar) { key += bytes }
    }

    private mutating func endAccents() {
      if hasAccent { key.append(NameOrder.end) }
      hasAccent = false
    }

    /// Adds a number as its length and digits, so that longer ones come later.
    private mutating func endNumber() {
      guard !digits.isEmpty else { return }
      let value = digits.drop { $0 == 0x30 }
      key.append(0x30)
      key.append(UInt8(0x20 + min(value.count, 0xd0)))
      key += value
      digits.removeAll(keepingCapacity: true)
    }
  }
}

extension Sequence {
  /// Returns the elements sorted by name; equal names keep their order.
  public func sortedByName(_ name: (Element) -> String) -> [Element] {
    let elements = Array(self)
    let keys = elements.map { NameOrder(name($0)) }
    // Sort indices, and copy each element only once.
    return keys.indices.sorted { left, right in
      keys[left] < keys[right] || (left < right && keys[left] == keys[right])
    }.map { elements[$0] }
  }
}

extension UInt8 {
  fileprivate var isCapital: Bool { (0x41...0x5a).contains(self) }
}

extension Unicode.Scalar {
  fileprivate var isMark: Bool {
    value >= 0x300 && properties.canonicalCombiningClass != .notReordered
  }

  fileprivate var digit: UInt8? {
    guard properties.numericType == .decimal else { return nil }
    return properties.numericValue.map { UInt8($0) }
  }

  /// The base letters of a letter that Unicode does not decompose.
  fileprivate var baseLetters: String? {
    switch self {
    case "æ": "ae"
    case "œ": "oe"
    case "ø": "o"
    case "đ", "ð": "d"
    case "ħ": "h"
    case "ı": "i"
    case "ł": "l"
    case "ŋ": "n"
    case "þ": "th"
    case "ŧ": "t"
    default: nil
    }
  }
}

extension String {
  /// The name without differences of case and composition (Unicode normal form
  /// C), for comparisons.
  public var foldedName: String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return lowercased() }
    var folded = UnicodeScalarView()
    for scalar in unicodeScalars {
      guard scalar.properties.changesWhenCaseFolded else {
        folded.append(scalar)
        continue
      }
      // Upper case makes "ß" equal "SS" and "ς" equal "Σ". Lower case comes
      // first because "ẞ" is its own upper case.
      let upper = scalar.properties.lowercaseMapping.uppercased()
      folded.append(contentsOf: upper.lowercased().unicodeScalars)
    }
    var normal = UnicodeScalarView()
    normal.append(contentsOf: String(folded)._nfc)
    return String(normal)
  }
}

/// The rule for names, tags and the like in new input: no surrounding blanks, a
/// single line, and no control characters. Old events are exempt.
public enum NewName {
  /// Returns `text` without surrounding blanks, tabs and line breaks, or an
  /// empty text if it has no visible character.
  public static func trimmed(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isVisible) else { return "" }
    let inner = text.drop(while: \.isWhitespace)
    guard let last = inner.lastIndex(where: { !$0.isWhitespace }) else {
      return ""
    }
    return String(inner[...last])
  }

  /// Control characters count as visible: they have an error of their own.
  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    let brailleBlank: Unicode.Scalar = "\u{2800}"
    let properties = scalar.properties
    return !properties.isWhitespace && scalar != brailleBlank
      && !properties.isDefaultIgnorableCodePoint
  }

  /// Returns whether `text` contains a fault.
  public static func isBroken(_ text: String) -> Bool {
    fault(of: text) != nil
  }

  /// Returns the character in `text` that a name may not contain, or `nil`.
  /// Tabs and line breaks break tables, lists of names and lines of history;
  /// other control characters are never typed on purpose.
  ///
  /// NUL is not a fault here; it is refused in every text elsewhere.
  public static func fault(of text: String) -> String? {
    if text.unicodeScalars.contains(where: { breaks.contains($0.value) }) {
      return "a line break or a tab"
    }
    return fault(ofNote: text)
  }

  /// Returns the fault of a note, which may contain tabs and line breaks.
  public static func fault(ofNote text: String) -> String? {
    let isBad = text.unicodeScalars.contains { scalar in
      scalar.properties.generalCategory == .control && scalar.value != 0
        && !["\t", "\n", "\r"].contains(scalar)
    }
    return isBad ? "a control character" : nil
  }

  /// Tab, line feed, vertical tab, form feed, carriage return, next line, and
  /// the separators of lines and paragraphs.
  private static let breaks: Set<UInt32> = [
    0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x85, 0x2028, 0x2029,
  ]
}
