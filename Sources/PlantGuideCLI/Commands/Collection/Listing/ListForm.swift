internal import TerminalKit

/// In which form a list is printed.
enum ListForm {
  case json
  case table([ListField])
  case grid
  /// A template for each plant, ended by a line break or by NUL.
  case template(ListTemplate, isNullEnded: Bool)
  /// The columns there are.
  case columns

  /// The options that choose it.
  static let options = [
    Option(
      "columns", value: "COLUMNS",
      completion: .list(ListColumn.allCases.map(\.rawValue) + ["help"]),
      help: "What to show: name,room,next; 'help' lists what there is"),
    Option(
      "sort", value: "COLUMNS",
      completion: .list(ListColumn.allCases.map(\.rawValue)),
      help: "Sort by columns; --sort=-next,name turns the first around"),
    Option(
      "view", value: "VIEW", completion: .choice(["list", "grid"]),
      help: "list (a table) or grid (names side by side)"),
    Option(
      "format", value: "TEMPLATE",
      help: "Print this for each plant: '{id} {name}\\t{next:date}'"),
    Flag(
      "print0",
      help: "End each plant with NUL; its full id unless --format says else"),
  ]

  /// Reads the options of a command line.
  init(_ arguments: ParsedArguments) throws(UsageError) {
    let view = arguments.value("view") ?? "list"
    guard view == "list" || view == "grid" else {
      throw .badValue(
        option: "view", value: view, expectation: "list or grid")
    }
    try Self.checkOneForm(arguments)
    if arguments[.json] {
      self = .json
    } else if let text = arguments.value("format") {
      self = .template(
        try ListTemplate(text), isNullEnded: arguments.flag("print0"))
    } else if arguments.flag("print0") {
      self = .template(try ListTemplate("{id:full}"), isNullEnded: true)
    } else if arguments.value("columns") == "help" {
      self = .columns
    } else {
      let fields = try Self.fields(
        arguments.value("columns"), isSearch: !arguments.positional.isEmpty)
      self = view == "grid" ? .grid : .table(fields)
    }
  }

  private static func fields(
    _ text: String?, isSearch: Bool
  ) throws(UsageError) -> [ListField] {
    guard let text else {
      let columns = isSearch ? ListColumn.found : ListColumn.standard
      return columns.map { ListField($0) }
    }
    var fields: [ListField] = []
    for name in text.split(separator: ",", omittingEmptySubsequences: false) {
      fields.append(try ListField(String(name)))
    }
    return fields
  }

  /// Whether other programs take it apart without looking at how well a
  /// plant matches, so that none may be there by a slip.
  var isForPrograms: Bool {
    if case .template = self { true } else { false }
  }

  /// Two forms at once would leave one of them out silently.
  private static func checkOneForm(
    _ arguments: ParsedArguments
  ) throws(UsageError) {
    let given = ["json", "columns", "view", "format", "print0"].filter {
      arguments.contains($0)
    }
    let isFine =
      given.count <= 1 || given == ["format", "print0"]
      || given == ["columns", "view"] && arguments.value("view") == "list"
    guard isFine else {
      let names = given.map { "--\($0)" }
      throw UsageError(
        "a list has one form: \(Wording.list(names, joinedBy: "and")) "
          + "do not go together")
    }
  }
}
