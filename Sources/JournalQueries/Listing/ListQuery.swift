public import CatalogueKit
public import JournalCare
public import JournalEvents
public import JournalProjections
public import JournalTime
internal import SearchEngine

/// The conditions and the order of a list of plants.
public struct ListQuery: Sendable {
  /// The words to search for; empty for no search.
  public var words: [String] = []
  /// A Boolean value that indicates whether there are words other than spaces.
  public var isSearch: Bool {
    words.contains { $0.contains { !$0.isWhitespace } }
  }
  /// The rooms, by name or id; empty for all.
  public var rooms: [String] = []
  /// The precision that the names of rooms must have.
  public var precision = PlantResolver.Precision.forgiving
  /// The botanical families; empty for all.
  public var families: [String] = []
  /// The genus.
  public var genus: String?
  /// The category.
  public var category: String?
  /// The growing location.
  public var location: GrowingLocation?
  /// The light that plants need, by their own profile or else the catalogue's;
  /// empty for any.
  public var light: [LightClass] = []
  /// The days between waterings, by schedule or else by need; empty for any.
  public var watering: [ClosedRange<Int>] = []
  /// The eaters, any of which the plants are known to poison; empty for all
  /// plants.
  public var toxicTo: [CareProfile.Toxicity.Eater] = []
  /// The source of the identification.
  public var source: IdentificationSource?
  /// The labels, all of which a plant has.
  public var tags: [String] = []
  /// A Boolean value that indicates whether only favourites are shown.
  public var favoritesOnly = false
  /// A Boolean value that indicates whether only plants are shown that nobody
  /// gave a schedule.
  public var unscheduledOnly = false
  /// The presence of plants in the collection.
  public enum Presence: Sendable {
    /// The plants of the collection.
    case present
    /// The removed plants.
    case left
    /// Plants of either kind.
    case either
  }

  /// The presence of the listed plants.
  public var presence = Presence.present
  /// The kind of care that counts; `nil` for all.
  public var kind: TaskKind?
  /// The day by which a task is due.
  public var due: Timed<Day>?
  /// The time of addition.
  public var added: Timed<ClosedRange<Instant>>?
  /// The conditions for custom fields, all of which a plant meets.
  public var facts: [FactCondition] = []
  /// The columns; custom fields among them must exist.
  public var fields: [ListField] = []
  /// The order.
  public var order = ListOrder()
  /// The maximum number of plants.
  public var limit = Int.max
  /// A Boolean value that indicates whether plants count that match only with a
  /// typing error.
  public var takesNear = true
  /// A Boolean value that indicates whether the plants' views are read as well,
  /// which opens the log.
  public var includesViews = false

  /// Creates a query for all present plants, by name.
  public init() {}

  /// A Boolean value that indicates whether the list can stop at the limit.
  /// Plants of unknown toxicity are all reported.
  fileprivate var stopsAtLimit: Bool { limit < .max && toxicTo.isEmpty }
}

/// The plants of a list, in order.
public struct Listing: Sendable {
  /// The rows, one per plant.
  public fileprivate(set) var rows: [ListRow] = []
  /// The views of the same plants, if requested.
  public fileprivate(set) var views: [PlantView] = []
  /// A Boolean value that indicates whether plants beyond the limit matched.
  public fileprivate(set) var wasCut = false
  /// A Boolean value that indicates whether the list is a search.
  public fileprivate(set) var isSearch = false
  /// The plants left out of a list of poisonous plants because their toxicity
  /// is unknown, which does not mean that they are safe.
  public fileprivate(set) var unknownToxicity: [PlantName] = []
  /// The names of near matches that do not count, if there are no others.
  public fileprivate(set) var nearNames: [String] = []
}

