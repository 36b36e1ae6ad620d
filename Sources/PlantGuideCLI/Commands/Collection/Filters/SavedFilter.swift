internal import Encodings
internal import JournalCare
internal import JournalEvents
internal import JournalQueries
internal import TerminalKit

/// What a named filter keeps: words, filters, an order and columns of `list`,
/// written as on the command line.
struct SavedFilter {
  /// The options that are kept. Others say what is done with the list.
  static let options =
    ListQuery.options
    + [ListForm.chosenColumns, ListForm.sort, ListForm.view]

  /// What `list` is to be called with.
  let arguments: ParsedArguments

  /// Takes of a command line what is kept.
  init(_ arguments: ParsedArguments) {
    self.arguments = arguments.limited(to: Self.options)
  }

  /// Reads what was kept.
  ///
  /// - Throws: ``UsageError`` where it is none that this program takes.
  init(text: String) throws(UsageError) {
    // What reads a list's arguments asks for options that none keeps, too.
    arguments = ParsedArguments(options: ListQuery.options + ListForm.options)
      .over(try ParsedArguments(text: text, of: "list", Self.options))
  }

  /// Whether it chooses and orders nothing.
  var isEmpty: Bool { self.text() == "" }

  /// The stored form, or what people read: rooms are stored by id, so that
  /// they are found under a later name.
  func text(room: (String) -> String = { $0 }) -> String {
    arguments.text(of: Self.options) { option, value in
      option === OptionDefinition.room ? room(value) : value
    }
  }
}
