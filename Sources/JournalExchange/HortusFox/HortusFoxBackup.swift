internal import Encodings
public import JournalTime

/// A backup of HortusFox (its administration's export), the archive unpacked.
///
/// The backup holds each table of HortusFox's database as a list of rows in
/// JSON. Read are plants and locations. Of a plant's care it tells only when
/// it was watered, repotted and fertilised last.
public struct HortusFoxBackup: Sendable {
  /// What a backup has, but is not taken over, and how much of it.
  public struct LeftOver: Sendable, Hashable {
    /// What it is, in words.
    public let name: String
    /// How many there are.
    public let count: Int
  }

  /// The plants, in the order of the backup.
  public private(set) var plants: [IncomingPlant] = []
  /// What is not taken over.
  public private(set) var leftOver: [LeftOver] = []

  /// What such a backup tells of plants.
  public static let columns: Set<PlantColumn> = [
    .nickname, .scientificName, .room, .tags, .acquiredOn, .addedAt, .removed,
    .notes,
  ]

  /// Reads a backup.
  ///
  /// - `files`: The contents of its files; only that of plants must be there.
  /// - `zone`: Where the clocks go by which its times were written; the
  ///   backup does not say.
  /// - Throws: `TableError` that names the file that is none, or every bad
  ///   entry.
  public init(
    _ files: [HortusFoxFile: [UInt8]], zone: TimeZoneRules
  ) throws {
    var problems = ProblemList()
    let locations = Self.locations(try Self.entries(.locations, of: files))
    let maker = HortusFoxPlant(locations: locations, zone: zone)
    var counts = Self.attributes.map { ($0.name, 0) }
    let values = try Self.entries(.plants, of: files)
    for (index, value) in values.enumerated() {
      let place = "\(HortusFoxFile.plants.rawValue), entry \(index + 1)"
      guard let entry = HortusFoxEntry(value) else {
        problems.add("is no object", at: place)
        continue
      }
      do throws(CellError) {
        plants.append(try maker.plant(entry, place: place))
      } catch {
        problems.add(error.reason, at: place)
      }
      for (index, attribute) in Self.attributes.enumerated()
      where attribute.isThere(entry) {
        counts[index].1 += 1
      }
    }
    try problems.check()
    leftOver = counts.map { LeftOver(name: $0, count: $1) }
    for file in HortusFoxFile.allCases {
      guard let name = file.leftOver else { continue }
      leftOver.append(
        LeftOver(name: name, count: try Self.entries(file, of: files).count))
    }
    leftOver.removeAll { $0.count == 0 }
  }

  /// The rows of a file; none of one that is missing.
  private static func entries(
    _ file: HortusFoxFile, of files: [HortusFoxFile: [UInt8]]
  ) throws(TableError) -> [JSONValue] {
    guard let bytes = files[file] else { return [] }
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONReader.parse(bytes.span.bytes)
    } catch {
      throw problem(of: file, "is not JSON: \(error)")
    }
    guard case .array(let values) = value else {
      throw problem(of: file, "is no list of rows")
    }
    return values
  }

  private static func problem(
    of file: HortusFoxFile, _ reason: String
  ) -> TableError {
    .problems([TableProblem(place: file.rawValue, reason: reason)], count: 1)
  }

  private static func locations(_ values: [JSONValue]) -> [String: String] {
    var names: [String: String] = [:]
    for entry in values.compactMap({ HortusFoxEntry($0) }) {
      guard let id = entry.text("id"), let name = entry.text("name") else {
        continue
      }
      names[id] = name
    }
    return names
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
    Attribute("photos of plants") { entry in
      // HortusFox's own picture for plants that have none.
      entry.text("photo").map { $0 != "placeholder.jpg" } ?? false
    },
    Attribute("links to descriptions") { $0.text("knowledge_link") != nil },
    Attribute("levels of light or humidity") {
      $0.text("light_level") != nil || $0.isTrue("humidity")
    },
    Attribute("months of cutting") { $0.isTrue("cutting_month") },
    Attribute("marks as perennial or annual") {
      $0.isTrue("perennial") || $0.isTrue("annual")
    },
    Attribute("states of health") { entry in
      entry.text("health_state").map { $0 != "in_good_standing" } ?? false
    },
  ]
}

/// The files of a backup of HortusFox that are looked at, as its ZIP archive
/// holds them.
public enum HortusFoxFile: String, CaseIterable, Sendable {
  case plants = "plants/data.json"
  case locations = "locations/data.json"
  case gallery = "gallery/data.json"
  case tasks = "tasks/data.json"
  case inventory = "inventory/data.json"
  case calendar = "calendar/data.json"

  /// What its entries are, of which none is taken over.
  var leftOver: String? {
    switch self {
    case .plants, .locations: nil
    case .gallery: "photos of the gallery"
    case .tasks: "tasks, which name no plant"
    case .inventory: "things of the inventory"
    case .calendar: "entries of the calendar"
    }
  }
}