extension Snapshot {
  /// Returns the plants of a list.
  ///
  /// - Throws: ``RoomNameError``, and `SearchQueryError` for too many words.
  /// - Complexity: O(*k*) for a limit of *k* by name in the present, else O(*n*
  ///   log *n*) for *n* plants; a search also reads notes.
  public func list(_ query: ListQuery) throws -> Listing {
    var filter = try ListFilter(query, self)
    var listing = Listing()
    listing.isSearch = query.isSearch
    var rows: [ListRow] = []
    if listing.isSearch {
      rows = try found(query, filter)
      if !query.takesNear { listing.dropNear(from: &rows) }
      if !query.order.isUnsaid { rows = query.order.sorted(rows) }
    } else {
      // A limited list by name opens only the plants it shows and one more, to
      // know whether there are others.
      let isByName = query.order.isByName
      let most =
        isByName && query.stopsAtLimit ? query.limit + 1 : .max
      rows.reserveCapacity(min(most, 256))
      let add = { (row: ListRow?) in
        if let row { rows.append(row) }
        return rows.count < most
      }
      if isByName {
        try forEachPlantByName { add(try filter.row($0, $1, self)) }
      } else {
        try forEachPlant { add(try filter.row($0, $1, self)) }
        rows = query.order.sorted(rows)
      }
    }
    if !query.toxicTo.isEmpty {
      listing.unknownToxicity = try filter.keepHarmful(&rows)
    }
    listing.wasCut = rows.count > query.limit
    if listing.wasCut { rows.removeLast(rows.count - query.limit) }
    listing.rows = rows
    if query.includesViews {
      for row in rows {
        listing.views.append(try PlantView(row.id, row.state, in: self))
      }
    }
    return listing
  }

  /// Throws the error of an invalid query. Only the rooms are read.
  ///
  /// - Throws: The errors of ``list(_:)``.
  public func check(_ query: ListQuery) throws {
    _ = try ListFilter(query, self)
    _ = try CollectionSearch(query.words)
  }

  /// Returns the plants that match the words, the best first. Only searches
  /// read notes, and only for plants that the filter admits.
  private func found(
    _ query: ListQuery, _ filter: ListFilter
  ) throws -> [ListRow] {
    var search = try CollectionSearch(query.words)
    let fields = fields
    try forEachPlant(with: .note) { id, plant, positions in
      guard filter.admits(plant, rooms) else { return true }
      let room = rooms[rooms.effective(plant.room)]?.name
      try search.look(
        at: id, plant, room: room ?? "", facts: PlantFact.all(of: plant, fields)
      ) {
        try NoteView.all(at: positions(), in: self).map(\.text)
      }
      return true
    }
    // Near matches come last, so this many are enough; if they do not count, a
    // few are named.
    let most =
      query.order.isUnsaid && query.stopsAtLimit
      ? max(query.limit + 1, Listing.nearNameCount) : .max
    var rows: [ListRow] = []
    try search.forEachFound { id, match in
      guard let state = try plant(id) else { return true }
      let row = ListRow(
        id, state, self, kind: filter.kind, match: match,
        farewell: try filter.farewell(of: id, state, self))
      if filter.admits(row) { rows.append(row) }
      return rows.count < most
    }
    return rows
  }
}

extension Listing {
  /// Removes near matches, and keeps some of their names if nothing is left.
  fileprivate mutating func dropNear(from rows: inout [ListRow]) {
    let near = rows.filter { $0.match?.level == .fuzzy }
    rows.removeAll { $0.match?.level == .fuzzy }
    guard rows.isEmpty else { return }
    nearNames = near.prefix(Self.nearNameCount).map(\.state.displayName)
  }

  fileprivate static let nearNameCount = 5
}

/// A query whose names and times are resolved.
private struct ListFilter {
  private let query: ListQuery
  private let rooms: Set<RoomID>
  private let families: Set<String>
  private let genus: String?
  private let category: String?
  private let tags: [String]
  private let due: Day?
  private let added: ClosedRange<Instant>?
  private let facts: [(FactField, FactCondition)]
  /// The known harms by scientific name.
  private var harms: [String: Bool?] = [:]
  private let needs = ListedNeeds()
  private let showsFarewells: Bool

  var kind: TaskKind? { query.kind }

  init(_ query: ListQuery, _ snapshot: borrowing Snapshot) throws {
    let clock = snapshot.clock
    self.query = query
    rooms = Set(
      try query.rooms.map {
        try snapshot.rooms.room(named: $0, query.precision)
      })
    families = Set(query.families.map(NameIndex.fold))
    genus = query.genus.map(NameIndex.fold)
    category = query.category.map(NameIndex.fold)
    tags = query.tags.map(NameIndex.fold)
    due = try query.due?.value(by: clock)
    added = try query.added?.value(by: clock)
    facts = try snapshot.conditions(of: query)
    showsFarewells = (query.fields + query.order.fields)
      .contains(ListField(.removed, .remark))
  }

