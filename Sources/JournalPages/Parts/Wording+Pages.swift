package import ErrorKit
internal import JournalQueries
package import JournalReports
internal import JournalTime

extension Wording {
  /// The wording of pages: remedies name pages and their buttons.
  package static let pages = Wording(
    remedy: { remedyWithinPages($0) }, filter: { text, _ in text },
    edit: { _ in nil }, isOfPages: true)

  /// Returns a remedy as the end of a sentence in a receipt.
  private static func remedyWithinPages(_ remedy: Remedy) -> String {
    switch remedy {
    case .setSchedule: "the page of the plant sets one, under Schedules"
    case .fitWatering: "the page of the plant changes it, under Schedules"
    case .endTask: "the page of the tasks ends it"
    case .recordAllKinds: "do each by itself"
    case .renamePlant: "Edit, on the plant's page, renames it"
    case .changeFields: "Edit, on the plant's page, changes them"
    case .editPhoto: "the page of the photo changes it"
    case .adopt: "the page of the plant adopts care of the catalogue"
    case .agreeToCare:
      "the page of the plant, under Needs, takes the other care"
    case .setMonths: "the page of the plant sets its months, under Schedules"
    case .run: "History undoes what was done, and Edit changes tags"
    case .bringBackPhotos: "add them again"
    default: remedyOfPages(remedy) ?? "History shows what happened"
    }
  }

  /// Returns a remedy in words for the reader of a page; `nil` if a page has no
  /// words for it.
  package static func remedyOfPages(_ remedy: Remedy) -> String? {
    switch remedy {
    case .text(let text): text
    case .didYouMean(let names): "Did you mean \(names.alternatives)?"
    case .agreeToPlant(let name, _), .agreeToKind(let name):
      "Did you mean \(name)?"
    case .nameByID: "Choose one in the collection."
    case .listPlants, .listPlantsAndTasks: "The collection lists all plants."
    case .listRooms, .addRooms: "The page of the rooms lists all rooms."
    case .listTasks, .nameTask: "The page of the tasks lists all of them."
    case .restorePlant: "Bring the plant back first."
    case .restorePlantRenamed: "Bring the plant back under another name."
    case .skipDueDay(let day): "Skip \(day) instead."
    case .giveInterval: "Say how often, such as 7d."
    case .readAboutDates(let ways): ways
    case .tryOtherWords: EmptyWords.otherWords
    case .browseCatalogue: "Look through the groups of the catalogue."
    case .renamePlant, .renameRoom: "Give one of them another name."
    case .removeTags: "Remove some tags."
    case .correctInput: "Correct the input, and send it again."
    case .tryAfter: remedyOfPages(remedy.saying(\.rfc3339))
    case .chooseResult: "Choose one of the results."
    default:
      remedy.words(atTerminalOf: "the machine that shows these pages")?
        .capitalizedSentence
    }
  }
}

extension Remedy {
  /// Returns the remedy in words if it needs a terminal of the server's machine,
  /// as a service or a model does; `nil` for any other.
  package func words(atTerminalOf machine: String) -> String? {
    let ways: String? =
      switch self {
      case .goOnline:
        "the command 'plantguide settings set offlineMode off' allows it"
      case .giveKey(let service, let page, _):
        "the command 'plantguide services set \(service) --key-file FILE' sets a key; you get one at \(page)"
      case .addModel(let orKey):
        "the command 'plantguide model add DIRECTORY' adds a model"
          + (orKey
            ? ", and 'plantguide services set plantnet --key-file FILE' sets a key of Pl@ntNet"
            : "")
      case .checkModel:
        "the command 'plantguide model check' checks it, and 'plantguide model add DIRECTORY' replaces it"
      default: nil
      }
    if case .install(let program) = self {
      return "install '\(program)' on \(machine)"
    }
    return ways.map { "in a terminal on \(machine), \($0)" }
  }
}
