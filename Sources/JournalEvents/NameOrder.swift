// Foundation stays out of the product, and no public interface of the standard
// library gives Unicode's normal forms; Foundation itself takes them from here.
internal import Encodings
@_spi(_Unicode) import Swift

/// A name's place among others: the one order of names for people.
///
/// Letters decide first, each followed by its forms with accents; then case,
/// small letters first; then bytes. Digits count by their value:
///
///     apple, Äpfel, Birne, Étoile, P2, P10, Zora
///
/// No locale has a say, so every replica agrees.
public struct NameOrder: Sendable, Hashable, Comparable {
  /// What is compared, byte by byte. It holds no zero byte.
  public let key: [UInt8]

  /// The bytes of a key that count.
  static let longestKey = 480

  // Below every letter, and above every byte of UTF-8.
  private static let end: UInt8 = 0x01
  private static let accent: UInt8 = 0xff

  /// The place of `name`.
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

  /// Gathers the letters of a key.
  private struct Letters {
    var key: [UInt8] = []
    private var digits: [UInt8] = []
    private var hasAccent = false

    /// Adds the letters and cases of a name, if it is plain ASCII.
    mutating func add(ascii bytes: UnsafeBufferPointer<UInt8>) -> Bool {
      guard bytes.allSatisfy({ $0 < 0x80 }) else { return false }
      var afterLastCapital = 0
      for (place, byte) in bytes.enumerated() {
        if byte.isCapital { afterLastCapital = place + 1 }
        add(ascii: byte.isCapital ? byte | 0x20 : byte)
      }
      endNumber()
      key.append(NameOrder.end)
      // Only where the first capital stands matters, not how much follows it.
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

    /// A number is its length and its digits, so that longer ones come later.
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
  /// The elements in the order of their names; those of one name as they are.
  public func sortedByName(_ name: (Element) -> String) -> [Element] {
    let elements = Array(self)
    let keys = elements.map { NameOrder(name($0)) }
    // Numbers are moved about, and what they stand for only once.
    return keys.indices.sorted { left, right in
      keys[left] < keys[right] || (left < right && keys[left] == keys[right])
    }.map { elements[$0] }
  }
}

extension UInt8 {
  /// Whether it is a capital letter of ASCII.
  fileprivate var isCapital: Bool { (0x41...0x5a).contains(self) }
}

extension Unicode.Scalar {
  /// Whether it only adds to the letter before it.
  fileprivate var isMark: Bool {
    value >= 0x300 && properties.canonicalCombiningClass != .notReordered
  }

  fileprivate var digit: UInt8? {
    guard properties.numericType == .decimal else { return nil }
    return properties.numericValue.map { UInt8($0) }
  }

  /// The letters that it is a form of, though Unicode does not decompose it.
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
  /// This name as it is compared: without case, and the same for every way in
  /// which its characters can be composed (Unicode normal form C).
  public var foldedName: String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return lowercased() }
    var folded = UnicodeScalarView()
    for scalar in unicodeScalars {
      guard scalar.properties.changesWhenCaseFolded else {
        folded.append(scalar)
        continue
      }
      // Through upper case, so that "ß" meets "SS" and "ς" meets "Σ"; and
      // first to lower case, since "ẞ" is its own upper case.
      let upper = scalar.properties.lowercaseMapping.uppercased()
      folded.append(contentsOf: upper.lowercased().unicodeScalars)
    }
    var normal = UnicodeScalarView()
    normal.append(contentsOf: String(folded)._nfc)
    return String(normal)
  }
}

/// The rule for names, tags and the like in new input: no blanks around them,
/// one line each, and nothing that drives a terminal. It holds for new events; what older ones hold is read
/// as it is.
public enum NewName {
  /// `text` without the blanks, tabs and line breaks around it.
  public static func trimmed(_ text: String) -> String {
    let inner = text.drop(while: \.isWhitespace)
    guard let last = inner.lastIndex(where: { !$0.isWhitespace }) else {
      return ""
    }
    return String(inner[...last])
  }

  /// Whether `text` can be no name.
  public static func isBroken(_ text: String) -> Bool {
    fault(of: text) != nil
  }

  /// What `text` has within that no name may: a tab or a line break, which a
  /// table, a list of names or a line of history has no place for, or another
  /// control character, which nobody typed on purpose; `nil` for nothing.
  ///
  /// NUL is a fault of every text, which is told elsewhere.
  public static func fault(of text: String) -> String? {
    if text.unicodeScalars.contains(where: { breaks.contains($0.value) }) {
      return "a line break or a tab"
    }
    return fault(ofNote: text)
  }

  /// The same of a note, which may have tabs and line breaks.
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
