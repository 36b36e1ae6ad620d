internal import TerminalKit

/// plantguide(1), from the same definitions as the parser and the help.
struct ManualPage {
  private var page = Mdoc()
  private let commands: [CommandDefinition]
  private let topics: [HelpTopic]

  /// The day of this version; that of the build would make each build differ.
  private static let date = "November 21, 2026"
  private static let summary = "care journal for house plants"

  /// Lays out the page.
  init(commands: [CommandDefinition], topics: [HelpTopic]) {
    self.commands = commands.filter { !$0.isHidden }
    self.topics = topics
    writeHead()
    writeCommands()
    writeCommonOptions()
    writeTopics()
    writeExamples()
    page.macro("Sh SEE ALSO")
    page.macro("Xr mdb_copy 1")
  }

  /// The page in mdoc.
  var text: String { page.text }

  private mutating func writeHead() {
    page.macro("Dd \(Self.date)")
    page.macro("Dt PLANTGUIDE 1")
    page.macro("Os")
    page.macro("Sh NAME")
    page.macro("Nm plantguide")
    page.macro("Nd \(Self.summary)")
    page.macro("Sh SYNOPSIS")
    page.macro("Nm")
    page.macro("Ar COMMAND")
    page.macro("Op Ar ARGUMENT...")
    page.macro("Op Ar OPTION...")
    page.macro("Nm")
    page.macro("Fl Fl version")
    page.macro("Sh DESCRIPTION")
    page.macro("Nm")
    page.write(
      """
      writes down what happens to plants: one came, was watered, moved, died. \
      Every such event goes into an append-only log, from which it works out \
      what is due today. Nothing is overwritten, so any action can be undone \
      at any age.
      """)
    page.macro("Pp")
    page.write(
      """
      Commands and long options can be shortened as far as they stay unique. \
      Options stand anywhere after the command; what follows -- is no option.
      """)
  }
}

// MARK: Commands

extension ManualPage {
  private mutating func writeCommands() {
    page.macro("Sh COMMANDS")
    for section in Set(commands.map(\.section)).sorted() {
      let members = commands.filter { $0.section == section }
      guard !members.isEmpty else { continue }
      page.macro("Ss \(section.title.capitalizedFirst)")
      page.macro("Bl -tag -width Ds")
      for command in members { write(command) }
      page.macro("El")
    }
  }

  private mutating func write(_ command: CommandDefinition) {
    let arguments = command.arguments.map { argument in
      let name = argument.name + (argument.isRepeatable ? "..." : "")
      let item = "Ar " + Mdoc.literal(name)
      return argument.isOptional ? "Op " + item : item
    }
    page.macro(
      (["It Ic \(command.name)"] + arguments + ["Op Ar OPTION..."])
        .joined(separator: " "))
    page.write(command.summary + ".")
    writeList(of: command.options.filter { $0.group == .own })
    writeParagraphs(command.discussion)
    let others = command.options.filter { $0.group != .own }
    if !others.isEmpty {
      page.macro("Pp")
      let names = others.map { "--\($0.name)" }
      page.write("Also takes \(Wording.list(names, joinedBy: "and")).")
    }
    for example in command.examples {
      page.macro("Pp")
      page.display(example)
    }
  }

  private mutating func writeParagraphs(_ text: String) {
    for paragraph in text.split(separator: "\n\n") {
      page.macro("Pp")
      page.write(String(paragraph))
    }
  }

  private mutating func writeList(of options: [OptionDefinition]) {
    guard !options.isEmpty else { return }
    page.macro("Bl -tag -width Ds")
    for option in options {
      let short = option.short.map { "Fl \($0) , " } ?? ""
      let value = option.value.map { " Ar \(Mdoc.literal($0))" } ?? ""
      let dots = option.isRepeatable ? " ..." : ""
      page.macro("It \(short)Fl Fl \(Mdoc.literal(option.name))\(value)\(dots)")
      page.write(option.help + ".")
    }
    page.macro("El")
  }

  private mutating func writeCommonOptions() {
    page.macro("Sh OPTIONS")
    page.write("Each command says which of these it takes:")
    var seen: Set<String> = []
    let common = commands.flatMap(\.options).filter {
      $0.group == .common && seen.insert($0.name).inserted
    }
    writeList(of: common)
  }
}

// MARK: Topics

extension ManualPage {
  /// Sections that the conventions of manual pages name, with the macro that
  /// marks their terms.
  private static let conventional = [
    "exit-codes": (heading: "EXIT STATUS", macro: "Sy"),
    "environment": (heading: "ENVIRONMENT", macro: "Ev"),
    "files": (heading: "FILES", macro: "Pa"),
  ]

  private mutating func writeTopics() {
    let others = topics.filter { Self.conventional[$0.name] == nil }
    for topic in others {
      write(topic, heading: topic.name.uppercased(), macro: "Sy")
    }
    for name in ["environment", "files", "exit-codes"] {
      guard let topic = topics.first(where: { $0.name == name }),
        let section = Self.conventional[name]
      else { continue }
      write(topic, heading: section.heading, macro: section.macro)
    }
  }

  private mutating func write(
    _ topic: HelpTopic, heading: String, macro: String
  ) {
    page.macro("Sh \(heading)")
    for (index, block) in topic.blocks.enumerated() {
      switch block {
      case .paragraph(let text):
        if index > 0 { page.macro("Pp") }
        page.write(text)
      case .list(let entries):
        page.macro("Bl -tag -width Ds")
        for entry in entries {
          page.macro("It \(macro) \(Mdoc.literal(entry.term))")
          page.write(entry.meaning + ".")
        }
        page.macro("El")
      case .examples(let lines):
        for line in lines {
          page.macro("Pp")
          page.display(line)
        }
      }
    }
  }

  // MARK: Examples

  /// The commands of a plant's first days.
  private static let shown = [
    "add", "today", "water", "snooze", "schedule set", "note", "history",
    "undo",
  ]

  private mutating func writeExamples() {
    page.macro("Sh EXAMPLES")
    let shown = Self.shown.compactMap { name in
      commands.first { $0.name == name }
    }
    for (index, command) in shown.enumerated() {
      if index > 0 { page.macro("Pp") }
      page.write(command.summary + ":")
      page.macro("Pp")
      for example in command.examples.prefix(1) { page.display(example) }
    }
  }
}

extension String {
  /// The text with its first letter in upper case.
  fileprivate var capitalizedFirst: String {
    prefix(1).uppercased() + dropFirst()
  }
}
