internal import CatalogueKit
package import CatalogueStore
internal import JournalActions
package import JournalEvents
internal import JournalProjections
package import JournalQueries

/// The outcome of fetching pictures for plants.
package struct FetchedPictures {
  /// A species with its plants.
  package struct Result {
    /// The plants of the species.
    package let plants: [PlantName]
    /// The scientific name.
    package let species: String
    /// The outcome.
    package let outcome: PictureFetcher.Outcome
  }

  /// The results, in the order of the first plant of each species.
  package var results: [Result] = []
  /// The failure because of which Trefle was not asked; `nil` if it was, or has
  /// no key.
  package var trefleFailure: ServiceError?
}

extension CareJournal {
  /// Fetches pictures for the species of plants, each once. Pictures that are
  /// kept stay as they are.
  ///
  /// A call after a failure fetches only what is left.
  ///
  /// - Throws: ``ServiceError``, `PhotoFault` and errors of choosing plants.
  package func fetchPictures(
    of plants: PlantChoice, in catalogues: Catalogues,
    by fetcher: PictureFetcher
  ) throws -> FetchedPictures {
    try removeStrayPictures(in: catalogues)
    var names: [(subject: String, plants: [OnlineName])] = []
    for plant in try onlineNames(of: plants, in: catalogues) {
      if let place = names.firstIndex(where: { $0.subject == plant.subject }) {
        names[place].plants.append(plant)
      } else {
        names.append((plant.subject, [plant]))
      }
    }
    var fetched = FetchedPictures()
    for (_, plants) in names {
      let species = plants[0].name
      fetched.results.append(
        .init(
          plants: plants.map(\.plant), species: species,
          outcome: try fetcher.picture(of: species)))
    }
    fetched.trefleFailure = fetcher.trefleFailure
    return fetched
  }

  /// Returns the kept picture of a plant's species; `nil` if there is none.
  ///
  /// - Throws: Errors of choosing plants.
  package func speciesPicture(
    of plant: PlantID, in catalogues: Catalogues
  ) throws -> SpeciesPicture? {
    let shelf = PictureShelf(ofHomeAt: homePath)
    guard !shelf.isEmpty else { return nil }
    let choice = PlantChoice(
      names: [plant.description], choosesRemoved: true,
      naming: PlantNaming(.exact, includesRemoved: true))
    return try onlineNames(of: choice, in: catalogues).first.flatMap {
      shelf.picture(of: $0.name)
    }
  }

  /// Removes kept pictures of species of which the collection has no plant.
  ///
  /// - Throws: Errors of reading the journal, and `FileSystemError`.
  package func removeStrayPictures(in catalogues: Catalogues) throws {
    let shelf = PictureShelf(ofHomeAt: homePath)
    guard !shelf.isEmpty, exists else { return }
    // The index of names answers for nearly all species.
    var (stray, hasPlants) = try read { snapshot in
      (
        try shelf.subjects.filter {
          try snapshot.presentPlantCount(called: $0) == 0
        }, try snapshot.count(of: .total) > 0
      )
    }
    guard !stray.isEmpty else { return }
    if hasPlants {
      // Plants may have other names for the same species.
      let all = try onlineNames(
        of: PlantChoice(takesAll: true, naming: PlantNaming(.exact)),
        in: catalogues)
      stray.subtract(all.map(\.subject))
    }
    guard !stray.isEmpty else { return }
    _ = try shelf.clear(subjects: stray)
  }
}
