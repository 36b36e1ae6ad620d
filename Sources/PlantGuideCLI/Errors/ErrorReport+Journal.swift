internal import Encodings
internal import JournalCare
internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import LMDBKit
internal import TerminalKit

extension ErrorReport {
  /// What the rules of care refuse.
  static func ofRules(_ error: any Error) -> ErrorReport? {
    switch error {
    case let error as CareError:
      ErrorReport(error.description, hint: error.hint, exitCode(of: error))
    case let error as ActionError:
      ErrorReport(error.description, .wrongUsage)
    case let error as ClockError:
      ErrorReport(
        error.description,
        hint: "run 'plantguide log verify' to find the event", .damagedData)
    default: nil
    }
  }

  private static func exitCode(of error: CareError) -> ExitCode {
    switch error {
    case .unknownPlant, .unknownRoom, .unknownTask, .unknownWriter,
      .nothingDue:
      .nothingMatched
    case .plantExists, .removedPlant, .nicknameTaken,
      .restoredNicknameTaken, .roomExists, .otherRoomStays, .notDueYet,
      .emptyEdit, .emptyMeasurement, .nicknameIsShortID, .circularLineage,
      .ownParent, .tooFarAhead, .tooLongAgo, .badSetting:
      .wrongUsage
    }
  }

  /// What is wrong with stored or received data.
  static func ofStorage(_ error: any Error) -> ErrorReport? {
    switch error {
    case let error as StorageError:
      ErrorReport(error.description, hint: error.hint, exitCode(of: error))
    case let error as EventDecodingError: decoding(error)
    case let error as CBORError:
      ErrorReport(
        "the data is damaged: \(error)", hint: restoreHint, .damagedData)
    case let error as ReceiveError: receiving(error)
    case let error as JournalError: journal(error)
    default: nil
    }
  }

  static let restoreHint =
    "run 'plantguide log verify' to see how much is affected, then restore "
    + "a backup"

  private static func exitCode(of error: StorageError) -> ExitCode {
    switch error {
    case .damagedValue, .damagedEvent, .damagedIndex: .damagedData
    case .newerFormat, .newerIdentity: .newerFormat
    case .danglingLink: .system
    case .identity, .settingsFile: .damagedData
    case .noJournal: .nothingMatched
    }
  }

  private static func decoding(_ error: EventDecodingError) -> ErrorReport {
    if case .unknownVersion(let version) = error,
      version > EventHeader.version
    {
      return ErrorReport(
        error.description,
        hint: "install the newer program; nothing was changed", .newerFormat)
    }
    return ErrorReport(
      "an event is damaged: \(error)", hint: restoreHint, .damagedData)
  }

  private static func receiving(_ error: ReceiveError) -> ErrorReport {
    switch error {
    case .malformed(let error): decoding(error)
    case .unknownPredecessor:
      ErrorReport(
        "\(error); nothing was taken", hint: "bring the events before it first",
        .damagedData)
    case .stampTooFar:
      ErrorReport(
        "\(error); nothing was taken",
        hint: "the clock of whoever wrote it is broken, or it was forged",
        .damagedData)
    case .tooLong, .badPayload, .badLink, .stampNotRising, .badAction:
      ErrorReport(
        "\(error); nothing was taken", hint: "fetch the events once more",
        .damagedData)
    }
  }

  private static func journal(_ error: JournalError) -> ErrorReport {
    switch error {
    case .committedWithFault:
      ErrorReport(
        error.description,
        hint: "do not repeat the command; check the disk and make a backup",
        .system)
    case .unknownJournal:
      ErrorReport(
        "\(error); nothing was taken",
        hint: "the export is cut off; export the events again", .wrongUsage)
    case .otherJournal:
      ErrorReport(
        "\(error); nothing was taken",
        hint:
          "set PLANTGUIDE_HOME to the home of that journal, or join both with --merge",
        .wrongUsage)
    }
  }
}
