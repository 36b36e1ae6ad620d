import Glibc
import LMDBKit
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
  // A damaged page of the database ends in a signal or in LMDB's own abort;
  // both become a message and the exit status for damaged data.
  let damage = ErrorReport(
    DamagedDataFile(), wantsJSON: Program.wantsJSON(arguments))
  DamageGuard.install(
    message: damage.text(for: process.errorTerminal),
    exitCode: damage.exitCode.rawValue)
  status = Program.run(
    arguments, process, output: &output, errors: &errors)
} catch {
  let report = ErrorReport(describing: error)
  try? errors.write(report.text(for: process.errorTerminal))
  try? errors.flush()
  status = report.exitCode
}
exit(status.rawValue)
