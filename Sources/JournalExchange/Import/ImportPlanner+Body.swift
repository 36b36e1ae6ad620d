internal import JournalEvents
internal import JournalProjections
internal import JournalQueries

// From names of rooms and plants to ids.
extension ImportPlanner {
  /// What the plant's first event says; `nil` where something is wrong, which
  /// is noted.
  mutating func body(
    of plant: IncomingPlant, in snapshot: borrowing Snapshot
  ) throws -> PlantAdded? {
    var room: RoomID?
    var parent: PlantID?
    do throws(CellError) {
      if let name = plant.room {
        room = try rooms.room(name) { randomness.id() }
      }
    } catch {
      note(error, of: plant, .room)
      return nil
    }
    if let name = plant.parent {
      parent = try self.parent(name, in: snapshot)
      guard parent != nil else {
        note(CellError("'\(name)' names no plant"), of: plant, .parent)
        return nil
      }
    }
    let species = plant.scientificName ?? IncomingPlant.unknownSpecies
    return PlantAdded(
      scientificName: species, commonNames: plant.commonNames,
      family: plant.family,
      genus: plant.genus ?? plant.scientificName.map(Self.genus(of:)) ?? "",
      category: plant.category, nickname: plant.nickname, room: room,
      acquiredOn: plant.acquiredOn, source: plant.source,
      confidence: plant.confidence, parent: parent, tags: plant.tags)
  }

  private static func genus(of name: String) -> String {
    String(name.split(separator: " ").first ?? "")
  }

  /// The plant that an id or a name means, those of the input among them. An
  /// id is taken as it is: the parent may have been left out of the input.
  private func parent(
    _ name: String, in snapshot: borrowing Snapshot
  ) throws -> PlantID? {
    if let id = PlantID(name) { return id }
    if let new = nicknames[NameIndex.fold(name)] { return new.id }
    let resolver = PlantResolver(
      precision: .exact, includesRemoved: true)
    guard case .plant(let id) = try resolver.match(name, in: snapshot)
    else { return nil }
    return id
  }
}
