/// Finds a name in a fixed set by its bytes.
///
/// A name is up to three words and a length, which avoids creating texts and
/// comparing names one by one: every event read has such names.
public struct NameTable<Value: Sendable>: Sendable {
  private struct Entry {
    let first: UInt64
    let last: UInt64
    /// The middle word of a name of more than sixteen bytes.
    let middle: UInt64
    let value: Value
  }

  /// The names by length, and the end of each length.
  private var entries: [Entry] = []
  private var ends: [Int] = []

  /// The longest name that the words can distinguish.
  public static var longest: Int { 24 }

  /// Creates a table of the values that `name` names.
  ///
  /// - Precondition: No name is longer than ``longest``.
  public init(_ values: [Value], name: (Value) -> String) {
    entries.reserveCapacity(values.count)
    ends.reserveCapacity(Self.longest + 1)
    for length in 0...Self.longest {
      for value in values {
        let name = name(value)
        guard name.utf8.count == length else { continue }
        let bytes = name.utf8.span.bytes
        let (first, last) = Self.words(bytes)
        entries.append(
          Entry(
            first: first, last: last, middle: Self.middle(bytes), value: value))
      }
      ends.append(entries.count)
    }
    precondition(entries.count == values.count)
  }

  /// The value for the name in `bytes`; `nil` for any other.
  public subscript(bytes: RawSpan) -> Value? {
    let length = bytes.byteCount
    guard length > 0, length <= Self.longest else { return nil }
    let (first, last) = Self.words(bytes)
    for entry in entries[ends[length - 1]..<ends[length]]
    where entry.first == first && entry.last == last {
      guard length > 16, entry.middle != Self.middle(bytes) else {
        return entry.value
      }
    }
    return nil
  }

  private static func middle(_ bytes: RawSpan) -> UInt64 {
    bytes.byteCount > 16 ? bytes.bigEndian(at: 8, count: 8) : 0
  }

  /// The first and the last eight bytes, or all if there are fewer.
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
