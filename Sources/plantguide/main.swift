import Glibc
import LMDBKit
import POSIXKit
import PlantGuideCLI
import TerminalKit

StandardDescriptors.hold()

// A damaged page of the database ends in a signal or in LMDB's own abort;
// both become a message and the exit status for damaged data.
DamageGuard.install(
  message: """
    plantguide: error: the journal's database file is damaged; nothing was changed
    hint: restore a backup, or copy the directory and run 'plantguide export events' on the copy to save what can be read

    """, exitCode: ExitCode.damagedData.rawValue)
Output.turnSignalsIntoErrors()

var output = Output(fileDescriptor: 1)
var errors = Output(fileDescriptor: 2)
let process = ProcessFacts.ofThisProcess()
let status: ExitCode
do {
  let arguments = try ArgumentBytes.decode(
    count: CommandLine.argc, CommandLine.unsafeArgv)
  status = Program.run(
    arguments, process, output: &output, errors: &errors)
} catch {
  let report = ErrorReport(describing: error)
  try? errors.write(report.text(for: process.errorTerminal))
  try? errors.flush()
  status = report.exitCode
}
exit(status.rawValue)
