internal import Encodings
internal import ErrorKit
internal import JournalQueries
internal import JournalReports
internal import JournalTime
internal import TerminalKit
internal import TextKit

extension Remedy {
  /// The remedy in words, with its commands; `command` is the one that failed,
  /// if its first argument is a plant.
  func text(afterCommand command: String? = nil) -> String {
    switch self {
    case .text(let text): text
    case .didYouMean(let names):
      "did you mean \(names.map { "'\($0)'" }.alternatives)?"
    case .agreeToPlant(let name, let id):
      "did you mean \(name)? Write the whole name or its short id: \(id)"
    case .agreeToKind(let name):
      "did you mean \(name)? Write that, or add --yes to take it; "
        + "a kind of your own needs another name"
    case .nameByID(let id, let isWhole, let field):
      "name one of them by its \(isWhole ? "id" : "short id"): "
        + (field.map { "--\($0) " } ?? command.map { "plantguide \($0) " } ?? "")
        + id
    case .listPlants: "see 'plantguide list' for all plants"
    case .choosePlantsOfRoom(let name):
      "--room \(ShellQuoting.quoted(name)) chooses the plants of that room"
    case .chooseAllPlants: "use --all for all plants"
    case .listRooms: "see 'plantguide room list' for all rooms"
    case .listTasks: "see 'plantguide task list' for the open tasks"
    case .listPlantsAndTasks:
      "see 'plantguide list' for the plants and 'plantguide task list' for the open tasks"
    case .forgetSearches: "forget the searches: plantguide search --clear"
    case .listWriters: "see 'plantguide log status' for the writers"
    case .listSettings:
      "see 'plantguide settings list' for all settings"
    case .listBackups: "see 'plantguide backup list' for all backups"
    case .listOtherBackups:
      "'plantguide backup list' lists the others"
    case .listFilters: "'plantguide list --filters' lists them"
    case .listFields: "see 'plantguide field list' for all fields"
    case .nameField: "name one first: plantguide field add price number EUR"
    case .showPlant: "see 'plantguide show' for the plant's open tasks"
    case .restorePlant(let id):
      "bring it back first: plantguide restore \(id)"
    case .restorePlantRenamed(let id):
      "bring it back under another: plantguide restore \(id) --name NICKNAME"
    case .clearParent(let id):
      "if it is the other way round, first: plantguide edit \(id) --clear from"
    case .setSchedule(let plant, let kind):
      "give it a schedule: plantguide schedule set '\(plant)' \(kind) --every 7d"
    case .skipDueDay(let day):
      "leave --due out, which skips \(day), or name a later day"
    case .giveInterval(let orField):
      orField
        ? "say how often, or another field: --every 7d" : "say so: --every 7d"
    case .nameTask(let tasks):
      "say which one with --task: \(tasks.joined(by: ", "))"
    case .writeNote: "'plantguide note NAME \"A new leaf\"' writes one"
    case .addPhoto: "'plantguide photo add NAME FILE' adds one"
    case .bringPhotos:
      "'plantguide sync --photos --check' or 'plantguide backup restore BACKUP --photos' brings them"
    case .syncPhotos: "'plantguide sync --photos' brings them"
    case .editPhoto(let plant, let photo):
      "'plantguide photo edit \(plant) \(photo)' with --at or --note changes that"
    case .addErasedPhoto: "'photo add' would add it again"
    case .bringBackPhotos:
      "'plantguide sync --photos' or a backup may bring them"
    case .removePhoto: "'plantguide photo remove NAME ID' takes one away"
    case .sweepPhotos: "plantguide photo gc"
    case .listPhotos: "'plantguide photo list NAME' shows the ids"
    case .removeTags: "take some away with --untag"
    case .placeRoom(let name): "such as: plantguide room order \(name) 1"
    case .findActionID:
      "'plantguide history' shows the ids at the ends of its lines"
    case .undoEarlier(let id):
      "'plantguide undo \(id)' undoes the last action that can be undone"
    case .showHistory: "'plantguide history' shows what was done since"
    case .endTask(let id): "'plantguide task done \(id)' ends it"
    case .recordAllKinds:
      "'plantguide done --due --all-kinds' records them, too"
    case .fitWatering(let id, let hasProfile):
      "'plantguide schedule set \(id) watering "
        + "\(hasProfile ? "--anew" : "--winter SPAN")' fits it to the new place"
    case .adopt(let isLikely):
      "adopt them on a terminal, which asks,\(isLikely ? " by name with --yes if only one plant is similar," : "") or after 'plantguide edit PLANT --scientific NAME --name NICKNAME'"
    case .agreeToCare:
      "to take the other care, repeat the command with --yes, or on a terminal, which asks"
    case .adoptAll:
      "'plantguide adopt --all' takes care from the catalogue"
    case .setMonths:
      "change them with: plantguide schedule set PLANT KIND --months MONTHS"
    case .changeFields(let names):
      "change them with "
        + Phrase.list(names.map { "--\($0)" }, joinedBy: "and")
    case .startJournal:
      "add a plant, or set PLANTGUIDE_HOME to the journal's directory"
    case .joinJournals:
      "to keep both apart, set PLANTGUIDE_HOME to the home of that journal; to make both one, add --merge"
    case .restoreIntoEmptyHome:
      "restore into an empty home, by another PLANTGUIDE_HOME"
    case .rebuildProjections:
      "run 'plantguide log rebuild'; if that fails too, 'plantguide log repair'"
    case .verifyLog:
      "'plantguide log repair' saves what is whole and fetches the rest; "
        + "'plantguide log verify' lists the events that are not whole"
    case .findBadEvent: "run 'plantguide log verify' to find the event"
    case .salvage:
      "'plantguide log repair' saves what is whole, and fetches the rest from remotes and backups"
    case .bringEventsBack:
      "'plantguide log repair' fetches them from backups and remotes; "
        + "'plantguide log rebuild' accepts the loss"
    case .importStray:
      "once they are back, import them: plantguide import events"
    case .addRooms:
      "rooms are made with the plants that grow in them, or by 'plantguide room add'"
    case .loadHistory: "load a history kept elsewhere with --as-recorded"
    case .importEvents:
      "take over events, which 'plantguide export events' writes"
    case .correctInput: "mend the input, then try again with --dry-run"
    case .readAboutTables:
      "the first line names the columns: see 'plantguide help import csv'"
    case .nameZone: "name that zone with --zone, or undo that import first"
    case .takeOlder:
      "import the latest backup; 'plantguide import hortusfox --older' imports this one and takes back what came later"
    case .readAboutDates(let ways):
      "\(ways); see 'plantguide help dates'"
    case .readAboutCatalogues: "see 'plantguide help catalogue import'"
    case .importCatalogueAgain:
      "import it again, or 'plantguide catalogue remove'"
    case .tryOtherWords:
      "try fewer or other words; 'plantguide browse' lists all"
    case .browseCatalogue:
      "'plantguide browse --by family' lists all"
    case .syncAgain(let remote): "try again: plantguide sync \(remote)"
    case .compactRemote(let remote):
      "'plantguide sync --compact \(remote)' rewrites it"
    case .checkRemote:
      "'plantguide sync --check' on a machine that holds these events puts them there again"
    case .addRemote: "add one: plantguide remote add usb /media/usb/plants"
    case .addChannel:
      "'plantguide remind setup' asks what is needed; 'plantguide channel add' adds one by hand"
    case .chooseJournal:
      "say which one: plantguide remote add NAME ADDRESS --journal ID"
    case .goOnline:
      "allow it with 'plantguide settings set offlineMode off'"
    case .giveKey(let service, let page, let variable):
      "get a key at \(page), then set \(variable) or run 'plantguide services set \(service) --key-file FILE'"
    case .tryAfter: saying(\.rfc3339).text()
    case .addModel(let orKey):
      "'plantguide model add DIRECTORY' adds a model"
        + (orKey
          ? ", and 'plantguide services set plantnet --key-file FILE' sets a key of Pl@ntNet"
          : "")
    case .checkModel(let name):
      "check it with 'plantguide model check\(name.map { " \($0)" } ?? "")', or add it again"
    case .listModels: "'plantguide model list' has the names"
    case .chooseResult:
      "--choose, by number or name, says which of the results it is"
    case .install(let program): "install or build '\(program)'"
    case .run(let words):
      words.map(ShellQuoting.quoted).joined(by: " ")
    case .useHome(let place): "set PLANTGUIDE_HOME to \(place)"
    case .useOwnHome: "use a home of your own: set PLANTGUIDE_HOME"
    case .movePlant(let id): "plantguide move \(id) Kitchen"
    case .renamePlant(let id, let other):
      "plantguide edit \(id) --name NAME" + Self.merging(id, other)
    case .renameRoom(let id, let other):
      "plantguide room edit \(id) --name NAME" + Self.merging(id, other)
    case .resetSetting(let key): "plantguide settings reset \(key)"
    case .setTimeZone: "plantguide settings set timeZone Europe/Paris"
    case .makeBackup: "plantguide backup"
    case .foldAgain: "plantguide log rebuild"
    case .compact: "plantguide log compact"
    case .giveHookTime:
      "give it longer: plantguide settings set hookSeconds 60"
    case .removeCatalogue: "plantguide catalogue remove"
    }
  }
}

extension Remedy {
  /// The remedy if both are one.
  private static func merging(_ id: String, _ other: String?) -> String {
    other.map { "; if both are one: plantguide merge \(id) \($0)" } ?? ""
  }
}

extension Wording {
  /// The wording of a command line.
  static let commandLine = Wording(
    remedy: { $0.text() }, filter: MachineSettingKey.listOptions.shown,
    edit: \.command)
}
