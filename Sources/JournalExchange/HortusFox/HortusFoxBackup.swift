internal import Encodings
internal import JournalActions
internal import JournalCare
internal import JournalEvents
public import JournalTime

/// A backup of HortusFox (its administration's export).
///
/// The backup holds each table of HortusFox's database as a list of rows in
/// JSON. The tables read are those of plants, their log, photos, tasks and
/// locations. Care comes from the last days of watering, repotting and
/// fertilising, and from the log.
public struct HortusFoxBackup: Sendable {
  /// The rows of one kind in a backup that are not imported.
  public struct LeftOver: Sendable, Hashable {
    /// The name of the kind, in words.
    public let name: String
    /// The number of rows.
    public let count: Int
  }

  /// A location, which becomes a room.
  struct Location: Sendable, Hashable {
    /// The place in the backup.
    let place: String
    /// The room that it becomes, unless another has its name.
    let room: RoomID
    /// The name.
    let name: String
    /// A Boolean value that indicates whether HortusFox shows it.
    let isActive: Bool
  }

  /// The number of plants.
  public var plantCount: Int { plants.count }
  private(set) var plants: [HortusFoxPlant] = []
  /// The tasks whose titles name no plant, or several.
  private(set) var homeTasks: [HortusFoxTask] = []
  /// The photos; those of each plant in the order of the backup.
  public private(set) var photos: [HortusFoxPhoto] = []
  /// The locations, in the order of the backup.
  private(set) var locations: [(id: String, location: Location)] = []
  /// The rows that are not imported.
  public private(set) var leftOver: [LeftOver] = []
  /// The problems of rows that are left out, fully or in part.
  public private(set) var problems: [TableProblem] = []
  /// The latest time that HortusFox recorded in any row: the time of the
  /// backup, or an earlier one.
  private(set) var latest: OffsetInstant?
  /// The parts missing in the backup that would be imported.
  public private(set) var lacks: [String] = []

  private var counts: [(name: String, count: Int)] = []

  /// Reads a backup.
  ///
  /// - `files`: The contents of the tables by path; any may be missing.
  /// - `zone`: The zone of the times, which the backup does not have.
  /// - Throws: `TableError` for a file that is no table of rows, or with every
  ///   value that is no row.
  public init(
    _ files: [String: [UInt8]], zone: TimeZoneRules
  ) throws(TableError) {
    lacks = HortusFoxFile.allCases.filter { files[$0.rawValue] == nil }
      .compactMap(\.lack)
    func rows(
      _ path: String, _ backup: inout HortusFoxBackup
    ) throws(TableError) -> [HortusFoxEntry] {
      let entries = try Self.entries(path, of: files)
      for time in entries.flatMap({ $0.times(in: zone) }) {
        backup.latest.raise(to: time)
      }
      return entries
    }
    readLocations(try rows(HortusFoxFile.locations.rawValue, &self))
    readPlants(try rows(HortusFoxFile.plants.rawValue, &self), zone)
    readAttributes(try rows(HortusFoxFile.attributes.rawValue, &self))
    readLog(try rows(HortusFoxFile.log.rawValue, &self), zone)
    readTasks(try rows(HortusFoxFile.tasks.rawValue, &self), zone)
    readGallery(try rows(HortusFoxFile.gallery.rawValue, &self), zone)
    for (path, _) in files.sorted(by: { $0.key < $1.key })
    where HortusFoxFile(rawValue: path) == nil {
      count(
        "rows of '\(path.prefix { $0 != "/" })'",
        try rows(path, &self).count)
    }
    for file in HortusFoxFile.allCases {
      guard let name = file.leftOver else { continue }
      count(name, try rows(file.rawValue, &self).count)
    }
    leftOver = counts.filter { $0.count > 0 }.map {
      LeftOver(name: $0.name, count: $0.count)
    }
  }

  private mutating func count(_ name: String, _ more: Int = 1) {
    guard let index = counts.firstIndex(where: { $0.name == name }) else {
      return counts.append((name, more))
    }
    counts[index].count += more
  }

