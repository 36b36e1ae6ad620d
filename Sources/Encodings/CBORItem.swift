/// A CBOR item as a tree, for transcoding and upcasting without a typed reader.
/// Folding never builds one.
public enum CBORItem: Hashable, Sendable {
  /// A whole number.
  case integer(Int64)
  /// A byte string.
  case bytes([UInt8])
  /// A text.
  case text(String)
  /// An array.
  case array([CBORItem])
  /// Pairs in the order of the bytes.
  case map([Pair])
  /// A Boolean value.
  case bool(Bool)
  /// The null value.
  case null
  /// A floating-point number.
  case float(Double)

  /// An entry of a map.
  public struct Pair: Hashable, Sendable {
    /// The key, which is always text in this format.
    public let key: String
    /// The value.
    public let value: CBORItem

    /// Creates a pair.
    public init(_ key: String, _ value: CBORItem) {
      self.key = key
      self.value = value
    }
  }

  /// Decodes one item that fills `bytes`.
  public init(decoding bytes: RawSpan) throws(CBORError) {
    var reader = CBORReader(bytes)
    // The skip checks shape and depth once, so the recursion below may rely on
    // both.
    try reader.skip()
    try reader.finish()
    var second = CBORReader(bytes)
    self = try CBORItem(from: &second)
  }

  private init(from reader: inout CBORReader) throws(CBORError) {
    if reader.readNull() {
      self = .null
      return
    }
    switch try reader.peekMajor() {
    case 0, 1: self = .integer(try reader.integer())
    case 2: self = .bytes(try reader.byteString().copied)
    case 3: self = .text(try reader.text())
    case 4:
      var items: [CBORItem] = []
      for _ in 0..<(try reader.array()) {
        items.append(try CBORItem(from: &reader))
      }
      self = .array(items)
    case 5:
      var pairs: [Pair] = []
      for _ in 0..<(try reader.map()) {
        let key = try reader.text()
        pairs.append(Pair(key, try CBORItem(from: &reader)))
      }
      self = .map(pairs)
    default: self = try Self.simple(from: &reader)
    }
  }

  private static func simple(
    from reader: inout CBORReader
  ) throws(CBORError) -> CBORItem {
    if let value = try? reader.bool() { return .bool(value) }
    return .float(try reader.float())
  }

  /// Appends this item to `writer`, maps in deterministic order.
  public func encode(into writer: inout CBORWriter) {
    switch self {
    case .integer(let value): writer.integer(value)
    case .bytes(let value): writer.byteString(value)
    case .text(let value): writer.text(value)
    case .array(let items):
      writer.array(items.count)
      for item in items { item.encode(into: &writer) }
    case .map(let pairs):
      writer.map(pairs.count)
      for pair in pairs.sorted(by: { $0.key.precedesInCBOR($1.key) }) {
        writer.text(pair.key)
        pair.value.encode(into: &writer)
      }
    case .bool(let value): writer.bool(value)
    case .null: writer.null()
    case .float(let value): writer.float(value)
    }
  }

  /// This item's deterministic bytes.
  public var encoded: [UInt8] {
    var writer = CBORWriter()
    encode(into: &writer)
    return writer.bytes
  }
}

extension String {
  /// Returns whether this key precedes `other` in deterministic CBOR: the
  /// encoded bytes decide, so the shorter is first.
  public func precedesInCBOR(_ other: String) -> Bool {
    let left = utf8.count
    let right = other.utf8.count
    if left != right { return left < right }
    return utf8.lexicographicallyPrecedes(other.utf8)
  }
}
