/// A plant was measured; at least one of the measures is given.
public struct PlantMeasured: FieldGroup, Hashable, Sendable {
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

  init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {
    pot = try fields.optional("pot", .integer(1...Self.maximumLength)) {
      $0.pot
    }
    height = try fields.optional("height", .integer(1...Self.maximumLength)) {
      $0.height
    }
    leaves = try fields.optional("leaves", .integer(0...Self.maximumLeaves)) {
      $0.leaves
    }
    spread = try fields.optional("spread", .integer(1...Self.maximumLength)) {
      $0.spread
    }
  }
}