  /// Returns the row of a plant; `nil` if the list does not show it.
  func row(
    _ id: PlantID, _ plant: PlantState, _ snapshot: borrowing Snapshot
  ) throws -> ListRow? {
    guard admits(plant, snapshot.rooms) else { return nil }
    let row = ListRow(
      id, plant, snapshot, kind: query.kind,
      farewell: try farewell(of: id, plant, snapshot))
    return admits(row) ? row : nil
  }

  /// Returns the remark on a plant's removal if the list shows those.
  func farewell(
    of id: PlantID, _ plant: PlantState, _ snapshot: borrowing Snapshot
  ) throws -> String? {
    guard showsFarewells, plant.removal != nil else { return nil }
    return try snapshot.farewell(of: id)
  }

  /// Returns whether the list shows a plant, according to its state.
  func admits(_ plant: PlantState, _ rooms: RoomList) -> Bool {
    guard let profile = plant.profile,
      query.presence.admits(plant),
      !query.favoritesOnly || plant.isFavorite,
      !query.unscheduledOnly || plant.lacksSchedule,
      self.rooms.isEmpty || self.rooms.contains(rooms.effective(plant.room)),
      families.isEmpty || families.contains(NameIndex.fold(profile.family)),
      genus == nil || NameIndex.fold(profile.genus) == genus,
      category == nil || profile.category.map(NameIndex.fold) == category,
      query.location == nil || plant.details.location == query.location,
      added.map({ range in
        plant.addedAt.map { range.contains($0.instant) } ?? false
      }) ?? true
    else { return false }
    return hasTags(profile) && admitsCare(of: plant)
      && facts.allSatisfy { $1.holds(of: plant, $0) }
  }

  /// Returns whether the list shows a plant, according to its tasks.
  func admits(_ row: ListRow) -> Bool {
    if let due {
      guard let next = row.next, next.due <= due else { return false }
    } else if let kind {
      guard row.next != nil || row.state.care(kind)?.schedule != nil else {
        return false
      }
    }
    return true
  }

  /// Keeps harmful plants, and returns those of unknown toxicity.
  mutating func keepHarmful(
    _ rows: inout [ListRow]
  ) throws -> [PlantName] {
    var unknown: [PlantName] = []
    rows = try rows.filter { row in
      let isHarmful = try isHarmful(row.state)
      if isHarmful == nil {
        unknown.append(PlantName(row.id, row.state.displayName))
      }
      return isHarmful ?? false
    }
    return unknown
  }

  /// Returns whether a plant harms any of the eaters; `nil` if no harm is known
  /// and some eaters are not known to be safe.
  private mutating func isHarmful(_ plant: PlantState) throws -> Bool? {
    let name = plant.profile?.scientificName ?? ""
    if let known = harms[name] { return known }
    let care = try plant.listedCare()
    let known = query.toxicTo.map { care?.isHarmful(to: $0) }
    let isHarmful =
      known.contains(true) ? true : known.contains(nil) ? nil : false
    harms[name] = .some(isHarmful)
    return isHarmful
  }

  private func hasTags(_ profile: PlantAdded) -> Bool {
    guard !tags.isEmpty else { return true }
    let own = profile.tags.map(NameIndex.fold)
    return tags.allSatisfy(own.contains)
  }

  private func admitsCare(of plant: PlantState) -> Bool {
    guard
      query.light.isEmpty
        || needs.of(plant)?.lightClass.map(query.light.contains) ?? false
    else { return false }
    if let source = query.source, plant.identificationSource != source {
      return false
    }
    guard !query.watering.isEmpty else { return true }
    guard let days = plant.wateringInterval(needs.of(plant)) else {
      return false
    }
    return query.watering.contains { $0.contains(days) }
  }
}

extension ListQuery.Presence {
  func admits(_ plant: PlantState) -> Bool {
    switch self {
    case .present: plant.removal == nil
    case .left: plant.removal != nil
    case .either: true
    }
  }
}

/// The needs of plants, looked up once per scientific name.
private final class ListedNeeds {
  private var found: [String: CareProfiled?] = [:]

  func of(_ plant: PlantState) -> CareProfiled? {
    if let own = plant.details.careProfile { return own.body }
    let name = plant.profile?.scientificName ?? ""
    if let known = found[name] { return known }
    let needs = plant.needs
    found[name] = .some(needs)
    return needs
  }
}