  /// Returns the rows of a file; none if it is missing.
  private static func entries(
    _ path: String, of files: [String: [UInt8]]
  ) throws(TableError) -> [HortusFoxEntry] {
    guard let bytes = files[path] else { return [] }
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONReader.parse(bytes.span.bytes)
    } catch {
      throw problem(of: path, "is not JSON: \(error)")
    }
    guard case .array(let values) = value else {
      throw problem(of: path, "is not a list of rows")
    }
    var entries: [HortusFoxEntry] = []
    var problems = ProblemList()
    for (index, value) in values.enumerated() {
      let place = "\(path), entry \(index + 1)"
      if let entry = HortusFoxEntry(value, place: place) {
        entries.append(entry)
      } else {
        problems.add("is not an object", at: place)
      }
    }
    try problems.check()
    return entries
  }

  private static func problem(
    of path: String, _ reason: String
  ) -> TableError {
    .problems([TableProblem(place: path, reason: reason)], count: 1)
  }

  private mutating func note(_ reason: String, at place: String) {
    problems.append(TableProblem(place: place, reason: reason))
  }

  // MARK: Rows

  private mutating func readLocations(_ entries: [HortusFoxEntry]) {
    for entry in entries {
      guard let id = entry.text("id"), let name = entry.text("name"),
        let bits = entry.id(of: "location")
      else {
        note("is skipped: it has no name or id", at: entry.place)
        continue
      }
      let short = HortusFoxPlant.shortened(name)
      if short != name {
        note("'name' is too long and was shortened", at: entry.place)
      }
      locations.append(
        (
          id,
          Location(
            place: entry.place, room: RoomID(bits: bits), name: short,
            isActive: entry.text("active") == nil || entry.isTrue("active"))
        ))
      if entry.text("notes") != nil { count("notes of locations") }
    }
  }

  private mutating func readPlants(
    _ entries: [HortusFoxEntry], _ zone: TimeZoneRules
  ) {
    var rows: Set<String> = []
    for entry in entries {
      do throws(CellError) {
        let plant = try HortusFoxPlant(entry, zone: zone)
        guard rows.insert(plant.row).inserted else {
          throw CellError("its id is that of another row")
        }
        for reason in plant.shortened { note(reason, at: entry.place) }
        plants.append(plant)
      } catch {
        note("is skipped: \(error.reason)", at: entry.place)
      }
      for attribute in Self.attributes where attribute.isThere(entry) {
        count(attribute.name)
      }
    }
    let ids = Dictionary(
      plants.map { ($0.row, $0.id) }, uniquingKeysWith: { first, _ in first })
    for index in plants.indices {
      guard let row = plants[index].originRow else { continue }
      plants[index].origin = ids[row]
      if ids[row] == nil {
        count("clones of plants that are not in the backup")
      }
    }
  }

  private mutating func readAttributes(_ entries: [HortusFoxEntry]) {
    let places = Dictionary(
      plants.indices.map { (plants[$0].row, $0) },
      uniquingKeysWith: { first, _ in first })
    for entry in entries {
      guard let index = entry.text("plant").flatMap({ places[$0] }) else {
        count("attributes of plants that are not in the backup")
        continue
      }
      do throws(CellError) {
        if let attribute = try HortusFoxAttribute(entry) {
          plants[index].attributes.append(attribute)
        }
      } catch {
        note("is skipped: \(error.reason)", at: entry.place)
      }
    }
  }

  /// The fields of all plants' attributes, by name.
  var fields: [String: FactField] {
    HortusFoxAttribute.fields(of: plants.flatMap(\.attributes))
  }

  private mutating func readLog(
    _ entries: [HortusFoxEntry], _ zone: TimeZoneRules
  ) {
    let places = Dictionary(
      plants.indices.map { (plants[$0].row, $0) },
      uniquingKeysWith: { first, _ in first })
    for entry in entries {
      guard let index = entry.text("plant").flatMap({ places[$0] }) else {
        count("entries of the log of plants that are not in the backup")
        continue
      }
      do throws(CellError) {
        guard try plants[index].take(entry, zone: zone) else {
          count("changes that HortusFox noted in the log of plants")
          continue
        }
      } catch {
        note("is skipped: \(error.reason)", at: entry.place)
      }
    }
  }

  private mutating func readTasks(
    _ entries: [HortusFoxEntry], _ zone: TimeZoneRules
  ) {
    var places: [String: [Int]] = [:]
    for index in plants.indices where !plants[index].hasLeft {
      let name = plants[index].name.flatMap {
        HortusFoxTask.Phrases($0).all.first?.first
      }
      if let name { places[name, default: []].append(index) }
    }
    for entry in entries {
      let title = HortusFoxTask.Phrases(entry.text("title") ?? "")
      // The longest name counts: "Fern on the shelf" before "Fern".
      let named = title.all.lazy.map { $0.flatMap { places[$0] ?? [] } }
        .first { !$0.isEmpty }
      do throws(CellError) {
        let plant = Set(named ?? []).count == 1 ? named?.first : nil
        guard
          let task = try HortusFoxTask(
            entry, isOfHome: plant == nil, zone: zone)
        else {
          count("tasks without a title or a day")
          continue
        }
        if let plant {
          plants[plant].tasks.append(task)
        } else {
          homeTasks.append(task)
        }
      } catch {
        note("is skipped: \(error.reason)", at: entry.place)
      }
    }
  }

  private mutating func readGallery(
    _ entries: [HortusFoxEntry], _ zone: TimeZoneRules
  ) {
    let rows = Dictionary(
      plants.map { ($0.row, $0) }, uniquingKeysWith: { first, _ in first })
    for entry in entries {
      guard let plant = entry.text("plant").flatMap({ rows[$0] }) else {
        count("photos of plants that are not in the backup")
        continue
      }
      do throws(CellError) {
        if let photo = try HortusFoxPhoto(
          ofGallery: entry, of: plant, zone: zone)
        {
          photos.append(photo)
        } else {
          count("links to photos")
        }
      } catch {
        note("is skipped: \(error.reason)", at: entry.place)
      }
    }
    let covered = Set(photos.filter(\.isCover).map(\.plant))
    for plant in plants
    where plant.picture != nil && !covered.contains(plant.id) {
      if let photo = HortusFoxPhoto(of: plant) {
        photos.append(photo)
      } else {
        count("links to photos")
      }
    }
  }

  /// Gives the plants their photos with stored files.
  mutating func take(_ kept: [NewPhoto]) {
    let photos = Dictionary(grouping: kept, by: \.plant)
    for index in plants.indices {
      plants[index].photos = photos[plants[index].id] ?? []
    }
  }

  /// Counts rows that turn out to have no counterpart here.
  mutating func leaveOut(_ count: Int, _ name: String) {
    if count > 0 { leftOver.append(LeftOver(name: name, count: count)) }
  }

  /// An attribute that has no counterpart here.
  private struct Attribute {
    let name: String
    let isThere: @Sendable (HortusFoxEntry) -> Bool

    init(
      _ name: String, _ isThere: @escaping @Sendable (HortusFoxEntry) -> Bool
    ) {
      self.name = name
      self.isThere = isThere
    }
  }

  private static let attributes = [
    Attribute("levels of light or humidity") {
      $0.text("light_level") != nil || $0.isTrue("humidity")
    },
    // Two columns before version 5.3, one since.
    Attribute("life spans") {
      $0.isTrue("perennial") || $0.isTrue("annual")
        || $0.text("lifespan") != nil
    },
    Attribute("marks as hardy") { $0.isTrue("hardy") },
    Attribute("states of health") { entry in
      entry.text("health_state").map { $0 != "in_good_standing" } ?? false
    },
  ]
}
