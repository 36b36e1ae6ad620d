public import JournalTime

/// A plant joined the collection.
public struct PlantAdded: FieldGroup, Hashable, Sendable {
  /// The scientific name.
  public let scientificName: String
  /// Names in people's languages, the preferred one first.
  public let commonNames: [String]
  /// The botanical family; empty where unknown.
  public let family: String
  /// The genus; empty where unknown.
  public let genus: String
  /// The catalogue's category.
  public let category: String?
  /// What its keeper calls it; unique in a collection.
  public let nickname: String?
  /// Where it stands; `nil` is the room "Other".
  public let room: RoomID?
  /// The day it was got.
  public let acquiredOn: Day?
  /// How it was identified.
  public let source: IdentificationSource
  /// How sure the identification is, 0 to 1.
  public let confidence: Double?
  /// The plant it was propagated from.
  public let parent: PlantID?
  /// Free labels.
  public let tags: [String]

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
    parent = try fields.optional("parent", .plant, .lenient) {
      $0.parent
    }
    source = try fields.required(
      "source", .choice(IdentificationSource.self), .supplied
    ) {
      $0.source
    }
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

/// A plant became a favourite, or ceased to be one.
public struct PlantFavorited: FieldGroup, Hashable, Sendable {
  /// Whether it is one now.
  public let isFavorite: Bool

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

  public init(room: RoomID?) {
    self.room = room
  }

  init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {
    room = try fields.nullable("room", .room) { $0.room }
  }
}

/// A plant left the collection.
public struct PlantRemoved: FieldGroup, Hashable, Sendable {
  /// Why it left.
  public let reason: RemovalReason

  public init(reason: RemovalReason) {
    self.reason = reason
  }

  init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {
    reason = try fields.required("reason", .choice(RemovalReason.self)) {
      $0.reason
    }
  }
}

/// A removed plant came back.
public struct PlantRestored: FieldGroup, Hashable, Sendable {
  public init() {}

  init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {}
}

/// An observation of a plant, or the correction of one.
public struct PlantNoted: FieldGroup, Hashable, Sendable {
  /// What was seen; empty where the note that is corrected goes away.
  public let text: String
  /// The hash of the event whose note this one corrects.
  public let replaces: EventHash?

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
