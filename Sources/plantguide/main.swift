import Glibc
import POSIXKit
import PlantGuideCLI
import TerminalKit

StandardDescriptors.hold()
Output.turnSignalsIntoErrors()

var output = Output(fileDescriptor: 1)
var errors = Output(fileDescriptor: 2)
let process = ProcessFacts.ofThisProcess()
let status: ExitCode
do {
  let arguments = try ArgumentBytes.decode(
    count: CommandLine.argc, CommandLine.unsafeArgv)
  Program.expectDamage(arguments, process)
  status = Program.run(
    arguments, process, output: &output, errors: &errors)
} catch {
  let report = ErrorReport(describing: error)
  try? errors.write(report.text(for: process.errorTerminal))
  try? errors.flush()
  status = report.exitCode
}
exit(status.rawValue)
