public import JournalTime

/// A plant joined the collection.
public struct PlantAdded: FieldGroup, Hashable, Sendable {
  /// The scientific name.
  public let scientificName: String
  /// Names in people's languages, the preferred one first.
  public let commonNames: [String]
  /// The botanical family; empty if unknown.
  public let family: String
  /// The genus; empty if unknown.
  public let genus: String
  /// The catalogue's category.
  public let category: String?
  /// The keeper's name for the plant; unique in a collection.
  public let nickname: String?
  /// The room in which it stands; `nil` is the room "Other".
  public let room: RoomID?
  /// The day it was got.
  public let acquiredOn: Day?
  /// The source of the identification.
  public let source: IdentificationSource
  /// The confidence of the identification, 0 to 1.
  public let confidence: Double?
  /// The plant it was propagated from.
  public let parent: PlantID?
  /// Free labels.
  public let tags: [String]

  /// Creates a new plant.
  public init(
    scientificName: String, commonNames: [String] = [], family: String = "",
    genus: String = "", category: String? = nil, nickname: String? = nil,
    room: RoomID? = nil, acquiredOn: Day? = nil,
    source: IdentificationSource = .manual, confidence: Double? = nil,
    parent: PlantID? = nil, tags: [String] = []
  ) {
    self.scientificName = scientificName
    self.commonNames = commonNames
    self.family = family
    self.genus = genus
    self.category = category
    self.nickname = nickname
    self.room = room
    self.acquiredOn = acquiredOn
    self.source = source
    self.confidence = confidence
    self.parent = parent
    self.tags = tags
  }

  init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {
    room = try fields.optional("room", .room, .lenient) { $0.room }
    tags = try fields.required("tags", .names, .supplied) { $0.tags }
    genus = try fields.required("genus", .optionalName, .supplied) { $0.genus }
    family = try fields.required("family", .optionalName, .supplied) {
      $0.family
    }
    parent = try fields.optional("parent", .plant, .lenient) { $0.parent }
    source = try fields.required("source", .choice(), .supplied) { $0.source }
    category = try fields.optional("category", .name) { $0.category }
    nickname = try fields.optional("nickname", .name) { $0.nickname }
    acquiredOn = try fields.optional("acquiredOn", .day) { $0.acquiredOn }
    confidence = try fields.optional("confidence", .fraction) { $0.confidence }
    commonNames = try fields.required("commonNames", .names, .supplied) {
      $0.commonNames
    }
    scientificName = try fields.required("scientificName", .name) {
      $0.scientificName
    }
  }
}

/// A plant became a favourite, or is none any more.
public struct PlantFavorited: FieldGroup, Hashable, Sendable {
  /// A Boolean value that indicates whether it is one now.
  public let isFavorite: Bool

  /// Creates a mark as a favourite, or takes it away.
  public init(isFavorite: Bool) {
    self.isFavorite = isFavorite
  }

  init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {
    isFavorite = try fields.required("isFavorite", .bool) { $0.isFavorite }
  }
}

/// A plant moved to another room.
public struct PlantMoved: FieldGroup, Hashable, Sendable {
  /// The room; `nil` is "Other".
  public let room: RoomID?

  /// Creates a move to a room, or out of any if it is `nil`.
  public init(room: RoomID?) {
    self.room = room
  }

  init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {
    room = try fields.nullable("room", .room) { $0.room }
  }
}

/// A plant left the collection.
public struct PlantRemoved: FieldGroup, Hashable, Sendable {
  /// The reason for which it left.
  public let reason: RemovalReason

  /// Creates a removal for a reason.
  public init(reason: RemovalReason) {
    self.reason = reason
  }

  init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {
    reason = try fields.required("reason", .choice()) { $0.reason }
  }
}

/// A removed plant came back.
public struct PlantRestored: FieldGroup, Hashable, Sendable {
  /// Creates the return of a removed plant.
  public init() {}

