internal import Encodings
public import JournalTime

/// A plant joined the collection.
public struct PlantAdded: Hashable, Sendable {
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

  /// Creates a body.
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
}

extension PlantAdded: EventBodyCoding {
  init(
    from reader: inout FieldReader, common: inout CommonFields
  ) throws(EventDecodingError) {
    var scientificName: String?
    var commonNames: [String]?
    var family: String?
    var genus: String?
    var category: String?
    var nickname: String?
    var room: RoomID?
    var acquiredOn: Day?
    var source: IdentificationSource?
    var confidence: Double?
    var parent: PlantID?
    var tags: [String]?
    while let field = try reader.next() {
      switch field {
      case "scientificName": scientificName = try reader.text()
      case "commonNames": commonNames = try reader.texts()
      case "family": family = try reader.text()
      case "genus": genus = try reader.text()
      case "category": category = try reader.text()
      case "nickname": nickname = try reader.text()
      case "room": room = try reader.optionalID()
      case "acquiredOn": acquiredOn = try reader.day()
      case "source": source = try reader.choice(IdentificationSource.self)
      case "confidence": confidence = try reader.float(in: 0...1)
      case "parent": parent = try reader.optionalID()
      case "tags": tags = try reader.texts()
      default: try common.take(field, from: &reader)
      }
    }
    guard let scientificName else { throw .missingField("scientificName") }
    guard let commonNames else { throw .missingField("commonNames") }
    guard let family else { throw .missingField("family") }
    guard let genus else { throw .missingField("genus") }
    guard let source else { throw .missingField("source") }
    guard let tags else { throw .missingField("tags") }
    self.init(
      scientificName: scientificName, commonNames: commonNames, family: family,
      genus: genus, category: category, nickname: nickname, room: room,
      acquiredOn: acquiredOn, source: source, confidence: confidence,
      parent: parent, tags: tags)
  }

  func encode(into map: inout CBORMapWriter) {
    map.field("scientificName") { $0.text(scientificName) }
    map.field("commonNames") { $0.texts(commonNames) }
    map.field("family") { $0.text(family) }
    map.field("genus") { $0.text(genus) }
    if let category { map.field("category") { $0.text(category) } }
    if let nickname { map.field("nickname") { $0.text(nickname) } }
    if let room { map.field("room") { $0.byteString(room.bytes) } }
    if let acquiredOn {
      map.field("acquiredOn") { $0.text(acquiredOn.description) }
    }
    map.field("source") { $0.text(source.rawValue) }
    if let confidence { map.field("confidence") { $0.float(confidence) } }
    if let parent { map.field("parent") { $0.byteString(parent.bytes) } }
    map.field("tags") { $0.texts(tags) }
  }
}

/// A plant became a favourite, or ceased to be one.
public struct PlantFavorited: Hashable, Sendable {
  /// Whether it is one now.
  public let isFavorite: Bool

  /// Creates a body.
  public init(isFavorite: Bool) {
    self.isFavorite = isFavorite
  }
}

extension PlantFavorited: EventBodyCoding {
  init(
    from reader: inout FieldReader, common: inout CommonFields
  ) throws(EventDecodingError) {
    var isFavorite: Bool?
    while let field = try reader.next() {
      switch field {
      case "isFavorite": isFavorite = try reader.bool()
      default: try common.take(field, from: &reader)
      }
    }
    guard let isFavorite else { throw .missingField("isFavorite") }
    self.init(isFavorite: isFavorite)
  }

  func encode(into map: inout CBORMapWriter) {
    map.field("isFavorite") { $0.bool(isFavorite) }
  }
}

/// A plant moved to another room.
public struct PlantMoved: Hashable, Sendable {
  /// The room; `nil` is "Other".
  public let room: RoomID?

  /// Creates a body.
  public init(room: RoomID?) {
    self.room = room
  }
}

extension PlantMoved: EventBodyCoding {
  init(
    from reader: inout FieldReader, common: inout CommonFields
  ) throws(EventDecodingError) {
    // The outer optional tells a missing field from a null.
    var room: RoomID??
    while let field = try reader.next() {
      switch field {
      case "room": room = .some(try reader.optionalID())
      default: try common.take(field, from: &reader)
      }
    }
    guard let room else { throw .missingField("room") }
    self.init(room: room)
  }

  func encode(into map: inout CBORMapWriter) {
    map.field("room") { $0.optional(room) }
  }
}

/// A plant left the collection.
public struct PlantRemoved: Hashable, Sendable {
  /// Why it left.
  public let reason: RemovalReason

  /// Creates a body.
  public init(reason: RemovalReason) {
    self.reason = reason
  }
}

extension PlantRemoved: EventBodyCoding {
  init(
    from reader: inout FieldReader, common: inout CommonFields
  ) throws(EventDecodingError) {
    var reason: RemovalReason?
    while let field = try reader.next() {
      switch field {
      case "reason": reason = try reader.choice(RemovalReason.self)
      default: try common.take(field, from: &reader)
      }
    }
    guard let reason else { throw .missingField("reason") }
    self.init(reason: reason)
  }

  func encode(into map: inout CBORMapWriter) {
    map.field("reason") { $0.text(reason.rawValue) }
  }
}

/// A removed plant came back.
public struct PlantRestored: Hashable, Sendable {

  /// Creates a body.
  public init() {
  }
}

extension PlantRestored: EventBodyCoding {
  init(
    from reader: inout FieldReader, common: inout CommonFields
  ) throws(EventDecodingError) {
    while let field = try reader.next() {
      try common.take(field, from: &reader)
    }
    self.init()
  }

  func encode(into map: inout CBORMapWriter) {
  }
}

/// An observation of a plant.
public struct PlantNoted: Hashable, Sendable {
  /// What was seen.
  public let text: String

  /// Creates a body.
  public init(text: String) {
    self.text = text
  }
}

extension PlantNoted: EventBodyCoding {
  init(
    from reader: inout FieldReader, common: inout CommonFields
  ) throws(EventDecodingError) {
    var text: String?
    while let field = try reader.next() {
      switch field {
      case "text": text = try reader.text()
      default: try common.take(field, from: &reader)
      }
    }
    guard let text else { throw .missingField("text") }
    self.init(text: text)
  }

  func encode(into map: inout CBORMapWriter) {
    map.field("text") { $0.text(text) }
  }
}
