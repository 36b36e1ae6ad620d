internal import Encodings

/// A room was made.
public struct RoomCreated: Hashable, Sendable {
  /// What it is called.
  public let name: String
  /// The name of its picture; empty for none.
  public let icon: String
  /// Its place among the rooms, the least first.
  public let sortOrder: Int

  /// Creates a body.
  public init(name: String, icon: String = "", sortOrder: Int) {
    self.name = name
    self.icon = icon
    self.sortOrder = sortOrder
  }
}

extension RoomCreated: EventBodyCoding {
  init(
    from reader: inout FieldReader, common: inout CommonFields
  ) throws(EventDecodingError) {
    var name: String?
    var icon: String?
    var sortOrder: Int?
    while let field = try reader.next() {
      switch field {
      case "name": name = try reader.text()
      case "icon": icon = try reader.text()
      case "sortOrder":
        sortOrder = try reader.integer(in: 0...RoomCreated.maximumSortOrder)
      default: try common.take(field, from: &reader)
      }
    }
    guard let name else { throw .missingField("name") }
    guard let icon else { throw .missingField("icon") }
    guard let sortOrder else { throw .missingField("sortOrder") }
    self.init(name: name, icon: icon, sortOrder: sortOrder)
  }

  func encode(into map: inout CBORMapWriter) {
    map.field("name") { $0.text(name) }
    map.field("icon") { $0.text(icon) }
    map.field("sortOrder") { $0.integer(Int64(sortOrder)) }
  }
}

/// A room's name, picture or place changed.
public struct RoomEdited: Hashable, Sendable {
  /// What it is called now; `nil` leaves the name as it is.
  public let name: String?
  /// The name of its picture, empty for none; `nil` leaves it as it is.
  public let icon: String?
  /// Its place among the rooms; `nil` leaves it as it is.
  public let sortOrder: Int?

  /// Creates a body.
  public init(
    name: String? = nil, icon: String? = nil, sortOrder: Int? = nil
  ) {
    self.name = name
    self.icon = icon
    self.sortOrder = sortOrder
  }

  /// Whether no field is given.
  public var isEmpty: Bool { self == RoomEdited() }
}

extension RoomEdited: EventBodyCoding {
  init(
    from reader: inout FieldReader, common: inout CommonFields
  ) throws(EventDecodingError) {
    var name: String?
    var icon: String?
    var sortOrder: Int?
    while let field = try reader.next() {
      switch field {
      case "name": name = try reader.text()
      case "icon": icon = try reader.text()
      case "sortOrder":
        sortOrder = try reader.integer(in: 0...RoomCreated.maximumSortOrder)
      default: try common.take(field, from: &reader)
      }
    }
    self.init(name: name, icon: icon, sortOrder: sortOrder)
  }

  func encode(into map: inout CBORMapWriter) {
    if let name { map.field("name") { $0.text(name) } }
    if let icon { map.field("icon") { $0.text(icon) } }
    if let sortOrder {
      map.field("sortOrder") { $0.integer(Int64(sortOrder)) }
    }
  }
}

/// A room is gone; its plants show in "Other" until it returns.
public struct RoomDeleted: Hashable, Sendable {

  /// Creates a body.
  public init() {
  }
}

extension RoomDeleted: EventBodyCoding {
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