  init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {}
}

/// A plant turned out to be the same as another, which from now on shows its
/// care and observations.
public struct PlantMerged: FieldGroup, Hashable, Sendable {
  /// The other plant.
  public let into: PlantID

  /// Creates a merge into another plant.
  public init(into: PlantID) {
    self.into = into
  }

  init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {
    into = try fields.required("into", .plant) { $0.into }
  }
}

/// An observation of a plant, or the correction of one.
public struct PlantNoted: FieldGroup, Hashable, Sendable {
  /// The observation; empty to remove the note that is corrected.
  public let text: String
  /// The hash of the event whose note this corrects.
  public let replaces: EventHash?

  /// Creates a note, or the correction of an earlier one.
  public init(text: String, replaces: EventHash? = nil) {
    self.text = text
    self.replaces = replaces
  }

  init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {
    text = try fields.optional("text", .note, else: "") { $0.text }
    replaces = try fields.optional("replaces", .hash) { $0.replaces }
    fields.expect(!text.isEmpty || replaces != nil, without: "text")
  }
}

/// The description of a plant changed: only the fields that are given.
///
/// A list replaces the earlier list. All fields can be cleared but the
/// scientific name and the source, which a plant always has.
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
  /// The keeper's name for the plant.
  public var nickname: FieldEdit<String> = .keep
  /// The day it was got.
  public var acquiredOn: FieldEdit<Day> = .keep
  /// The source of the identification; `nil` keeps it.
  public var source: IdentificationSource?
  /// The confidence of the identification, 0 to 1.
  public var confidence: FieldEdit<Double> = .keep
  /// The plant it was propagated from.
  public var parent: FieldEdit<PlantID> = .keep
  /// Free labels.
  public var tags: FieldEdit<[String]> = .keep
  /// The place where the plant grows.
  public var location: FieldEdit<GrowingLocation> = .keep

  /// Creates an edit that changes nothing yet.
  public init() {}

  /// A Boolean value that indicates whether no field is given.
  public var isEmpty: Bool { self == PlantEdited() }

  init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {
    tags = try fields.edit("tags", .names) { $0.tags }
    genus = try fields.edit("genus", .name) { $0.genus }
    family = try fields.edit("family", .name) { $0.family }
    parent = try fields.edit("parent", .plant) { $0.parent }
    source = try fields.kept("source", .choice()) { $0.source }
    category = try fields.edit("category", .name) { $0.category }
    location = try fields.edit("location", .choice()) { $0.location }
    nickname = try fields.edit("nickname", .name) { $0.nickname }
    acquiredOn = try fields.edit("acquiredOn", .day) { $0.acquiredOn }
    confidence = try fields.edit("confidence", .fraction) { $0.confidence }
    commonNames = try fields.edit("commonNames", .names) { $0.commonNames }
    scientificName = try fields.kept("scientificName", .name) {
      $0.scientificName
    }
  }
}

/// The value of a field that people named was set or cleared for a plant.
public struct FactSet: FieldGroup, Hashable, Sendable {
  /// The field.
  public let name: String
  /// The value as text, whatever the kind of the field; `nil` for none.
  public let value: String?

  /// Creates a value of a field, or takes it away if it is `nil`.
  public init(name: String, value: String?) {
    self.name = name
    self.value = value
  }

  init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {
    name = try fields.required("name", .name) { $0.name }
    value = try fields.nullable("value", .note) { $0.value }
  }
}

/// A plant was measured; at least one of the measures is given.
public struct PlantMeasured: FieldGroup, Hashable, Sendable {
  /// The height, in millimetres.
  public let height: Int?
  /// The width of the spread, in millimetres.
  public let spread: Int?
  /// The number of leaves.
  public let leaves: Int?
  /// The diameter of its pot, in millimetres.
  public let pot: Int?
  /// The health, from 1 for dying to 5 for thriving.
  public let health: Int?

