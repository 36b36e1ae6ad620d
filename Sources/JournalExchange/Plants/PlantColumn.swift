internal import JournalCare

/// A column of a table of plants. The raw value is the written name, the same
/// as in the JSON of an export, except for `growingLocation`: people read
/// `location` as the room.
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
  case mergedInto

  /// The synonyms of the column, folded: English ones, then German ones.
  private var synonyms: [String] {
    switch self {
    case .id: ["plantid", "uuid"]
    case .nickname:
      [
        "name", "plantname", "plant", "displayname", "pflanze", "pflanzenname",
        "spitzname",
      ]
    case .scientificName:
      [
        "species", "scientific", "latinname", "latin", "botanicalname", "art",
        "pflanzenart", "botanischername", "wissenschaftlichername",
        "lateinischername", "latein",
      ]
    case .commonNames:
      [
        "commonname", "common", "deutschername", "deutschenamen",
        "trivialname", "trivialnamen", "volksname",
      ]
    case .family: ["plantfamily", "familie", "pflanzenfamilie"]
    case .genus: ["gattung"]
    case .category: ["kategorie"]
    case .room:
      [
        "location", "place", "position", "roomname", "standort", "raum",
        "zimmer", "ort", "platz",
      ]
    case .growingLocation:
      ["environment", "indooroutdoor", "umgebung", "drinnendraussen"]
    case .isFavorite:
      [
        "favorite", "favourite", "isfavourite", "starred", "favorit",
        "lieblingspflanze", "liebling",
      ]
    case .tags:
      [
        "tag", "labels", "label", "schlagworte", "schlagwoerter", "stichworte",
        "etiketten",
      ]
    case .acquiredOn:
      [
        "acquired", "bought", "purchased", "dateofpurchase", "purchasedate",
        "gekauft", "gekauftam", "kaufdatum", "erworben", "erworbenam",
      ]
    case .addedAt:
      [
        "added", "created", "createdat", "dateadded", "hinzugefuegt",
        "hinzugefuegtam", "angelegt", "angelegtam",
      ]
    case .source:
      ["identificationsource", "identifiedby", "bestimmtdurch", "quelle"]
    case .parent:
      [
        "propagatedfrom", "parentid", "motherplant", "mutterpflanze",
        "ablegervon",
      ]
    case .removed: ["removalreason", "entfernt", "abgang", "abgangsgrund"]
    case .notes:
      [
        "note", "comment", "comments", "remarks", "remark", "notiz", "notizen",
        "bemerkung", "bemerkungen", "kommentar", "anmerkung", "anmerkungen",
      ]
    case .shortID: ["kurzid"]
    case .confidence: ["sicherheit"]
    case .removedAt: ["entferntam", "abgangam"]
    case .mergedInto: ["partof", "teilvon"]
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

/// A column of a table of plants: about the plant itself, or about its care, of
/// which the table may have the last day and the interval.
enum PlantTableColumn: TableColumn {
  case plant(PlantColumn)
  case care(CareColumn)
  /// A custom field.
  case own(FactField)

  static func named(_ folded: String) -> PlantTableColumn? {
    let folded = folded.withoutUmlauts
    return PlantColumn.byName[folded].map { .plant($0) }
      ?? CareColumn.named(folded).map { .care($0) }
  }

  /// Returns the columns for names. Beside a column of nicknames, `Plant` means
  /// the species, as in `add`; or a common name, if the species has a column
  /// too. `Watering` alone means the interval, unless another column has it.
  static func columns(
    named folded: [String], _ fields: [FactField]
  ) -> [PlantTableColumn?] {
    // The journal's own names come before synonyms.
    let own = Dictionary(
      fields.map { (FoldedName.fold($0.name), PlantTableColumn.own($0)) }
    ) { first, _ in first }
    var columns = folded.map { own[$0] ?? named($0) }
    for (index, name) in folded.enumerated() where columns[index] == nil {
      guard let kind = CareColumn.kind(called: name.withoutUmlauts),
        !columns.contains(.care(.every(kind)))
      else { continue }
      columns[index] = .care(.every(kind))
    }
    guard
      let place = folded.firstIndex(where: ["plant", "pflanze"].contains),
      columns.count(where: { $0 == .plant(.nickname) }) > 1
    else { return columns }
    columns[place] =
      columns.contains(.plant(.scientificName))
      ? .plant(.commonNames) : .plant(.scientificName)
    return columns
  }
}

extension String {
  /// The text in German spelling without umlauts: `giessen`.
  var withoutUmlauts: String {
    let signs: [Character: String] = [
      "ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss",
    ]
    return reduce(into: "") { $0 += signs[$1] ?? String($1) }
  }
}
