/// A room was created.
public struct RoomCreated: FieldGroup, Hashable, Sendable {
  /// The name of the room.
  public let name: String
  /// The name of the room's icon, or an empty text.
  public let icon: String
  /// The place of the room in ascending order.
  public let sortOrder: Int

  /// Creates a room.
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

/// A room's name, icon or place changed.
public struct RoomEdited: FieldGroup, Hashable, Sendable {
  /// The new name; `nil` keeps the name.
  public let name: String?
  /// The name of the new icon, empty for none; `nil` keeps the icon.
  public let icon: String?
  /// The new place among the rooms; `nil` keeps the place.
  public let sortOrder: Int?

  /// Creates a change of the fields that are not `nil`.
  public init(name: String? = nil, icon: String? = nil, sortOrder: Int? = nil) {
    self.name = name
    self.icon = icon
    self.sortOrder = sortOrder
  }

  /// A Boolean value that indicates whether the edit contains no field.
  public var isEmpty: Bool { self == RoomEdited() }

  init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {
    icon = try fields.kept("icon", .optionalName) { $0.icon }
    name = try fields.kept("name", .name) { $0.name }
    sortOrder = try fields.kept(
      "sortOrder", .integer(0...RoomCreated.maximumSortOrder)
    ) { $0.sortOrder }
  }
}

/// A room was deleted. Its plants are listed under "Other" until it returns.
public struct RoomDeleted: FieldGroup, Hashable, Sendable {
  /// Creates the deletion of a room.
  public init() {}

  init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {}
}

/// A room turned out to be the same as another, which from now on shows its
/// plants.
public struct RoomMerged: FieldGroup, Hashable, Sendable {
  /// The other room.
  public let into: RoomID

  /// Creates a merge into another room.
  public init(into: RoomID) {
    self.into = into
  }

  init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {
    into = try fields.required("into", .room) { $0.into }
  }
}
