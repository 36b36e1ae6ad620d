internal import JournalTime

/// The whole program, with everything outside passed in.
public enum Program {
  /// Runs one command line.
  ///
  /// - Parameters:
  ///   - arguments: Those after the program's name.
  ///   - process: What the process knows.
  ///   - output: Where the result goes.
  ///   - errors: Where errors go.
  /// - Returns: The exit status.
  public static func run(
    _ arguments: [String], _ process: ProcessFacts, output: inout Output,
    errors: inout Output
  ) -> ExitCode {
    var circumstances = ErrorReport.Circumstances()
    do {
      try run(arguments, process, &output, &circumstances)
      try output.flush()
      return .done
    } catch {
      // What was printed before the error belongs to the result.
      try? output.flush()
      let report = ErrorReport(describing: error, during: circumstances)
      let terminal = Terminal(process.standardError)
      try? errors.write(report.text(for: terminal))
      try? errors.flush()
      return report.exitCode
    }
  }

  private static func run(
    _ arguments: [String], _ process: ProcessFacts, _ output: inout Output,
    _ circumstances: inout ErrorReport.Circumstances
  ) throws {
    let commands = Command.candidates(for: arguments)
    let parser = CommandLineParser(
      commands: commands.map(\.definition),
      topics: commands.count > 1 ? HelpTopic.all : [])
    let invocation = try parser.parse(arguments)
    switch invocation {
    case .version: try output.writeLine(ProcessFacts.program)
    case .overview, .help, .topic:
      let width = Terminal(process.standardOutput).width
      try output.write(HelpText.text(for: invocation, width: width))
    case .run(let definition, let parsed):
      circumstances = ErrorReport.Circumstances(
        command: definition.arguments.first?.name == "PLANT"
          ? definition.name : nil, isWriting: definition.isWriting)
      let color = try ColorChoice(option: parsed.value("color"))
      var context = CommandContext(
        process: process, command: definition, arguments: parsed,
        terminal: Terminal(process.standardOutput, color: color),
        output: output)
      defer { output = context.output }
      let command = commands.first { $0.definition.path == definition.path }
      defer { circumstances.hasWritten = context.opener.hasWritten }
      try command?.run(&context)
    }
  }
}

extension CommandDefinition {
  /// Whether the command changes the journal.
  var isWriting: Bool {
    options.contains { $0.name == GlobalOptions.yes.name }
  }
}
