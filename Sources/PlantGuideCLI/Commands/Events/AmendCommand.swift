internal import JournalActions
internal import JournalEvents
internal import JournalInput
internal import JournalTime
internal import TerminalKit

extension Command {
  static let amend = Command(
    definition: CommandDefinition(
      path: ["amend"],
      summary: "Correct care that was recorded",
      arguments: [
        ArgumentDefinition(
          name: "ACTION", isOptional: true,
          help:
            "An action's id, as printed when it was made or by history; the latest by default"
        )
      ],
      options: [
        .amendedPlant, .at, .amount, .noAmount, .note, .noNote,
      ] + GlobalOptions.writing,
      examples: [
        "plantguide amend --at 'yesterday 18:00'",
        "plantguide amend --plant Monty --amount 250ml --dry-run",
      ],
      discussion: """
        Due days follow from the corrected care. A day without a time keeps the \
        time of day. The history shows what was recorded first and the \
        correction, and 'undo' brings the former back. It works at any age, also \
        for care that other replicas recorded. If an action recorded care of \
        several plants, all are corrected; --plant names one.
        """,
      section: .events, isWriting: true)
  ) { context in
    let request = try context.amendRequest()
    try context.confirmBatch {
      "Correct the care of \($0) plants?"
    } of: {
      try context.journal.amend(request, .rehearse).changes.count
    }
    try context.report(try context.journal.amend(request, context.mode))
  }
}

extension OptionDefinition {
  fileprivate static let amendedPlant = RepeatableOption(
    "plant", value: "PLANT", completion: .plant,
    help: "Only the care of this plant")
  fileprivate static let noAmount = Flag(
    "no-amount", help: "Take its amount away")
}

extension CommandContext {
  fileprivate func amendRequest() throws -> AmendRequest {
    var request = AmendRequest(
      arguments.positional.first, plants: try arguments[.amendedPlant])
    request.at = try arguments[.at].map(DateInput.correction)
    request.amount = try change(
      amount(), of: .amount, clearedBy: .noAmount)
    request.note = try change(
      arguments[.note], of: .note, clearedBy: .noNote)
    guard
      request.at != nil || request.amount != .keep || request.note != .keep
    else {
      throw UsageError(
        "nothing is to be corrected",
        hint: "say what: --at, --amount or --note")
    }
    return request
  }
}
