internal import JournalInput
internal import JournalQueries
internal import TerminalKit
internal import TextKit

/// The form in which a list is printed.
enum ListForm {
  case json
  case table([ListField])
  case grid
  /// A template for each plant, ended by a line break or by NUL.
  case template(TextTemplate<ListField>, isNullEnded: Bool)
  /// The available columns.
  case columns

  /// The options that choose it.
  static let options: [OptionDefinition] = [
    chosenColumns, sort, view, format, print0,
  ]

  static let chosenColumns = Option(
    "columns", value: "COLUMNS",
    completion: .list(ListColumn.named.map(\.rawValue) + ["help"]),
    help: "What to show: name,room,next; 'help' lists what there is")
  static let sort = Option(
    "sort", value: "COLUMNS",
    completion: .list(ListColumn.named.map(\.rawValue) + ["newest"]),
    help:
      "Sort by columns; --sort=-next,name turns the first around, and newest is -added",
    read: ListOrder.init(_:))
  static let view = Option<View>(
    "view", value: "VIEW", help: "list (a table) or grid (names side by side)",
    expects: "list or grid")
  private static let format = Option(
    "format", value: "TEMPLATE",
    help: "Print this for each plant: '{id} {name}\\t{next:date}'",
    read: TextTemplate.init(_:))
  private static let print0 = Flag(
    "print0",
    help: "End each plant with NUL; its full id unless --format says else")

  /// The options that lay out lists for people.
  static let ofTables: [OptionDefinition] = [chosenColumns, view]

  /// Returns whether a command line asks for output that programs read.
  static func isForPrograms(_ arguments: ParsedArguments) -> Bool {
    arguments.containsAny(of: [.json, format, print0])
  }

  /// The arrangement of plants for people.
  enum View: String, CaseIterable {
    case list
    case grid
  }

  /// Reads the options of a command line.
  init(_ arguments: ParsedArguments) throws {
    let view = try arguments[Self.view] ?? .list
    try Self.checkOneForm(arguments, view)
    let columns = try arguments[Self.chosenColumns]
    if arguments[.json] {
      self = .json
    } else if let template = try arguments[Self.format] {
      self = .template(template, isNullEnded: arguments[Self.print0])
    } else if arguments[Self.print0] {
      self = .template(try TextTemplate("{id:full}"), isNullEnded: true)
    } else if columns == "help" {
      self = .columns
    } else {
      let fields = try Self.fields(
        columns, isSearch: try ListQuery(arguments).isSearch,
        ofRemoved: ListQuery.asksForLeft(in: arguments))
      self = view == .grid ? .grid : .table(fields)
    }
  }

  private static func fields(
    _ text: String?, isSearch: Bool, ofRemoved: Bool
  ) throws(InputError) -> [ListField] {
    guard let text else {
      guard isSearch || !ofRemoved else { return ListColumn.ofRemoved }
      let columns = isSearch ? ListColumn.found : ListColumn.standard
      return columns.map { ListField($0) }
    }
    var fields: [ListField] = []
    for name in text.split(separator: ",", omittingEmptySubsequences: false) {
      fields.append(try ListField(String(name)))
    }
    return fields
  }

  /// The fields that it shows.
  var fields: [ListField] {
    switch self {
    case .table(let fields): fields
    case .template(let template, _): template.fields
    case .json, .grid, .columns: []
    }
  }

  /// A Boolean value that indicates whether programs read it without looking at
  /// how well a plant matches, so that none may be in it by a slip.
  var isForPrograms: Bool {
    if case .template = self { true } else { false }
  }

  /// Refuses two forms at once: one would be left out silently.
  private static func checkOneForm(
    _ arguments: ParsedArguments, _ view: View
  ) throws(UsageError) {
    let forms = [
      OptionDefinition.json, chosenColumns, Self.view, format, print0,
    ]
    let given = forms.filter { arguments.contains($0) }.map(\.name)
    let isFine =
      given.count <= 1 || given == [format.name, print0.name]
      || given == [chosenColumns.name, Self.view.name] && view == .list
    guard isFine else {
      let names = given.map { "--\($0)" }
      throw UsageError(
        "a list has one form: \(Phrase.list(names, joinedBy: "and")) "
          + "do not go together")
    }
  }
}
