/// Finds one of some names by its bytes.
///
/// A name is two words and a length, so that neither a text is made nor one
/// name after another is compared: every event that is read has such names.
public struct NameTable<Value: Sendable>: Sendable {
  private struct Entry {
    let first: UInt64
    let last: UInt64
    let value: Value
  }

  /// The names by their length.
  private var entries: [[Entry]]

  /// The longest name that the words tell apart.
  public static var longest: Int { 16 }

  /// Creates a table.
  ///
  /// - Precondition: No name is longer than ``longest``.
  public init(_ names: [(name: String, value: Value)]) {
    entries = Array(repeating: [], count: Self.longest + 1)
    for (name, value) in names {
      let bytes = name.utf8.span.bytes
      precondition(bytes.byteCount <= Self.longest)
      let (first, last) = Self.words(bytes)
      entries[bytes.byteCount].append(
        Entry(first: first, last: last, value: value))
    }
  }

  /// The value of the name that `bytes` spell; `nil` for another.
  public subscript(bytes: RawSpan) -> Value? {
    guard bytes.byteCount <= Self.longest else { return nil }
    let (first, last) = Self.words(bytes)
    for entry in entries[bytes.byteCount]
    where entry.first == first && entry.last == last { return entry.value }
    return nil
  }

  /// The first and the last eight bytes, or all of fewer.
  @inline(__always)
  private static func words(_ bytes: RawSpan) -> (UInt64, UInt64) {
    let count = bytes.byteCount
    guard count >= 8 else {
      return (bytes.bigEndian(at: 0, count: count), 0)
    }
    return (
      bytes.bigEndian(at: 0, count: 8), bytes.bigEndian(at: count - 8, count: 8)
    )
  }
}
