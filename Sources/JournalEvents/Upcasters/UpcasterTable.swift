public import Encodings

/// Turns a payload of one schema version into the next.
///
/// It sees the payload's map without salt and returns the next version's.
public typealias Upcaster = @Sendable ([CBORItem.Pair]) -> [CBORItem.Pair]

/// How payloads of older schema versions are read: one step per type and
/// version, applied one after another.
///
/// Stored bytes never change; upcasting is part of decoding.
public struct UpcasterTable: Sendable {
  private struct Step: Hashable {
    let type: String
    let schema: UInt64
  }

  private var steps: [Step: Upcaster] = [:]

  /// The steps of this program. Every payload is still at its first version,
  /// so there are none.
  public static let current = UpcasterTable()

  /// Creates an empty table.
  public init() {}

  /// Adds the step that reads version `schema` of `type` as the next.
  public mutating func add(
    type: String, from schema: UInt64, _ upcaster: @escaping Upcaster
  ) {
    steps[Step(type: type, schema: schema)] = upcaster
  }

  /// The payload's map, read as version `target`.
  ///
  /// - Throws: ``EventDecodingError/badField(_:reason:)`` where a step is
  ///   missing.
  public func upcast(
    _ map: RawSpan, type: String, from schema: UInt64, to target: UInt64
  ) throws(EventDecodingError) -> [UInt8] {
    let item = try EventDecodingError.wrap { () throws(CBORError) in
      try CBORItem(decoding: map)
    }
    guard case .map(var pairs) = item else {
      throw .malformed(CBORError(.typeMismatch, at: 0))
    }
    for version in schema..<target {
      guard let step = steps[Step(type: type, schema: version)] else {
        throw .badField("schema", reason: "\(version) has no upcaster")
      }
      pairs = step(pairs)
    }
    return CBORItem.map(pairs).encoded
  }
}
