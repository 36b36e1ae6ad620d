internal import Encodings
internal import JournalViews

extension Command {
  static let list = Command(
    definition: CommandDefinition(
      path: ["list"],
      summary: "List the plants, by name",
      arguments: [
        ArgumentDefinition(
          name: "TEXT", isOptional: true, isRepeatable: true,
          completion: .plant,
          help: "Only plants with all of these in their names")
      ],
      options: ListFilter.options + ListForm.options + [.limit]
        + GlobalOptions.reading,
      examples: [
        "plantguide list --room Kitchen",
        "plantguide list --due today --sort next",
        "plantguide list fern --columns name,room,last:days",
        "plantguide list --format '{name} is in the {room}'",
        "plantguide list --view grid",
        "plantguide list --tag fussy --print0 | plantguide water -",
      ],
      discussion: """
        The columns are \
        \(ListColumn.allCases.map(\.rawValue).joined(separator: ", ")); \
        '--columns help' explains them. In a template they stand in braces, \
        and \\n is a line break, \\t a tabulator, \\{ a brace.

        On a terminal a table leaves out what a line has no room for, and cuts \
        long texts; in a pipe it never does.
        """, section: .collection)
  ) { context in
    let form = try ListForm(context.arguments)
    if case .columns = form { return try context.printColumns() }
    let isJSON = context.wantsJSON
    let shown = try context.read(
      ListReading(
        context: context,
        order: try ListOrder(context.arguments.value("sort")),
        wantsViews: isJSON))
    let isNarrowed = ListFilter.isGiven(in: context)
    try context.print(shown, as: form, isNarrowed: isNarrowed)
    guard !shown.rows.isEmpty || !isNarrowed else {
      throw NothingMatched(reason: "no plant matches")
    }
  }
}

extension CommandContext {
  fileprivate mutating func print(
    _ shown: ListReading.Result, as form: ListForm, isNarrowed: Bool
  ) throws {
    switch form {
    case .columns: break
    case .json:
      try printJSON { writer in
        writer.object { writer in
          writer.member("plants") { writer in
            writer.array { writer in
              for plant in shown.views { writer.plant(plant) }
            }
          }
        }
      }
    case .template(let template, let isNullEnded):
      try print(shown.rows, template, isNullEnded: isNullEnded)
    case .table, .grid:
      guard !shown.rows.isEmpty else {
        guard !isNarrowed else { return }
        return try print(
          "No plants yet. Add one: plantguide add \"Monstera deliciosa\"")
      }
      try printForPeople(shown, as: form)
    }
  }

  private mutating func printForPeople(
    _ shown: ListReading.Result, as form: ListForm
  ) throws {
    if case .table(let fields) = form {
      var table = Table(
        fields.map { field in
          Table.Column(
            field.heading, alignment: field.part == .days ? .right : .left,
            dropOrder: fields.count > 1 ? field.column.dropOrder : nil)
        })
      for row in shown.rows { table.add(fields.map(row.cell)) }
      try print(table)
    } else {
      try output.write(Grid(shown.rows.map(\.gridCell)).text(for: terminal))
    }
    if shown.wasCut { try print("and more; see --limit") }
  }

  /// What programs take apart at NUL gets texts as they are; what is parted
  /// by lines must have no others.
  private mutating func print(
    _ rows: [ListRow], _ template: ListTemplate, isNullEnded: Bool
  ) throws {
    for row in rows {
      if isNullEnded {
        try output.write(
          bytes: Array(template.text(for: row) { $0 }.utf8) + [0])
      } else {
        try print(template.text(for: row))
      }
    }
  }

  fileprivate mutating func printColumns() throws {
    var table = Table([.init("COLUMN"), .init("HOLDS")])
    for column in ListColumn.allCases {
      table.add([column.rawValue, column.help])
    }
    try print(table)
  }
}
