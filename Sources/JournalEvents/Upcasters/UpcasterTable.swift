public import Encodings

extension EventType {
  /// The payload version that this program writes. Version 2 of `plant.noted`
  /// may lack `text` and have `replaces`, of `writer.named` may have `person`,
  /// of `action.undone` `plant`, of tasks `title`, and `every` or `due`, of
  /// `photo.captured` `thumbnailSha256`, of `care.profiled` the source
  /// `openPlantbook`; version 3 of `task.completed` may have
  /// `photo`, as may version 2 of `plant.identified`, and version 4 `amends`;
  /// version 3 of `plant.measured` may have `health`, and of `plant.identified`
  /// `model` and `modelVersion`, and its version 4 `place`.
  public var currentSchema: UInt64 {
    switch self {
    case .taskCompleted, .plantIdentified: 4
    case .plantMeasured: 3
    case .plantNoted, .writerNamed, .actionUndone, .taskAdded, .taskSkipped,
      .taskSnoozed, .photoCaptured, .careProfiled:
      2
    default: 1
    }
  }

  /// The first payload version that can be read as the current one: later ones
  /// only add optional fields. Looking up steps for them took a quarter of
  /// reading a payload.
  var firstPlainSchema: UInt64 { self == .plantMeasured ? 2 : 1 }
}

extension EventBody {
  /// The version as which the payload is written. Replicas exchange care every
  /// day, so care is written as the first version if that can hold it: programs
  /// that know no other still read it.
  public var schema: UInt64 {
    switch self {
    case .taskAdded(let body) where body.title == nil && body.every == nil: 1
    case .taskCompleted(let body) where body.amends == nil:
      body.photo != nil ? 3 : body.title == nil && body.due == nil ? 1 : 2
    case .taskSkipped(let body) where body.title == nil: 1
    case .taskSnoozed(let body) where body.title == nil: 1
    case .photoCaptured(let body) where body.thumbnailSha256 == nil: 1
    case .plantIdentified(let body) where body.place == nil:
      body.model != nil || body.modelVersion != nil
        ? 3 : body.photo != nil ? 2 : 1
    case .plantMeasured(let body) where body.health == nil: 2
    case .careProfiled(let body) where body.source != .openPlantbook: 1
    default: type.currentSchema
    }
  }
}

/// Turns a payload of one schema version into the next.
///
/// It sees the payload's map without salt and returns the next version's.
public typealias Upcaster = @Sendable ([CBORItem.Pair]) -> [CBORItem.Pair]

/// The steps that read payloads of older schema versions: one step per type and
/// version, applied one after another.
///
/// Stored bytes never change; upcasting is part of decoding.
public struct UpcasterTable: Sendable {
  private struct Step: Hashable {
    let type: String
    let schema: UInt64
  }

  /// The steps; `nil` if a payload of the version is also one of the next.
  private var steps: [Step: Upcaster?] = [:]

  /// The steps of this program.
  public static let current: UpcasterTable = {
    var table = UpcasterTable()
    // Version 2 has lengths in millimetres, and says so in their names.
    table.add(type: "plant.measured", from: 1) { pairs in
      pairs.map { pair in
        guard ["pot", "height", "spread"].contains(pair.key),
          case .integer(let centimetres) = pair.value
        else { return pair }
        let length = centimetres.multipliedReportingOverflow(by: 10)
        // Reading the payload refuses lengths beyond all limits.
        return .init(
          "\(pair.key)Mm",
          .integer(length.overflow ? centimetres : length.partialValue))
      }
    }
    table.add(type: "plant.measured", from: 2)
    return table
  }()

  /// Creates an empty table.
  public init() {}

  /// Adds the step that reads version `schema` of `type` as the next. Without
  /// `upcaster` it reads it as it is, because the next only adds optional
  /// fields.
  public mutating func add(
    type: String, from schema: UInt64, _ upcaster: Upcaster? = nil
  ) {
    steps[Step(type: type, schema: schema)] = .some(upcaster)
  }

  /// The payload's map, read as version `target`; `nil` if it is that already.
  ///
  /// - Throws: ``EventDecodingError/badField(_:reason:)`` if a step is missing.
  public func upcast(
    _ map: RawSpan, type: String, from schema: UInt64, to target: UInt64
  ) throws(EventDecodingError) -> [UInt8]? {
    var upcasters: [Upcaster] = []
    for version in schema..<target {
      guard let step = steps[Step(type: type, schema: version)] else {
        throw .badField("schema", reason: "\(version) has no upcaster")
      }
      if let step { upcasters.append(step) }
    }
    guard !upcasters.isEmpty else { return nil }
    let item = try EventDecodingError.wrap { () throws(CBORError) in
      try CBORItem(decoding: map)
    }
    guard case .map(var pairs) = item else {
      throw .malformed(CBORError(.typeMismatch, at: 0))
    }
    for upcaster in upcasters { pairs = upcaster(pairs) }
    return CBORItem.map(pairs).encoded
  }
}
