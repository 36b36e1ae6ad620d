internal import Encodings
internal import JournalEvents
internal import JournalQueries
internal import TerminalKit

extension ErrorReport {
  /// What the command line or the person at the terminal got wrong.
  static func ofCommandLine(_ error: any Error) -> ErrorReport? {
    switch error {
    case let error as UsageError:
      ErrorReport(
        error.message, hint: error.hint, usage: error.usage, .wrongUsage)
    case let error as DateInputError: ofDate(error)
    case let error as PromptError:
      ErrorReport(
        "\(error); nothing was written", hint: "to agree beforehand, add --yes",
        .wrongUsage)
    default: nil
    }
  }

  /// Names that are not one plant's or one room's.
  static func ofName(
    _ error: any Error, _ circumstances: Circumstances
  ) -> ErrorReport? {
    switch error {
    case PlantNameError.notFound(let name, let suggestions):
      notFound(name, noun: "plant", list: "list", suggestions)
    case RoomNameError.notFound(let name, let suggestions):
      notFound(name, noun: "room", list: "room list", suggestions)
    case PlantNameError.ambiguous(let name, let candidates, let option):
      ambiguousPlant(name, candidates, option, circumstances)
    case PlantNameError.near(let name, let candidate):
      nearPlant(name, candidate, circumstances)
    case let error as NearKind:
      ErrorReport(
        "'\(error.name)' is no usual kind of care"
          + (circumstances.isWriting ? "; nothing was written" : ""),
        hint: "did you mean \(error.candidate)? Write that, or add --yes to "
          + "take it; a kind of your own needs another name", .wrongUsage)
    case RoomNameError.ambiguous(let name, let candidates):
      ErrorReport(
        ambiguity(name, candidates, circumstances),
        hint: "write the room's whole name or its id", .wrongUsage)
    case let error as NothingMatched:
      ErrorReport(
        error.reason + (circumstances.isWriting ? "; nothing was written" : ""),
        hint: error.hint, .nothingMatched)
    default: nil
    }
  }

  /// What is wrong in input that people or programs wrote.
  static func ofInput(
    _ error: any Error, _ circumstances: Circumstances
  ) -> ErrorReport? {
    switch error {
    case let error as InputFileError: file(error)
    case let error as InputError: line(error, circumstances)
    case let error as FieldError: ErrorReport(error.description, .wrongUsage)
    case let error as JSONError:
      ErrorReport(
        "not the JSON expected: \(error)",
        hint: "each line holds one whole object", .wrongUsage)
    default: nil
    }
  }

  private static func file(_ error: InputFileError) -> ErrorReport {
    switch error {
    case .unnamed:
      ErrorReport(
        "the path is empty, so it names no file", hint: "name a file",
        .wrongUsage)
    case .tooLong(let name, let limit):
      ErrorReport(
        "\(name) is longer than \(limit.text), more than is read of it",
        hint: "check that it is the right file", .wrongUsage)
    case .device(let path):
      ErrorReport(
        "\(path) is a device, which may never end",
        hint: "name a file or a pipe", .wrongUsage)
    }
  }

  private static func notFound(
    _ name: String, noun: String, list: String, _ suggestions: [String]
  ) -> ErrorReport {
    let quoted = suggestions.map { "'\($0)'" }
    return ErrorReport(
      "no \(noun) is called '\(name)'",
      hint: suggestions.isEmpty
        ? "see 'plantguide \(list)' for the \(noun)s there are"
        : "did you mean \(Wording.alternatives(quoted))?",
      .nothingMatched)
  }

  private static func nearPlant(
    _ name: String, _ candidate: NameCandidate,
    _ circumstances: Circumstances
  ) -> ErrorReport {
    let outcome = circumstances.isWriting ? "; nothing was written" : ""
    return ErrorReport(
      "no plant is called '\(name)'\(outcome)",
      hint: "did you mean \(candidate.displayName) (\(candidate.id))? "
        + "Write that, or add --yes to take it",
      .wrongUsage)
  }

  private static func ambiguousPlant(
    _ name: String, _ candidates: [NameCandidate], _ option: String?,
    _ circumstances: Circumstances
  ) -> ErrorReport {
    let call =
      option.map { "--\($0) " }
      ?? circumstances.command.map { "plantguide \($0) " } ?? ""
    // A plant whose short id is the very name has its whole id here, and no
    // other name tells it apart.
    let whole = candidates.first { $0.id.utf8.count > ShortID.length }
    let example = (whole ?? candidates.first).map { ": \(call)\($0.id)" } ?? ""
    let kind = whole == nil ? "short id" : "id"
    return ErrorReport(
      ambiguity(name, candidates, circumstances),
      hint: "name one of them by its \(kind)\(example)", .wrongUsage)
  }

  private static func ambiguity(
    _ name: String, _ candidates: [NameCandidate],
    _ circumstances: Circumstances
  ) -> String {
    let texts = candidates.map { "\($0.displayName) (\($0.id))" }
    let outcome = circumstances.isWriting ? "; nothing was written." : ""
    return "'\(name)' could be \(Wording.alternatives(texts))\(outcome)"
  }

  /// Input is taken as a whole or not at all, and the message says so once.
  private static func line(
    _ error: InputError, _ circumstances: Circumstances
  ) -> ErrorReport {
    let inner = ErrorReport(
      describing: error.underlying,
      during: Circumstances(command: nil, isWriting: false))
    let outcome = circumstances.isWriting ? "; nothing was written." : ""
    return ErrorReport(
      "line \(error.line): \(inner.message)\(outcome)", hint: inner.hint,
      usage: inner.usage, inner.exitCode)
  }
}

extension InputFile.Limit {
  fileprivate var text: String {
    switch self {
    case .form: "1 MiB"
    case .data: "1 GiB"
    case .catalogue: "4 GiB"
    }
  }
}
