internal import Encodings

/// A reader of foreign bytes with the properties that must hold of any input.
package struct FuzzTarget: Sendable, CustomStringConvertible {
  /// The word that calls it, and the name of its corpus.
  package let name: String
  private let check: @Sendable ([UInt8]) throws -> Void

  init(_ name: String, _ check: @escaping @Sendable ([UInt8]) throws -> Void) {
    self.name = name
    self.check = check
  }

  /// Every target.
  package static let all = [
    cbor, header, payload, jsonLines, csv, dates, search, arguments, zip,
    darwinCore, tzif, listings, toDos, models, services,
  ]

  /// Tries bytes.
  ///
  /// - Throws: ``BrokenProperty``. What the reader refuses is no error here.
  package func run(_ bytes: [UInt8]) throws {
    try check(bytes)
  }

  package var description: String { name }
}

/// A property that should hold of any input, and does not of this.
package struct BrokenProperty: Error, CustomStringConvertible {
  package let description: String
}

/// Throws ``BrokenProperty`` unless a condition holds.
func hold(
  _ condition: Bool, _ property: @autoclosure () -> String
) throws {
  guard condition else { throw BrokenProperty(description: property()) }
}

/// Throws ``BrokenProperty`` unless `text` is JSON.
func holdJSON(_ text: [UInt8]) throws {
  do {
    _ = try JSONReader.parse(text.span.bytes)
  } catch {
    // JSON allows these, and jansson does not.
    let limits = ["\\u0000", "NUL byte in object key", "too big integer"]
    let isOwnLimit = limits.contains { error.reason.contains($0) }
    try hold(isOwnLimit, "\(error): \(String(decoding: text, as: UTF8.self))")
  }
}

/// Input that is taken apart from its start.
struct FuzzInput {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// The next byte; 0 at the end.
  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  /// The next four bytes as a number.
  mutating func number() -> UInt32 {
    (0..<4).reduce(0) { number, _ in number << 8 | UInt32(byte()) }
  }

  /// The rest of the input, as text.
  var text: String { String(decoding: rest, as: UTF8.self) }

  /// The rest of the input, cut at the bytes that are `separator`.
  func parts(_ separator: UInt8) -> [[UInt8]] {
    rest.split(separator: separator, omittingEmptySubsequences: false)
      .map(Array.init)
  }

  /// Gives `bytes` in pieces whose lengths follow from `seed`.
  static func pieces(_ bytes: ArraySlice<UInt8>, seed: UInt8) -> ByteSource {
    var rest = bytes
    var state = UInt32(seed)
    return {
      state = state &* 1_664_525 &+ 1_013_904_223
      let count = 1 + Int(state >> 28)
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
  }
}
