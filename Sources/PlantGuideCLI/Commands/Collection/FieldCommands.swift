internal import Encodings
internal import JournalActions
internal import JournalCare
internal import JournalEvents
internal import JournalFormats
internal import JournalQueries
internal import JournalReports
internal import TerminalKit

extension Command {
  static let fieldAdd = Command(
    definition: CommandDefinition(
      path: ["field", "add"],
      summary: "Add a field of your own to what plants can have",
      arguments: [
        ArgumentDefinition(name: "NAME", help: "What it is called"),
        ArgumentDefinition(
          name: "KIND", isOptional: true,
          completion: .choice(["text", "number", "day", "choice"]),
          help: "text (the default), number, day or choice"),
        ArgumentDefinition(
          name: "WORDS", isOptional: true,
          help: "The unit of a number, or the words of a choice: low,high"),
      ],
      options: GlobalOptions.writing,
      examples: [
        "plantguide field add price number EUR",
        "plantguide field add 'cutting month' choice Feb,Mar,Sep",
        "plantguide field add link",
      ],
      discussion: """
        'edit --set price=12.50' gives a plant a value, and 'show', exports and \
        searches have it; in 'list' and in CSV tables it is a column of its name. \
        Adding a field again changes its kind; values stay as they were typed. \
        The field is part of the journal: other replicas get it, and 'undo' takes \
        it back.
        """,
      section: .collection, isWriting: true)
  ) { context in
    let field = try FactField(typed: context.arguments.positional)
    try context.report(
      try context.journal.changeFields(
        FieldRequest(.define(field)), context.mode))
  }

  static let fieldList = Command(
    definition: CommandDefinition(
      path: ["field", "list"],
      summary: "List the fields of your own and how many plants have each",
      options: GlobalOptions.reading,
      examples: ["plantguide field list"], section: .collection)
  ) { context in
    let fields = try context.read { try $0.countedFields() }
    if try context.printedJSON({ $0.fields(fields) }) { return }
    guard !fields.isEmpty else {
      return try context.print(
        "No fields yet. Add one: plantguide field add price number EUR")
    }
    var table = Table([
      .init("FIELD"), .init("KIND", excess: .wrapped),
      .init("PLANTS", alignment: .right),
    ])
    for (field, count) in fields {
      table.add([field.name, field.kind.words, "\(count)"])
    }
    try context.print(table)
  }

  static let fieldRemove = Command(
    definition: CommandDefinition(
      path: ["field", "remove"],
      summary: "Take away a field of your own",
      arguments: [
        ArgumentDefinition(
          name: "NAME", completion: .field, help: "What it is called")
      ],
      options: GlobalOptions.writing,
      examples: ["plantguide field remove link"],
      discussion:
        "The values that plants have are kept, and show again if you add the field again.",
      section: .collection, isWriting: true)
  ) { context in
    let request = FieldRequest(.remove(context.arguments.positional[0]))
    try context.confirmBatch {
      "Take the field away, of which \($0) plants have a value?"
    } of: {
      let rehearsed = try context.journal.changeFields(request, .rehearse)
      guard case .fieldRemoved(_, let count)? = rehearsed.changes.first else {
        return 0
      }
      return count
    }
    try context.report(
      try context.journal.changeFields(request, context.mode))
  }
}

extension FactField {
  /// Reads a name, a kind and the words of the kind.
  fileprivate init(typed words: [String]) throws(UsageError) {
    let name = words[0]
    guard !Self.isReserved(name) else {
      throw UsageError("every plant has '\(name)' already")
    }
    guard Self.name(typed: name) != nil else {
      throw UsageError(
        "'\(name)' cannot be a field's name",
        hint: "take letters, digits, blanks, - and _, up to "
          + "\(Self.maximumNameLength) bytes")
    }
    let word = words.count > 1 ? words[1].lowercased() : "text"
    let rest = words.count > 2 ? words[2] : nil
    let kind: Kind
    switch (word, rest) {
    case ("text", nil): kind = .text
    case ("number", let unit): kind = .number(unit: unit)
    case ("day", nil): kind = .day
    case ("choice", let choices?):
      kind = .choice(
        choices.split(separator: ",").map { NewName.trimmed(String($0)) })
    case ("choice", nil):
      throw UsageError(
        "the words of the choice are missing",
        hint: "write them with commas between: low,high")
    case ("text", _), ("day", _):
      throw UsageError("a \(word) has no unit and no words")
    default:
      throw UsageError("'\(words[1])' is not text, number, day or choice")
    }
    guard let field = FactField(named: name, kind) else {
      throw UsageError(
        "'\(rest ?? "")' cannot be \(word == "number" ? "a unit" : "the words of a choice")",
        hint: word == "number"
          ? "take up to \(Self.maximumWordLength) bytes without commas"
          : "take 2 to \(Self.mostChoices) different words, each up to "
            + "\(Self.maximumWordLength) bytes")
    }
    self = field
  }
}
