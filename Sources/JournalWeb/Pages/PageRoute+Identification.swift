internal import HTMLKit
internal import JournalActions
internal import JournalCare
internal import JournalEvents
internal import JournalIdentification
internal import JournalPages
internal import JournalProjections
internal import JournalQueries
internal import JournalReports
internal import JournalSync
internal import PlantServices

extension PageRoute {
  /// The pages that identify plants.
  static let identification: [PageRoute] = [
    .page("identify", .changeAll, dependsOnJournalAlone: false) { call in
      try call.fields.finish()
      let status = try? call.status(of: .plantnet)
      return IdentifyPage(
        try call.api.identifier.means(call.journal), quota: status?.quotaCount)
    },
    .page("identify/history") { call in
      let plants = try call.fields.plants(nil, .exact(includesRemoved: true))
      let isWhole = try call.fields.flag("whole") ?? false
      let most = isWhole ? nil : IdentificationHistoryPage.most
      let (entries, pictures, today) = try call.read { snapshot in
        let entries = try snapshot.identifications(
          of: plants, limit: most.map { $0 + 1 } ?? .max)
        return (
          entries, try snapshot.pictures(of: Set(entries.map(\.plant.id))),
          snapshot.today
        )
      }
      return IdentificationHistoryPage(
        entries, most: most, pictures: pictures, today: today)
    },
    .page(
      "identify/{identification}", .changeAll, dependsOnJournalAlone: false
    ) { call in
      let entry = try call.api.identifications.entry(
        call.parameters[0], of: call.guest, at: call.journal.now)
      guard !entry.isUsed else { return UsedPhotosPage() }
      guard let found = entry.found else {
        throw RequestError.identificationEnded
      }
      let number = try call.fields.number("choose", in: 1...found.plants.count)
      let chosen = found.index(choosing: number)
      let pictures = PictureShelf(ofHomeAt: call.journal.homePath)
        .pictures(of: found.plants.lazy.map(\.scientificName))
      return try call.read { snapshot in
        let owned = try chosen.map {
          try snapshot.presentPlants(called: found.plants[$0].scientificName)
        }
        var page = IdentifiedPage(
          entry.id, found, chosen: chosen, owned: owned ?? [],
          plants: try snapshot.plantOptions(atMost: .max),
          rooms: snapshot.roomList.rooms)
        page.pictures = pictures
        return page
      }
    },
    .file("identify/{identification}/picture", .changeAll) { call in
      try call.fields.finish()
      return call.image(try call.staged().picture)
    },
  ]
}
