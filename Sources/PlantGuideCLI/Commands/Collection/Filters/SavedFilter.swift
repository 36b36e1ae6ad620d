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
    guard let words = ShellQuoting.words(of: text) else {
      throw UsageError("a quote is not closed")
    }
    let command = CommandDefinition(
      path: ["list"], summary: "", options: Self.options)
    var parser = OptionParser(command: command)
    // What reads a list's arguments asks for options that none keeps, too.
    arguments = ParsedArguments(options: ListQuery.options + ListForm.options)
      .over(try parser.parse(words[...]))
  }

  /// What was kept, as people read it: rooms by name. A text that this
  /// program cannot read is shown as it is.
  static func shown(_ text: String, in rooms: RoomList) -> String {
    let shown = try? SavedFilter(text: text).text { name in
      RoomID(name).flatMap(rooms.name) ?? name
    }
    return shown ?? text
  }

  /// Whether it chooses and orders nothing.
  var isEmpty: Bool { self.text() == "" }

  /// The stored form, or what people read: rooms are stored by id, so that
  /// they are found under a later name.
  func text(room: (String) -> String = { $0 }) -> String {
    var words: [String] = []
    for option in Self.options {
      if option.value == nil, arguments.contains(option) {
        words.append("--\(option.name)")
      }
      for value in arguments.texts(of: option) {
        let value = option === OptionDefinition.room ? room(value) : value
        // A value that looks like an option must stand in its word.
        if value.utf8.first == UInt8(ascii: "-") {
          words.append("--\(option.name)=\(value)")
        } else {
          words += ["--\(option.name)", value]
        }
      }
    }
    if !arguments.positional.isEmpty {
      words += ["--"] + arguments.positional
    }
    return words.map(ShellQuoting.quoted).joined(by: " ")
  }
}
