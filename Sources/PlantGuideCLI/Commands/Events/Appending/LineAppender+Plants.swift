internal import Encodings
internal import JournalCare
internal import JournalEvents
internal import JournalProjections
internal import JournalQueries
internal import JournalTime
internal import LMDBKit

extension LineAppender {
  /// Decides a line about a plant.
  func performOnPlant(
    _ line: AppendLine, _ parser: PayloadParser, _ at: OffsetInstant,
    _ session: inout ActionSession, _ report: inout WriteReport
  ) throws {
    // Names are found before anything is written, so that the parser's
    // closures need no transaction.
    let members = try resolved(line, &session)
    let task: TaskID = session.randomness.id()
    let payload = try parser.payload(
      of: line.type, members: members, at: at,
      defaults: Self.defaults(for: line, task: task))
    let id = try plantID(of: line, &session)
    let command = try PlantCommand(
      payload.body, givesSettled: line.names("settled"))
    try session.perform(
      command, on: id, at: payload.at, note: payload.note)
    if case .plantAdded(let body) = payload.body {
      report.made.append(
        .init(
          type: "plant", id: id.description, shortID: ShortID.text(of: id),
          name: body.nickname ?? body.commonNames.first ?? body.scientificName
        ))
    } else if case .taskAdded(let body) = payload.body {
      report.made.append(
        .init(
          type: "task", id: body.task.description,
          shortID: ShortID.text(of: body.task), name: nil))
    }
  }

  /// The fields with the parent's name replaced by its id, and the nickname
  /// that `plant` gives.
  private func resolved(
    _ line: AppendLine, _ session: inout ActionSession
  ) throws -> [JSONValue.Member] {
    var members = try line.members.map { member -> JSONValue.Member in
      guard member.name == "parent",
        line.type == .plantAdded || line.type == .plantEdited,
        case .string(let name) = member.value
      else { return member }
      let id = try plant(name, &session)
      return JSONValue.Member("parent", .string(id.description))
    }
    if line.type == .plantAdded, let subject = line.subject,
      StreamID(subject) == nil
    {
      try line.checkNames("nickname", subject)
      guard !line.names("nickname") else { return members }
      members.append(JSONValue.Member("nickname", .string(subject)))
    }
    return members
  }

  /// The plant that an id or a name means, those of earlier lines included:
  /// the index of names has them already, the stored states not yet.
  private func plant(
    _ name: String, _ session: inout ActionSession
  ) throws -> PlantID {
    if let id = PlantID(name),
      try session.plant(id).profile != nil
    {
      return id
    }
    return try session.snapshot().plant(
      named: name, context.naming(.exact, includesRemoved: true))
  }

  private func plantID(
    of line: AppendLine, _ session: inout ActionSession
  ) throws -> PlantID {
    guard line.type == .plantAdded else {
      guard let subject = line.subject else {
        throw FieldError("plant", "is missing")
      }
      return try plant(subject, &session)
    }
    let named = line.subject.flatMap { StreamID($0) }
    if let named, let id = line.id, named != id {
      throw FieldError("id", "is another one than 'plant'")
    }
    return named ?? line.id ?? session.randomness.id()
  }

  private static func defaults(
    for line: AppendLine, task: TaskID
  ) -> [JSONValue.Member] {
    switch line.type {
    case .plantAdded:
      [
        .init("commonNames", .array([])), .init("family", .string("")),
        .init("genus", .string(line.genus)), .init("tags", .array([])),
        .init("source", .string(IdentificationSource.manual.rawValue)),
      ]
    case .taskAdded: [.init("task", .string(task.description))]
    case .taskSnoozed: [.init("settled", .null)]
    default: []
    }
  }
}
