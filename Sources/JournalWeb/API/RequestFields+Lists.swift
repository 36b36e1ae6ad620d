internal import CatalogueStore
internal import JournalEvents
internal import JournalInput
internal import JournalQueries

extension RequestFields {
  /// Takes the conditions and the order of a list of plants out.
  mutating func listQuery() throws -> ListQuery {
    var query = ListQuery()
    query.words =
      try text("query").map { $0.split(separator: " ") }?
      .map(String.init) ?? []
    query.rooms = try texts("room")
    query.precision = .exact
    query.families = try texts("family").flatMap(SelectionInput.parts)
    query.genus = try text("genus")
    query.category = try text("category")
    query.location = try choice("location")
    query.tags = try texts("tag")
    query.favoritesOnly = try flag("favorite") ?? false
    query.unscheduledOnly =
      try choice("schedule", of: ScheduleField.self) != nil
    query.light = try texts("light").flatMap(SelectionInput.lights)
    query.watering = try texts("watering").flatMap(ListInput.waterings)
    query.toxicTo = try texts("toxic").flatMap { try SelectionInput.cases($0) }
    query.source = try choice("source")
    if try flag("removed") ?? false { query.presence = .left }
    if try flag("all") ?? false { query.presence = .either }
    query.kind = try kind()
    query.facts = try texts("field").map(ListInput.condition)
    query.due = try day("due")
    let since = try text("added-since")
    let until = try text("added-until")
    if since != nil || until != nil {
      query.added = ListInput.added(
        since: since, until: until,
        reversed: FieldError("added-since", "is later than added-until"))
    }
    let isOfRemoved = query.presence == .left && !query.isSearch
    query.order =
      try text("sort").map { try ListOrder($0) }
      ?? (isOfRemoved ? .latestRemoved : ListOrder())
    query.limit = try limit() ?? .max
    query.takesNear = try flag("near") ?? true
    query.includesViews = true
    return query
  }

  /// Takes the conditions for browsing the catalogue out.
  mutating func browseQuery() throws -> BrowseQuery {
    var query = BrowseQuery()
    query.group = try text("group")
    query.safeFor = try texts("safe-for").flatMap {
      try SelectionInput.cases($0)
    }
    query.light = try texts("light").flatMap(SelectionInput.lights)
    query.text = try text("query")
    query.languages = try languages()
    query.limit = try limit()
    return query
  }
}

/// The plants that are chosen by their schedules.
private enum ScheduleField: String, CaseIterable {
  case none
}
