internal import ErrorKit
internal import JournalPages
internal import JournalQueries
internal import JournalReports
internal import JournalTime

extension Wording {
  /// The wording of the API: remedies name its resources.
  static let api = Wording(
    remedy: { remedyOfAPI($0) ?? "look at the journal on its own machine" },
    filter: { text, _ in text }, edit: { _ in nil })

  /// Returns a remedy in words; `nil` if only somebody at the journal's own
  /// machine can carry it out.
  static func remedyOfAPI(_ remedy: Remedy) -> String? {
    switch remedy {
    case .text(let text): text
    case .didYouMean(let names): "did you mean \(names.alternatives)?"
    case .agreeToPlant(let name, let id):
      "did you mean \(name)? Send the whole name or its short id: \(id)"
    case .agreeToKind(let name):
      "did you mean \(name)? A kind of your own needs another name"
    case .nameByID(let id, _, _): "name one of them by its id, such as \(id)"
    case .listPlants: "GET plants lists all plants"
    case .listRooms, .addRooms: "GET rooms lists all rooms"
    case .choosePlantsOfRoom(let name):
      "'room': '\(name)' selects the plants of that room"
    case .chooseAllPlants: "'all': true selects all plants"
    case .listTasks, .nameTask: "GET tasks lists the open tasks"
    case .listPlantsAndTasks:
      "GET plants lists all plants, and GET tasks the open tasks"
    case .listWriters: "GET history shows who recorded what"
    case .listSettings: "GET settings lists all settings"
    case .showPlant: "GET plants/ID shows the plant's open tasks"
    case .restorePlant(let id): "bring it back first: POST plants/\(id)/restore"
    case .restorePlantRenamed(let id):
      "bring it back under another name: POST plants/\(id)/restore with 'name'"
    case .skipDueDay(let day): "leave out 'due' to skip \(day)"
    case .giveInterval: "say how often: 'every': '7d'"
    case .writeNote: "POST notes writes one"
    case .listPhotos: "GET plants/ID/photos lists them"
    case .findActionID, .showHistory: "GET history lists the actions"
    case .undoEarlier(let id): "POST undo with 'action': '\(id)' undoes that"
    case .agreeToCare: "'likely': true takes the other care"
    case .endTask(let id): "POST tasks/\(id)/done ends it"
    case .recordAllKinds: "'all-kinds': true includes them"
    case .readAboutDates(let ways): ways
    case .tryOtherWords: "try fewer or other words"
    case .browseCatalogue: "GET browse lists the groups of the catalogue"
    case .changeFields(let fields):
      "PATCH plants/ID changes \(fields.joined(separator: ", "))"
    case .renamePlant(let id, _): "PATCH plants/\(id) with 'name' renames it"
    case .movePlant(let id): "PATCH plants/\(id) with 'room' moves it"
    case .renameRoom(let id, _): "PATCH rooms/\(id) with 'name' renames it"
    case .removeTags: "remove some with 'untag'"
    case .correctInput: "correct the input, and send it again"
    case .addPhoto: "POST photos adds one"
    case .editPhoto(_, let photo): "PATCH photos/\(photo) changes it"
    case .removePhoto: "DELETE photos/ID removes one"
    case .tryAfter: remedyOfAPI(remedy.saying(\.rfc3339))
    case .chooseResult: "the number in 'choose' says which of the results it is"
    case .goOnline, .giveKey, .addModel, .checkModel, .install:
      remedy.words(atTerminalOf: "the server's machine")
    case .forgetSearches, .listBackups, .listOtherBackups, .listFilters,
      .listFields, .nameField, .clearParent, .setSchedule, .addErasedPhoto,
      .bringBackPhotos, .bringPhotos, .syncPhotos, .sweepPhotos, .placeRoom,
      .fitWatering, .adopt, .adoptAll,
      .setMonths, .startJournal, .joinJournals, .restoreIntoEmptyHome,
      .rebuildProjections, .verifyLog, .findBadEvent, .salvage,
      .bringEventsBack, .importStray, .importEvents, .loadHistory,
      .readAboutTables, .nameZone, .takeOlder, .readAboutCatalogues,
      .importCatalogueAgain, .addRemote, .addChannel, .chooseJournal,
      .syncAgain, .listModels, .compactRemote, .checkRemote, .run, .useHome,
      .useOwnHome, .resetSetting,
      .setTimeZone, .makeBackup, .foldAgain, .compact, .giveHookTime,
      .removeCatalogue:
      nil
    }
  }
}
