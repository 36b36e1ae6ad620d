internal import JournalCare
internal import JournalEvents

extension PlantCommand {
  /// The command that a line's payload stands for.
  init(_ body: EventBody, givesSettled: Bool) throws {
    switch body {
    case .plantAdded(let body): self = .add(body)
    case .plantFavorited(let body): self = .favorite(body.isFavorite)
    case .plantMoved(let body): self = .move(to: body.room)
    case .plantRemoved(let body): self = .remove(body.reason)
    case .plantRestored: self = .restore()
    case .plantNoted(let body): self = .note(body)
    case .plantEdited(let body): self = .edit(body)
    case .plantMeasured(let body): self = .measure(body)
    case .plantIdentified(let body): self = .identify(body)
    case .careProfiled(let body): self = .profileCare(body)
    case .scheduleSet(let body): self = .setSchedule(body)
    case .scheduleCleared(let body): self = .clearSchedule(body.kind)
    case .taskAdded(let body): self = .addTask(body)
    case .taskCompleted(let body): self = .complete(body)
    case .taskSkipped(let body):
      self = .skip(body.kind, task: body.task, due: body.due)
    case .taskSnoozed(let body):
      self = .snooze(
        body.kind, task: body.task, until: body.until,
        settled: givesSettled ? .given(body.settled) : .current)
    default:
      throw FieldError("type", "is not about a plant")
    }
  }
}

extension RoomCommand {
  /// The command that a payload on a room that exists stands for.
  init(_ body: EventBody) throws {
    switch body {
    case .roomEdited(let body):
      if let name = body.name {
        _ = try NameInput.name(name, "the room's name")
      }
      self = .edit(body)
    case .roomDeleted: self = .delete
    default: throw FieldError("type", "is not about a room")
    }
  }
}
