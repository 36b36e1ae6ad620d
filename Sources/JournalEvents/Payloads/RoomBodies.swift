/// A room was made.
public struct RoomCreated: FieldGroup, Hashable, Sendable {
  /// What it is called.
  public let name: String
  /// The name of its picture; empty for none.
  public let icon: String
  /// Its place among the rooms, the least first.
  public let sortOrder: Int

  public init(name: String, icon: String = "", sortOrder: Int) {
    self.name = name
    self.icon = icon
    self.sortOrder = sortOrder
  }

  init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {
    icon = try fields.required("icon", .optionalName, .supplied) { $0.icon }
    name = try fields.required("name", .name, .supplied) { $0.name }
    sortOrder = try fields.required(
      "sortOrder", .integer(0...Self.maximumSortOrder), .supplied
    ) { $0.sortOrder }
  }
}

/// A room's name, picture or place changed.
public struct RoomEdited: FieldGroup, Hashable, Sendable {
  /// What it is called now; `nil` leaves the name as it is.
  public let name: String?
  /// The name of its picture, empty for none; `nil` leaves it as it is.
  public let icon: String?
  /// Its place among the rooms; `nil` leaves it as it is.
  public let sortOrder: Int?

  public init(name: String? = nil, icon: String? = nil, sortOrder: Int? = nil) {
    self.name = name
    self.icon = icon
    self.sortOrder = sortOrder
  }

  /// Whether no field is given.
  public var isEmpty: Bool { self == RoomEdited() }

  init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {
    icon = try fields.kept("icon", .optionalName) { $0.icon }
    name = try fields.kept("name", .name) { $0.name }
    sortOrder = try fields.kept(
      "sortOrder", .integer(0...RoomCreated.maximumSortOrder)
    ) { $0.sortOrder }
  }
}

/// A room is gone; its plants show in "Other" until it returns.
public struct RoomDeleted: FieldGroup, Hashable, Sendable {
  public init() {}

  init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {}
}
