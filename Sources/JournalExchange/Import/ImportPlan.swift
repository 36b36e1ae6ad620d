internal import JournalEvents

/// What an import is going to write: found out before anything is written.
struct ImportPlan {
  /// A plant to be added.
  struct Addition {
    let plant: IncomingPlant
    let id: PlantID
    let body: PlantAdded
  }

  /// A room to be made.
  struct Room {
    let id: RoomID
    let name: String
  }

  var additions: [Addition] = []
  var rooms: [Room] = []
  var unchanged = 0

  /// Those that left come first: while a plant is in the collection nobody
  /// else can have its nickname.
  var writingOrder: [Addition] {
    additions.filter { $0.plant.removal != nil }
      + additions.filter { $0.plant.removal == nil }
  }
}