  /// The greatest length, in millimetres.
  public static let maximumLength = 1_000_000
  private static let lengths = 1...maximumLength
  /// The greatest number of leaves.
  public static let maximumLeaves = 1_000_000
  /// The values that ``health`` can have.
  public static let healthLevels = 1...5

  /// Creates measurements, of which any may be missing.
  public init(
    height: Int? = nil, spread: Int? = nil, leaves: Int? = nil,
    pot: Int? = nil, health: Int? = nil
  ) {
    self.height = height
    self.spread = spread
    self.leaves = leaves
    self.pot = pot
    self.health = health
  }

  /// A Boolean value that indicates whether nothing was measured.
  public var isEmpty: Bool { self == PlantMeasured() }

  init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {
    pot = try fields.optional("potMm", .integer(Self.lengths)) { $0.pot }
    health = try fields.optional("health", .integer(Self.healthLevels)) {
      $0.health
    }
    leaves = try fields.optional("leaves", .integer(0...Self.maximumLeaves)) {
      $0.leaves
    }
    height = try fields.optional("heightMm", .integer(Self.lengths)) {
      $0.height
    }
    spread = try fields.optional("spreadMm", .integer(Self.lengths)) {
      $0.spread
    }
  }
}

/// The result of identifying a plant.
///
/// It is an observation: only `plant.edited` changes the species of the plant.
public struct PlantIdentified: FieldGroup, Hashable, Sendable {
  /// A species that the plant may be.
  public struct Result: FieldGroup, Hashable, Sendable {
    /// The scientific name.
    public let scientificName: String
    /// Names in people's languages, the preferred one first.
    public let commonNames: [String]
    /// The botanical family.
    public let family: String?
    /// The confidence of this result, 0 to 1.
    public let confidence: Double?

    /// Creates a species that was considered.
    public init(
      scientificName: String, commonNames: [String] = [], family: String? = nil,
      confidence: Double? = nil
    ) {
      self.scientificName = scientificName
      self.commonNames = commonNames
      self.family = family
      self.confidence = confidence
    }

    init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {
      family = try fields.optional("family", .name) { $0.family }
      confidence = try fields.optional("confidence", .fraction) {
        $0.confidence
      }
      commonNames = try fields.optional("commonNames", .names, else: []) {
        $0.commonNames
      }
      scientificName = try fields.required("scientificName", .name) {
        $0.scientificName
      }
    }
  }

  /// The source of the identification.
  public let source: IdentificationSource
  /// The confidence of the identification as a whole, 0 to 1.
  public let confidence: Double?
  /// The species that it may be, the likeliest first; empty if none was
  /// recognized.
  public let topResults: [Result]
  /// The photo that was identified.
  public let photo: PhotoID?
  /// The model that recognized it, or the flora that was searched.
  public let model: String?
  /// The version of the model.
  public let modelVersion: String?
  /// The place of the identification, if a person gave it.
  public let place: Coordinates?

  /// Creates the result of an identification.
  public init(
    source: IdentificationSource, confidence: Double? = nil,
    topResults: [Result], photo: PhotoID? = nil, model: String? = nil,
    modelVersion: String? = nil, place: Coordinates? = nil
  ) {
    self.source = source
    self.confidence = confidence
    self.topResults = topResults
    self.photo = photo
    self.model = model
    self.modelVersion = modelVersion
    self.place = place
  }

  init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {
    model = try fields.optional("model", .name) { $0.model }
    photo = try fields.optional("photo", .id()) { $0.photo }
    place = try fields.optional("place", .object()) { $0.place }
    source = try fields.required("source", .choice()) { $0.source }
    confidence = try fields.optional("confidence", .fraction) { $0.confidence }
    topResults = try fields.required("topResults", .objects()) { $0.topResults }
    modelVersion = try fields.optional("modelVersion", .name) {
      $0.modelVersion
    }
  }
}
