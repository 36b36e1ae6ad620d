public import ErrorKit
public import JournalEvents

/// A plant, room or task that an ambiguous name could mean.
public struct NameCandidate: Sendable, Hashable {
  /// The short id, or the whole id if that tells more.
  public let id: String
  /// The name; a task's name says that it is a task.
  public let displayName: String
  /// A Boolean value that indicates whether the candidate is a task.
  public let isTask: Bool

  /// Creates a candidate that is a plant or a room.
  public init(_ id: String, _ displayName: String) {
    self.id = id
    self.displayName = displayName
    isTask = false
  }

  /// Creates a candidate that is a task of a plant, or of the home if `plant`
  /// is `nil`.
  public init(_ id: String, task: String, of plant: String?) {
    self.id = id
    displayName = "task '\(task)' of \(plant ?? "the home")"
    isTask = true
  }
}

extension [NameCandidate] {
  /// An error that says that `name` could be any of these.
  fileprivate func ambiguity(of name: String, _ remedy: Remedy) -> ErrorFacts {
    let names = map { "\($0.displayName) (\($0.id))" }
    return .init(
      .invalidInput, "'\(name)' could be \(names.alternatives)", remedy,
      outcome: .noneWritten)
  }
}

/// A plant's name that does not name one plant.
public enum PlantNameError: DescribedError, Sendable {
  /// No plant is called that; `suggestions` are names that are similar.
  case notFound(name: String, suggestions: [String])
  /// Like ``notFound(name:suggestions:)``, if the name could also be a task's.
  case neitherFound(name: String, suggestions: [String])
  /// No plant is called that, and one room is.
  case isRoom(String)
  /// No plant is called "all", which means all of them.
  case isAll
  /// Several plants could be meant; `field` is the field of the request that
  /// held the name, if it was not the request's subject.
  case ambiguous(
    name: String, candidates: [NameCandidate], field: String? = nil)
  /// The name is that of a task that was done today; `plant` is the plant that
  /// it could mean now.
  case taskDone(title: String, plant: NameCandidate?)
  /// The name resembles that of one plant or task, which is not enough for a
  /// write without a question.
  case near(name: String, candidate: NameCandidate)

  public var facts: ErrorFacts {
    switch self {
    case .notFound(let name, let suggestions):
      return .init(
        .nothingMatched, "no plant is called '\(name)'",
        suggestions.isEmpty ? .listPlants : .didYouMean(suggestions))
    case .neitherFound(let name, let suggestions):
      return .init(
        .nothingMatched, "no plant or open task is called '\(name)'",
        suggestions.isEmpty ? .listPlantsAndTasks : .didYouMean(suggestions))
    case .isRoom(let name):
      return .init(
        .nothingMatched, "no plant is called '\(name)', but a room is",
        .choosePlantsOfRoom(name))
    case .isAll:
      return .init(
        .nothingMatched, "no plant is called 'all'", .chooseAllPlants)
    case .ambiguous(let name, let candidates, let field):
      // If the name is a plant's short id, the candidate has its whole id, as
      // no other name is unique.
      let whole = candidates.first { $0.id.utf8.count > ShortID.length }
      return candidates.ambiguity(
        of: name,
        .nameByID(
          (whole ?? candidates.first)?.id ?? "", isWhole: whole != nil,
          field: field))
    case .taskDone(let title, let plant):
      return .init(
        plant == nil ? .nothingMatched : .invalidInput,
        "'\(title)' was done today already",
        plant.map {
          .text("to mean the plant \($0.displayName), write \($0.id)")
        } ?? .listTasks, outcome: .noneWritten)
    case .near(let name, let candidate):
      return .init(
        .needsAnswer,
        "\(candidate.isTask ? "nothing" : "no plant") is called '\(name)'",
        .agreeToPlant(name: candidate.displayName, id: candidate.id),
        outcome: .nothingWritten)
    }
  }
}

/// A room's name that does not name one room.
public enum RoomNameError: DescribedError, Sendable {
  /// No room is called that; `suggestions` are names that are similar.
  case notFound(name: String, suggestions: [String])
  /// Several rooms could be meant.
  case ambiguous(name: String, candidates: [NameCandidate])

  public var facts: ErrorFacts {
    switch self {
    case .notFound(let name, let suggestions):
      .init(
        .nothingMatched, "no room is called '\(name)'",
        suggestions.isEmpty ? .listRooms : .didYouMean(suggestions))
    case .ambiguous(let name, let candidates):
      candidates.ambiguity(
        of: name,
        "write the room's whole name or its id, such as \(candidates[0].id)")
    }
  }
}

/// A kind of care that no plant has but that resembles a known one, so that a
/// write must ask first.
public struct NearKind: DescribedError {
  /// The text that was given.
  public let name: String
  /// The kind that it resembles.
  public let candidate: TaskKind

  /// Creates an error.
  public init(name: String, candidate: TaskKind) {
    self.name = name
    self.candidate = candidate
  }

  public var facts: ErrorFacts {
    .init(
      .needsAnswer, "'\(name)' is not a built-in kind of care",
      .agreeToKind(candidate.name), outcome: .nothingWritten)
  }
}

/// An error that says that a selection is empty.
public struct NothingMatched: DescribedError {
  /// The reason, as the beginning of a sentence.
  public let reason: String
  /// The remedy.
  public let remedy: Remedy?

  /// Creates an error.
  public init(reason: String, remedy: Remedy? = nil) {
    self.reason = reason
    self.remedy = remedy
  }

  public var facts: ErrorFacts {
    .init(.nothingMatched, reason, remedy, outcome: .nothingWritten)
  }
}
