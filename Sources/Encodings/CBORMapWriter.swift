/// Collects the pairs of one CBOR map and writes them in deterministic order,
/// whatever the order in which they were added.
public struct CBORMapWriter: Sendable {
  private struct Pair {
    let key: String
    let range: Range<Int>
  }

  private var pairs: [Pair] = []
  private var values: CBORWriter

  /// Creates a writer for an empty map.
  public init() {
    values = CBORWriter(capacity: 96)
    pairs.reserveCapacity(8)
  }

  /// Adds the pair of `key` and what `write` writes: exactly one item.
  public mutating func field(
    _ key: String, _ write: (inout CBORWriter) -> Void
  ) {
    let start = values.bytes.count
    values.text(key)
    write(&values)
    pairs.append(Pair(key: key, range: start..<values.bytes.count))
  }

  /// Appends the finished map to `output`.
  public func finish(into output: inout CBORWriter) {
    output.map(pairs.count)
    if isSorted {
      output.bytes.append(contentsOf: values.bytes)
      return
    }
    for pair in pairs.sorted(by: { $0.key.precedesInCBOR($1.key) }) {
      output.bytes.append(contentsOf: values.bytes[pair.range])
    }
  }

  private var isSorted: Bool {
    var previous: String?
    for pair in pairs {
      if let previous, !previous.precedesInCBOR(pair.key) { return false }
      previous = pair.key
    }
    return true
  }
}

extension String {
  /// Whether this text, as a key, stands before `other` in deterministic
  /// CBOR: the encoded bytes decide, so the shorter comes first.
  public func precedesInCBOR(_ other: String) -> Bool {
    let left = utf8.count
    let right = other.utf8.count
    if left != right { return left < right }
    return utf8.lexicographicallyPrecedes(other.utf8)
  }
}
