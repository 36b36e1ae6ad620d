internal import Encodings
internal import ErrorKit
internal import JournalCare
internal import JournalEvents
internal import JournalFormats
internal import JournalQueries
internal import JournalReports
internal import JournalTime
internal import SearchEngine
internal import TerminalKit
internal import TextKit

extension Command {
  static let list = Command(
    definition: CommandDefinition(
      path: ["list"],
      summary: "List the plants, by name, or search them for words",
      arguments: [
        ArgumentDefinition(
          name: "WORD", isOptional: true, isRepeatable: true,
          completion: .plant,
          help:
            "Words of names, families, tags, rooms and notes, or ids, the best first"
        )
      ],
      options: ListQuery.options + ListForm.options + [.limit]
        + FilterWish.options + GlobalOptions.reading,
      remembering: KeptOptions(
        ListQuery.options + [ListForm.chosenColumns, ListForm.sort]
          + [ListForm.view], hasWords: true,
        replacing: [ListQuery.options, ListForm.ofTables],
        where: { arguments in
          arguments.positional.isEmpty && !ListForm.isForPrograms(arguments)
            && !arguments.containsAny(of: FilterWish.options)
            && !ListQuery.asksForLeft(in: arguments)
            && arguments.texts(of: ListForm.chosenColumns) != ["help"]
        }),
      examples: [
        "plantguide list icios",
        "plantguide list --due today --sort next",
        "plantguide list new leaf --favorite",
        "plantguide list --format '{name} is in the {room}'",
        "plantguide list --family Araceae,Moraceae --toxic cats,dogs --watering weekly",
        "plantguide list --tag fussy --print0 | plantguide water -",
        "plantguide list --room Kitchen --sort due --save shelf",
        "plantguide list --sort newest --view grid --remember",
        "plantguide list --reset",
        "plantguide list --removed",
      ],
      discussion: """
        Finds plants by words as 'search' does: case, accents and order do not \
        count, and beginnings are enough. If little is found, typing errors \
        are forgiven, except with --format and --print0.

        The columns are \
        \(ListColumn.named.map(\.rawValue).joined(by: ", ")); \
        '--columns help' explains them. Fields of your own ('field add') are \
        columns, too. In a template, write a column in braces, \\n for a line \
        break, \\t for a tabulator and \\{ for a brace.

        A saved filter belongs to the journal: other replicas get it, and \
        'undo' removes it. --remember is for terminals of this machine, until \
        --reset. Words, --filter, --removed and --all ignore it, and an option \
        that you give replaces the same one. Any filter replaces all of them. \
        Pipes, --json, --format, --print0 and --as-of ignore it, too.

        On a terminal, columns without room are left out and long texts are \
        cut. In a pipe they never are.
        """, section: .collection),
    check: checkList, spelledOut: spelledOutFilter
  ) { context in
    if let request = try FilterWish(context.arguments) {
      return try context.perform(request)
    }
    let arguments = try context.argumentsWithFilter()
    let form = try ListForm(arguments)
    if case .columns = form { return try context.printColumns() }
    let shown: Listing
    do {
      shown = try context.list(arguments, as: form)
    } catch RoomNameError.notFound(let name, _) where RoomID(name) != nil {
      throw try context.filterWithoutRoom(name)
    }
    let isNarrowed = ListQuery.isGiven(in: arguments)
    try context.print(shown, as: form, isNarrowed: isNarrowed)
    if !form.isForPrograms, !context.wantsJSON {
      try context.printUnknownToxicity(shown)
    }
    guard shown.rows.isEmpty, isNarrowed else { return }
    guard shown.isSearch else {
      throw NothingMatched(reason: "no plant matches")
    }
    throw shown.nothingFound(arguments.positional)
  }

  @Sendable private static func spelledOutFilter(
    _ context: CommandContext
  ) throws -> ParsedArguments {
    try context.argumentsWithFilter().limited(
      to: context.command.options.filter { $0 !== FilterWish.used })
  }

  @Sendable private static func checkList(
    _ context: CommandContext, _ arguments: ParsedArguments
  ) throws {
    var query = try ListQuery(arguments)
    let form = try ListForm(arguments)
    query.fields = form.fields
    if case .columns = form {
      throw UsageError("'--columns help' is no list that could be kept")
    }
    try context.read { try $0.check(query) }
  }
}

extension CommandContext {
  fileprivate func list(
    _ arguments: ParsedArguments, as form: ListForm
  ) throws -> Listing {
    var query = try ListQuery(arguments)
    query.fields = form.fields
    query.limit = try self.arguments[.limit] ?? .max
    query.takesNear = !form.isForPrograms
    query.includesViews = wantsJSON
    return try read { try $0.list(query) }
  }

  fileprivate mutating func print(
    _ shown: Listing, as form: ListForm, isNarrowed: Bool
  ) throws {
    switch form {
    case .columns: break
    case .json: try printJSON { $0.listing(shown) }
    case .template(let template, let isNullEnded):
      try print(shown.rows, template, isNullEnded: isNullEnded)
    case .table, .grid:
      guard !shown.rows.isEmpty else {
        guard !isNarrowed else { return }
        return try print(
          arguments[ListQuery.left]
            ? "No plant has left."
            : "No plants yet. Add one: plantguide add \"Monstera deliciosa\"")
      }
      try printForPeople(shown, as: form)
    }
  }

  /// Names the plants whose toxicity is unknown.
  fileprivate mutating func printUnknownToxicity(_ shown: Listing) throws {
    guard let words = shown.unknownToxicityWords else { return }
    try print(terminal.styled(words, .dim))
  }

  private mutating func printForPeople(
    _ shown: Listing, as form: ListForm
  ) throws {
    if shown.rows[0].match?.level == .fuzzy {
      try print(Listing.nearWords)
    }
    if case .table(var fields) = form {
      // Unless somebody asked for it, the column of remarks needs one.
      if fields == ListColumn.ofRemoved,
        shown.rows.allSatisfy({ $0.farewell == nil })
      {
        fields.removeAll { $0.part == .remark }
      }
      // A usual terminal has one line for each plant.
      let isNarrow = terminal.width < 80
      var table = Table(
        fields.map { field in
          field.column == .name
            ? .name(field.heading)
            : Table.Column(
              field.heading, alignment: field.part == .days ? .right : .left,
              narrowest: field.column.narrowest,
              dropOrder: fields.count > 1 ? field.dropOrder : nil,
              excess: isNarrow && field.column.isWrapped ? .wrapped : .cut)
        })
      for row in shown.rows {
        table.add(fields.map { row.cell(of: $0, among: fields) })
      }
      try print(table)
    } else {
      try output.write(
        Grid(shown.rows.map { $0.gridCell(for: terminal) }).text(for: terminal))
    }
    if shown.wasCut { try print("and more; see --limit") }
  }

  /// Prints texts as they are if each row ends in NUL, else safe to show.
  private mutating func print(
    _ rows: [ListRow], _ template: TextTemplate<ListField>,
    isNullEnded: Bool
  ) throws {
    for row in rows {
      if isNullEnded {
        try output.write(bytes: Array(template.text(row.shown).utf8) + [0])
      } else {
        try print(template.text { SafeText.shown(row.shown($0)) })
      }
    }
  }

  fileprivate mutating func printColumns() throws {
    var table = Table([.init("COLUMN"), .init("HOLDS")])
    for column in ListColumn.named {
      table.add([column.rawValue, column.help])
    }
    for field in journal.exists ? try read({ $0.fields }) : [] {
      table.add([field.name, "your own: \(field.kind.words)"])
    }
    try print(table)
  }
}
