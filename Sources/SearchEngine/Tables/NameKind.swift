/// What kind of name a name is. The engine knows three things about a kind:
/// its number, its rank, and whether its first word is a genus.
public struct NameKind: RawRepresentable, Sendable, Hashable {
  /// The number (4 bits), the rank (3 bits), and whether it is botanical.
  public let rawValue: UInt8

  /// Takes the kind that an image stores.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Creates a kind.
  ///
  /// - Parameters:
  ///   - number: 0 to 15; tells the kinds of one collection apart.
  ///   - rank: 0 to 7; among matches that are else equal the lower is first.
  ///   - isBotanical: Whether "P." may stand for the name's first word.
  public init(number: UInt8, rank: UInt8, isBotanical: Bool = false) {
    rawValue = number & 0xf | (rank & 7) << 4 | (isBotanical ? 0x80 : 0)
  }

  /// The number.
  public var number: UInt8 { rawValue & 0xf }

  /// The rank: the lower is first.
  public var rank: UInt8 { rawValue >> 4 & 7 }

  /// Whether the first word may be abbreviated, as in "P. hederaceum".
  public var isBotanical: Bool { rawValue & 0x80 != 0 }
}
