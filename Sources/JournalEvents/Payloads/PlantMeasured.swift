internal import Encodings

/// A plant was measured; at least one of the measures is given.
public struct PlantMeasured: Hashable, Sendable {
  /// How high it stands, in centimetres.
  public let height: Int?
  /// How far it spreads, in centimetres.
  public let spread: Int?
  /// How many leaves it has.
  public let leaves: Int?
  /// The diameter of its pot, in centimetres.
  public let pot: Int?

  /// The greatest length, in centimetres.
  public static let maximumLength = 100_000
  /// The greatest number of leaves.
  public static let maximumLeaves = 1_000_000

  /// Creates a body.
  public init(
    height: Int? = nil, spread: Int? = nil, leaves: Int? = nil, pot: Int? = nil
  ) {
    self.height = height
    self.spread = spread
    self.leaves = leaves
    self.pot = pot
  }

  /// Whether nothing was measured.
  public var isEmpty: Bool { self == PlantMeasured() }
}

extension PlantMeasured: EventBodyCoding {
  init(
    from reader: inout FieldReader, common: inout CommonFields
  ) throws(EventDecodingError) {
    var height: Int?
    var spread: Int?
    var leaves: Int?
    var pot: Int?
    while let field = try reader.next() {
      switch field {
      case "height": height = try reader.integer(in: 1...Self.maximumLength)
      case "spread": spread = try reader.integer(in: 1...Self.maximumLength)
      case "leaves": leaves = try reader.integer(in: 0...Self.maximumLeaves)
      case "pot": pot = try reader.integer(in: 1...Self.maximumLength)
      default: try common.take(field, from: &reader)
      }
    }
    self.init(height: height, spread: spread, leaves: leaves, pot: pot)
  }

  func encode(into map: inout CBORMapWriter) {
    if let height { map.field("height") { $0.integer(Int64(height)) } }
    if let spread { map.field("spread") { $0.integer(Int64(spread)) } }
    if let leaves { map.field("leaves") { $0.integer(Int64(leaves)) } }
    if let pot { map.field("pot") { $0.integer(Int64(pot)) } }
  }
}
