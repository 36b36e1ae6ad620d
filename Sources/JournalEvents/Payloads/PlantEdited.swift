public import JournalTime

/// What is said of a plant changed: only the fields that are given.
///
/// A list replaces the list before. All can be cleared but the scientific name
/// and the source, which a plant always has.
public struct PlantEdited: FieldGroup, Hashable, Sendable {
  /// The scientific name; `nil` keeps it.
  public var scientificName: String?
  /// Names in people's languages.
  public var commonNames: FieldEdit<[String]> = .keep
  /// The botanical family.
  public var family: FieldEdit<String> = .keep
  /// The genus.
  public var genus: FieldEdit<String> = .keep
  /// The catalogue's category.
  public var category: FieldEdit<String> = .keep
  /// What its keeper calls it.
  public var nickname: FieldEdit<String> = .keep
  /// The day it was got.
  public var acquiredOn: FieldEdit<Day> = .keep
  /// How it was identified; `nil` keeps it.
  public var source: IdentificationSource?
  /// How sure the identification is, 0 to 1.
  public var confidence: FieldEdit<Double> = .keep
  /// The plant it was propagated from.
  public var parent: FieldEdit<PlantID> = .keep
  /// Free labels.
  public var tags: FieldEdit<[String]> = .keep
  /// Where it grows.
  public var location: FieldEdit<GrowingLocation> = .keep

  /// Creates an edit that changes nothing yet.
  public init() {}

  /// Whether no field is given.
  public var isEmpty: Bool { self == PlantEdited() }

  init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {
    tags = try fields.edit("tags", .names) { $0.tags }
    genus = try fields.edit("genus", .name) { $0.genus }
    family = try fields.edit("family", .name) { $0.family }
    parent = try fields.edit("parent", .plant) { $0.parent }
    source = try fields.kept("source", .choice(IdentificationSource.self)) {
      $0.source
    }
    category = try fields.edit("category", .name) { $0.category }
    location = try fields.edit("location", .choice(GrowingLocation.self)) {
      $0.location
    }
    nickname = try fields.edit("nickname", .name) { $0.nickname }
    acquiredOn = try fields.edit("acquiredOn", .day) { $0.acquiredOn }
    confidence = try fields.edit("confidence", .fraction) { $0.confidence }
    commonNames = try fields.edit("commonNames", .names) { $0.commonNames }
    scientificName = try fields.kept("scientificName", .name) {
      $0.scientificName
    }
  }
}
