internal import Glibc
internal import POSIXKit
internal import TerminalKit

/// Runs the program with the arguments of C's `main`.
///
/// - Parameters:
///   - count: The number of arguments, including the program's name.
///   - pointers: As many C strings.
/// - Returns: The exit status.
@c(plantguide_main)
public func enterProgram(
  _ count: Int32, _ pointers: UnsafePointer<UnsafeMutablePointer<CChar>?>
) -> Int32 {
  StandardDescriptors.hold()
  Output.turnSignalsIntoErrors()
  var output = Output(fileDescriptor: STDOUT_FILENO)
  var errors = Output(fileDescriptor: STDERR_FILENO)
  var process = ProcessFacts.ofThisProcess()
  do throws(UsageError) {
    let arguments = try ArgumentBytes.decode(count: count, pointers)
    process.neverColors = Program.neverColors(arguments)
    Program.prepare(arguments, process)
    return Program.run(
      arguments, process, output: &output, errors: &errors
    ).rawValue
  } catch {
    let words = UnsafeBufferPointer(start: pointers, count: Int(count))
      .compactMap { $0.map { String(cString: $0) } }
    let report = ErrorReport(error, wantsJSON: Program.wantsJSON(words))
    let terminal = process.errorTerminal
    errors.tell(report.text(for: terminal), on: terminal)
    return report.exitCode.rawValue
  }
}
