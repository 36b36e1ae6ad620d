/// Which care profile each plant of a catalogue has.
public struct ProfileAssignment: Sendable {
  /// The profiles in their stored form; their places are their numbers.
  let profiles: [[UInt8]]
  /// The number of a plant's profile, if it has one.
  let number: @Sendable (CatalogueRecord) -> Int?

  /// No plant has one.
  public static let none = ProfileAssignment(profiles: []) { _ in nil }
}
