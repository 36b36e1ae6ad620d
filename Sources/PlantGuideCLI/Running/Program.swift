internal import ErrorKit
internal import Glibc
internal import JournalExchange
internal import JournalQueries
internal import JournalReports
internal import JournalTime
internal import POSIXKit
package import TerminalKit

/// The whole program, with everything outside passed in.
package enum Program {
  /// Runs one command line.
  ///
  /// - Parameters:
  ///   - arguments: The arguments after the program's name.
  ///   - process: The facts of the process.
  ///   - output: The output of the result.
  ///   - errors: The output of errors.
  /// - Returns: The exit status.
  package static func run(
    _ arguments: [String], _ process: ProcessFacts, output: inout Output,
    errors: inout Output
  ) -> ExitCode {
    var circumstances = ErrorReport.Circumstances()
    circumstances.wantsJSON = wantsJSON(arguments)
    defer { output.finish() }
    do {
      do {
        try run(arguments, process, &output, &errors, &circumstances)
        try output.flush()
        return .done
      } catch let error as OutputError
        where circumstances.hasWritten && error != .closed
      {
        throw LostOutput(
          underlying: error, isInHistory: circumstances.isInHistory)
      }
    } catch {
      // The text printed before the error belongs to the result.
      try? output.flush()
      output.finish()
      let report = ErrorReport(describing: error, during: circumstances)
      let terminal = process.errorTerminal
      errors.tell(report.text(for: terminal), on: terminal)
      return report.exitCode
    }
  }

  /// Sets the messages for a damaged page of the database, a lack of memory and
  /// long waits for others; to be called before ``run``. The first two end the
  /// process with exit statuses of their own.
  package static func prepare(
    _ arguments: [String], _ process: ProcessFacts
  ) {
    let wantsJSON = wantsJSON(arguments)
    func end(_ error: some DescribedError) -> (String, Int32) {
      let report = ErrorReport(error, wantsJSON: wantsJSON)
      return (
        report.text(for: process.errorTerminal), report.exitCode.rawValue
      )
    }
    CareJournal.end(
      onDamage: end(DamagedDataFile()), onShortage: end(MemoryShortage()))
    File.tellOfWaiting(
      ErrorReport(LongWait().facts).text(
        for: process.errorTerminal, as: .warning, inJSON: wantsJSON))
  }

  /// Returns whether a command line, valid or not, asks for JSON.
  static func wantsJSON(_ arguments: [String]) -> Bool {
    let option = "--\(OptionDefinition.json.name)"
    // With a value, which is an error, the option asks for that error in JSON.
    return arguments.prefix { $0 != "--" }
      .contains { $0 == option || $0.hasPrefix(option + "=") }
  }

  /// Returns whether a command line, valid or not, asks for no colours.
  static func neverColors(_ arguments: [String]) -> Bool {
    let option = "--\(OptionDefinition.color.name)"
    let words = arguments.prefix { $0 != "--" }
    return words.contains("\(option)=never")
      || zip(words, words.dropFirst()).contains { $0 == (option, "never") }
  }

  private static func run(
    _ arguments: [String], _ process: ProcessFacts, _ output: inout Output,
    _ errors: inout Output, _ circumstances: inout ErrorReport.Circumstances
  ) throws {
    // With no arguments, the program shows the day or tells how to begin.
    let isAlone = arguments.isEmpty
    let arguments =
      isAlone
      ? Command.today.definition.path
      : Command.spelledOut(
        CommandLineParser.commandFirst(arguments, among: GlobalOptions.all))
    let commands = Command.candidates(for: arguments)
    let parser = CommandLineParser(
      commands: commands.map(\.definition),
      topics: commands.count > 1 ? HelpTopic.all : [])
    let plain = Terminal(process.standardOutput)
    output.fit(plain, pager: process.pager)
    let invocation = try parser.parse(arguments)
    switch invocation {
    case .version: try output.writeLine(ProcessFacts.program)
    case .overview, .help, .topic:
      try output.write(
        HelpText.text(
          for: invocation, topics: HelpTopic.all, width: plain.width,
          hasRare: arguments.count > 1))
    case .run(let definition, let parsed):
      circumstances = ErrorReport.Circumstances(
        command: definition.beginsWithPlant ? definition.name : nil,
        isWriting: definition.isWriting,
        wantsJSON: parsed.contains(.json))
      let terminal = process.outputTerminal(color: try parsed[.color])
      output.fit(terminal, pager: pager(for: definition, parsed, process))
      if definition.warnings == .all, definition.needsHome,
        let error = process.machineSettingsProblem, !(error is HomeError)
      {
        let facts = ErrorFacts(of: error).butGoingOn(
          "this command goes on with the defaults")
        errors.warn(
          ErrorReport(facts), process, inJSON: circumstances.wantsJSON)
      }
      var context = try CommandContext(
        process: process, command: definition, arguments: parsed,
        terminal: terminal, output: output)
      circumstances.words = context.journal.words(of:)
      defer { output = context.output }
      let command = commands.first { $0.definition.path == definition.path }
      let outcome = Result {
        try command?.run(asking: &context)
        if isAlone { try context.printWayToHelp() }
      }
      if context.journal.wasMade, let zone = TimeZoneRules.variablePassedOver {
        context.warnings.add(
          ErrorReport(
            .init(
              .invalidInput,
              "TZ is '\(zone)', which is not a time zone of this system: "
                + "the new journal's is \(TimeZoneRules.systemIdentifier())",
              "to change it: plantguide settings set timeZone Europe/Paris")))
      }
      if definition.warnings != .none {
        for report in context.warnings.reports {
          errors.warn(report, process, inJSON: circumstances.wantsJSON)
        }
      }
      circumstances.hasWritten = context.journal.hasWritten
      circumstances.isInHistory = context.journal.latestAction != nil
      if case .failure = outcome { context.journal.discardWhatIsEmpty() }
      if definition.isWriting, !context.isDryRun {
        // A killed erasure may have left files. If they cannot be removed, the
        // doctor reports them.
        try? context.journal.sweepErasedPhotos(waits: false)
      }
      let hooks = Result { try context.runHooks(reportingTo: &errors) }
      context.startAutoSync()
      context.startAutoBackup(reportingTo: &errors)
      try outcome.get()
      try hooks.get()
    }
  }

  /// Returns the pager for the output of a command. The output of a writing
  /// command is short, and must not be lost behind a pager.
  private static func pager(
    for definition: CommandDefinition, _ arguments: ParsedArguments,
    _ process: ProcessFacts
  ) -> [String]? {
    definition.isWriting || arguments[.noPager]
      ? nil : process.pager
  }
}

extension Output {
  /// Writes a message beside a command's own output. If it cannot be written,
  /// the command ends as it would have.
  mutating func tell(_ text: String, on terminal: Terminal) {
    fit(terminal)
    try? write(text)
    try? flush()
  }

  /// Writes a warning beside the command's own output.
  mutating func warn(
    _ report: ErrorReport, _ process: ProcessFacts, inJSON: Bool
  ) {
    let terminal = process.errorTerminal
    tell(
      report.text(for: terminal, as: .warning, inJSON: inJSON), on: terminal)
  }
}

extension CommandContext {
  /// Writes a warning before the command goes on.
  func warnAtOnce(_ facts: ErrorFacts) {
    var errors = Output(fileDescriptor: STDERR_FILENO)
    errors.warn(ErrorReport(facts), process, inJSON: wantsJSON)
  }
}

extension CommandDefinition {
  /// A Boolean value that indicates whether the first argument names a plant.
  fileprivate var beginsWithPlant: Bool {
    switch arguments.first?.completion {
    // A hint with one of two names would be another command.
    case .plant, .removedPlant: true
    default: false
    }
  }
}
