public import CatalogueKit
public import JournalCare
public import JournalEvents
public import JournalProjections
public import JournalTime
internal import SearchEngine

/// Which plants a list shows, and in which order.
public struct ListQuery: Sendable {
  /// What to search for; empty for nothing.
  public var words: [String] = []
  /// A Boolean value that indicates whether words are searched for: blanks
  /// alone are none.
  public var isSearch: Bool {
    words.contains { $0.contains { !$0.isWhitespace } }
  }
  /// The rooms, by name or id, of which a plant is in one; empty for all.
  public var rooms: [String] = []
  /// The botanical families, of which a plant has one; empty for all.
  public var families: [String] = []
  /// The genus.
  public var genus: String?
  /// The category.
  public var category: String?
  /// Where the plants grow.
  public var location: GrowingLocation?
  /// The light that they need, by their own profile or else the catalogue's;
  /// empty for any.
  public var light: [LightClass] = []
  /// The days between waterings, by their schedule or else their need; empty
  /// for any.
  public var watering: [ClosedRange<Int>] = []
  /// To whom they are known to be poisonous, to any of these; empty for all
  /// plants.
  public var toxicTo: [CareProfile.Toxicity.Eater] = []
  /// How they were identified.
  public var source: IdentificationSource?
  /// Labels, of which a plant has all.
  public var tags: [String] = []
  /// A Boolean value that indicates whether only favourites are shown.
  public var favoritesOnly = false
  /// Whether the plants are meant that are there, or those that left.
  public enum Presence: Sendable {
    case present
    case left
    case either
  }

  /// Which of these are shown.
  public var presence = Presence.present
  /// The only kind of care that counts; `nil` for all.
  public var kind: TaskKind?
  /// The day by which a task is due.
  public var due: Timed<Day>?
  /// When they were added.
  public var added: Timed<ClosedRange<Instant>>?
  /// What is asked of fields that people named; a plant meets all.
  public var facts: [FactCondition] = []
  /// The fields that are shown, of which those that people named must be
  /// there.
  public var fields: [ListField] = []
  /// The order.
  public var order = ListOrder()
  /// How many plants are shown at most.
  public var limit = Int.max
  /// A Boolean value that indicates whether plants count that match only by a
  /// typing error.
  public var takesNear = true
  /// A Boolean value that indicates whether the views of the plants are read as
  /// well, which open the log.
  public var includesViews = false

  /// Creates a query for all plants that are there, by name.
  public init() {}

  /// A Boolean value that indicates whether no plant beyond the limit needs to
  /// be looked at. Who is not known to be poisonous is told of all.
  fileprivate var stopsAtLimit: Bool { limit < .max && toxicTo.isEmpty }
}

/// The plants of a list, in its order.
public struct Listing: Sendable {
  /// What is shown of each.
  public fileprivate(set) var rows: [ListRow] = []
  /// The same plants whole, where that was asked for.
  public fileprivate(set) var views: [PlantView] = []
  /// A Boolean value that indicates whether more matched than the limit allows.
  public fileprivate(set) var wasCut = false
  /// A Boolean value that indicates whether words were searched for.
  public fileprivate(set) var isSearch = false
  /// The plants that are left out of a list of poisonous ones since nothing is
  /// known of them, which does not mean that they are safe.
  public fileprivate(set) var unknownToxicity: [PlantName] = []
  /// The nearest plants, where only such were found and they do not count.
  public fileprivate(set) var nearNames: [String] = []
}

extension Snapshot {
  /// The plants that a list shows.
  ///
  /// - Throws: ``RoomNameError``, and `SearchQueryError` where the words are
  ///   too many.
  /// - Complexity: O(*k*) for a limit of *k* by name as the journal is now,
  ///   else O(*n* log *n*) for *n* plants; notes are read where words are
  ///   searched for.
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
      // A limited list by name opens no more plants than it shows, and one
      // more to know that there are others.
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

  /// Returns whether a list could be asked for; nothing is read but rooms.
  ///
  /// - Throws: What ``list(_:)`` would.
  public func check(_ query: ListQuery) throws {
    _ = try ListFilter(query, self)
    _ = try CollectionSearch(query.words)
  }

  /// The plants that have the words, the best match first. Notes are read
  /// here alone, and only those of plants that the filter admits.
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
    // What only nearly matches comes last, so that as many are enough; of
    // those that do not count a few are named.
    let most =
      query.order.isUnsaid && query.stopsAtLimit
      ? max(query.limit + 1, Listing.nearNameCount) : .max
    var rows: [ListRow] = []
    try search.forEachFound { id, match in
      guard let state = try plant(id) else { return true }
      let row = ListRow(id, state, self, kind: filter.kind, match: match)
      if filter.admits(row) { rows.append(row) }
      return rows.count < most
    }
    return rows
  }
}

extension Listing {
  /// Takes away what matches by a typing error, and keeps a few of the names.
  fileprivate mutating func dropNear(from rows: inout [ListRow]) {
    let near = rows.filter { $0.match?.level == .fuzzy }
    rows.removeAll { $0.match?.level == .fuzzy }
    guard rows.isEmpty else { return }
    nearNames = near.prefix(Self.nearNameCount).map(\.state.displayName)
  }

  fileprivate static let nearNameCount = 5
}

/// A query with its names and times told by the journal.
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
  /// What was looked up, by scientific name.
  private var harms: [String: Bool?] = [:]
  private let needs = ListedNeeds()

  var kind: TaskKind? { query.kind }

  init(_ query: ListQuery, _ snapshot: borrowing Snapshot) throws {
    let clock = snapshot.clock
    self.query = query
    rooms = Set(try query.rooms.map { try snapshot.rooms.room(named: $0) })
    families = Set(query.families.map(NameIndex.fold))
    genus = query.genus.map(NameIndex.fold)
    category = query.category.map(NameIndex.fold)
    tags = query.tags.map(NameIndex.fold)
    due = try query.due?.value(by: clock)
    added = try query.added?.value(by: clock)
    facts = try snapshot.conditions(of: query)
  }

  /// What the list shows of a plant; `nil` where it does not.
  func row(
    _ id: PlantID, _ plant: PlantState, _ snapshot: borrowing Snapshot
  ) throws -> ListRow? {
    guard admits(plant, snapshot.rooms) else { return nil }
    let row = ListRow(id, plant, snapshot, kind: query.kind)
    return admits(row) ? row : nil
  }

  /// Returns whether the list shows a plant, as its state tells.
  func admits(_ plant: PlantState, _ rooms: RoomList) -> Bool {
    guard let profile = plant.profile,
      query.presence.admits(plant),
      !query.favoritesOnly || plant.isFavorite,
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

  /// Returns whether the list shows a plant, as its tasks tell.
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

  /// Keeps the plants that harm; those of which that is not known are returned.
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

  /// Returns whether a plant harms any of them; `nil` where it is not known to
  /// harm one, and not known of all.
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

/// What plants need, looked up once for each scientific name.
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
