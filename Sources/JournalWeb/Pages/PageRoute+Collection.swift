internal import CatalogueKit
internal import CatalogueStore
internal import HTMLKit
internal import JournalActions
internal import JournalCare
internal import JournalEvents
internal import JournalInput
internal import JournalPages
internal import JournalProjections
internal import JournalQueries
internal import JournalSync
internal import PlantServices
internal import QRCode

extension PageRoute {
  /// The pages of the collection and the catalogue.
  static let collection: [PageRoute] = [
    .page("plants") { call in
      let view =
        try call.fields.choice("view", of: CollectionPage.View.self) ?? .grid
      let isWhole = try call.fields.flag("whole") ?? false
      _ = try call.fields.flag("select")
      var query = try call.fields.listQuery()
      query.includesViews = false
      if !isWhole { query.limit = min(query.limit, mostPlants) }
      let fields = call.pageQuery
      let (listing, choices, pictures) = try call.read { [query] snapshot in
        let listing = try snapshot.list(query)
        return (
          listing, try snapshot.choices(),
          try snapshot.pictures(of: listing.rows.map(\.id))
        )
      }
      return CollectionPage(
        listing, words: query.words, query: fields, view: view,
        choices: choices, pictures: pictures)
    },
    .page("plants/new", .changeAll, dependsOnJournalAlone: false) { call in
      let species = try call.fields.text("species")
      let text = try call.fields.text("query")
      let isTyped = try call.fields.flag("as-typed") ?? false
      let catalogues = call.catalogues
      guard let species else {
        try call.fields.finish()
        let (found, total) =
          try text.map {
            try catalogues.search($0, limit: mostFound)
          } ?? ([], 0)
        // A file of searches that cannot be read is no reason to refuse.
        let recent = (try? call.journal.recentSearches()) ?? []
        return PlantSearchPage(
          text, found: found, total: total,
          recent: recent.prefix(8).map(\.query))
      }
      let name = try NameInput.name(species, "the scientific name")
      let reading = try isTyped ? nil : catalogues.reading(of: name)
      return try call.read { snapshot in
        NewPlantPage(
          name, reading, rooms: snapshot.roomList.rooms,
          plants: try snapshot.plantOptions(atMost: .max),
          tags: try snapshot.tags().map(\.name), in: snapshot.units)
      }
    },
    .page("browse") { call in
      let grouping = try call.fields.choice("by", of: BrowseGrouping.self)
      let isWhole = try call.fields.flag("whole") ?? false
      var query = try call.fields.browseQuery()
      try call.fields.finish()
      let letters = try BundledCatalogue.groups(by: .letter)
      guard query.isNarrowed else {
        let groups = try BundledCatalogue.groups(by: grouping ?? .category)
        return BrowsePage(
          .groups(groups.groups, by: grouping ?? .category),
          total: groups.total, letters: letters.groups, query: call.pageQuery)
      }
      if !isWhole { query.limit = min(query.limit ?? .max, mostPlants) }
      let found = try BundledCatalogue.plants(query)
      var page = BrowsePage(
        .plants(group: found.group, found.plants, total: found.total),
        total: letters.total, letters: letters.groups, query: call.pageQuery)
      page.pictures = PictureShelf(ofHomeAt: call.journal.homePath)
        .pictures(of: found.plants.lazy.map(\.entry.scientificName))
      return page
    },
    .page("browse/{entry}", dependsOnJournalAlone: false) { call in
      let page = try call.catalogues.page(of: call.parameters[0])
      let name = page.plant.entry.scientificName
      let picture = PictureShelf(ofHomeAt: call.journal.homePath)
        .picture(of: name)
      return try call.read { snapshot in
        let plants = try snapshot.presentPlants(called: name)
        let pictures = try snapshot.pictures(of: plants)
        let owned = try plants.sorted().map { id in
          CataloguePlantPage.Owned(
            PlantName(id, try snapshot.plant(id)?.displayName ?? ""),
            pictures[id])
        }
        var content = CataloguePlantPage(
          page, owned: owned, in: snapshot.units)
        content.picture = picture
        return content
      }
    },
    // Its codes hold the address at which it was asked for.
    .page("labels", dependsOnJournalAlone: false) { call in
      let sheet =
        try call.fields.choice("sheet", of: LabelsPage.Sheet.self) ?? .a4x24
      let skipped = min(
        try call.fields.number("skip", in: 0...39) ?? 0, sheet.count - 1)
      let start = try call.fields.number("start", in: 1...1_000_000) ?? 1
      let isTest = try call.fields.flag("test") ?? false
      let only = Set(try call.fields.texts("plant"))
      var query = try call.fields.listQuery()
      query.includesViews = false
      let count = sheet.mostLabels - skipped
      let most = query.limit
      // The chosen plants may be anywhere in the list.
      query.limit = only.isEmpty ? min(most, start + count) : .max
      let fields = call.pageQuery
      let origin = call.request.site
      let codes = call.api.codes
      return try call.read { [query] snapshot in
        let rows = try snapshot.list(query).rows
          .filter { only.isEmpty || only.contains($0.id.description) }
          .dropFirst(start - 1)
        let labels = rows.prefix(count).map { row in
          LabelsPage.Label(
            row,
            code: origin.flatMap {
              codes.drawing(of: "\($0.text)/plants/\(row.id)")
            })
        }
        return LabelsPage(
          labels, on: sheet, skipping: skipped,
          rooms: try snapshot.countedRooms().filter { $0.count > 0 }
            .map { ($0.room.id.description, $0.room.name) },
          query: fields, isReachable: origin.map { !$0.isLoopback } ?? false,
          isTest: isTest, start: start, hasMore: rows.count > labels.count)
      }
    },
  ]

  /// More plants are shown on demand.
  private static let mostPlants = 200
  private static let mostFound = 40
}

extension APICall {
  /// The fields of the page's address, which its links change.
  fileprivate var pageQuery: PageQuery {
    PageQuery(
      PagePath(components: request.path),
      request.queryFields.filter {
        !["did", "as-of"].contains($0.name) && !$0.value.isEmpty
      })
  }
}

extension Snapshot {
  /// Returns the conditions by which plants can be chosen.
  fileprivate func choices() throws -> CollectionPage.Choices {
    let (rooms, tags) = try countedRoomsAndTags()
    return CollectionPage.Choices(
      rooms: rooms, families: try families(), tags: tags,
      saved: savedFilters.sorted { $0.key.name < $1.key.name }.map {
        CollectionPage.SavedFilter(
          name: $0.key.name, fields: SavedFilterInput.fields(of: $0.value))
      }, total: try count(of: .total))
  }
}
