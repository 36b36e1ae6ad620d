/// A column of a table of plants. The raw value is the name that it is written
/// under, the same as in the JSON of an export, but for `growingLocation`: by
/// `location` people mean the room.
public enum PlantColumn: String, CaseIterable, Sendable {
  case id
  case shortID = "shortId"
  case nickname
  case scientificName
  case commonNames
  case family
  case genus
  case category
  case room
  case growingLocation
  case isFavorite
  case tags
  case acquiredOn
  case addedAt
  case source
  case confidence
  case parent
  case removed
  case removedAt
  case notes

  /// Other names that people and programs give the column, folded.
  private var synonyms: [String] {
    switch self {
    case .id: ["plantid", "uuid"]
    case .nickname: ["name", "plantname", "plant", "displayname"]
    case .scientificName:
      ["species", "scientific", "latinname", "latin", "botanicalname"]
    case .commonNames: ["commonname", "common"]
    case .family: ["plantfamily"]
    case .room: ["location", "place", "position", "roomname"]
    case .growingLocation: ["environment", "indooroutdoor"]
    case .isFavorite: ["favorite", "favourite", "isfavourite", "starred"]
    case .tags: ["tag", "labels", "label"]
    case .acquiredOn:
      ["acquired", "bought", "purchased", "dateofpurchase", "purchasedate"]
    case .addedAt: ["added", "created", "createdat", "dateadded"]
    case .source: ["identificationsource", "identifiedby"]
    case .parent: ["propagatedfrom", "parentid", "motherplant"]
    case .removed: ["removalreason"]
    case .notes: ["note", "comment", "comments", "remarks", "remark"]
    case .shortID, .genus, .category, .confidence, .removedAt: []
    }
  }

  fileprivate static let byName: [String: PlantColumn] = {
    var byName: [String: PlantColumn] = [:]
    for column in allCases {
      for name in [FoldedName.fold(column.rawValue)] + column.synonyms {
        byName[name] = column
      }
    }
    return byName
  }()
}

/// What a column of a table of plants is about: the plant itself, or its care,
/// of which such a table may tell the latest and how often.
enum PlantTableColumn: TableColumn {
  case plant(PlantColumn)
  case care(CareColumn)

  static func named(_ folded: String) -> PlantTableColumn? {
    PlantColumn.byName[folded].map { .plant($0) }
      ?? CareColumn.named(folded).map { .care($0) }
  }

  /// Beside a column of nicknames, one called `Plant` says which plant it is:
  /// the species as `add` takes it, or a common name where there is a column
  /// for the species, too.
  static func columns(named folded: [String]) -> [PlantTableColumn?] {
    var columns = folded.map(named)
    guard let place = folded.firstIndex(of: "plant"),
      columns.count(where: { $0 == .plant(.nickname) }) > 1
    else { return columns }
    columns[place] =
      columns.contains(.plant(.scientificName))
      ? .plant(.commonNames) : .plant(.scientificName)
    return columns
  }
}
