internal import Encodings
internal import Glibc
internal import TerminalKit

/// The checks of the database, in a process of their own: damaged pages fault
/// inside LMDB, which ends the process that looks at them, and what was found
/// before must not be lost.
enum StoreCheckProcess {
  /// The variable that tells the program that it is this process.
  static let variable = "PLANTGUIDE_DOCTOR"

  /// How long the checks may take, in seconds.
  private static let quickLimit: Int64 = 120
  private static let fullLimit: Int64 = 24 * 3_600

  /// Runs the checks and gives what they found, also where they were cut
  /// short.
  ///
  /// - `arguments`: Those that the process gets after the program's name.
  static func findings(
    arguments: [String], isFull: Bool
  ) throws(SpawnError) -> [Finding] {
    let deadline = Deadline(seconds: isFull ? fullLimit : quickLimit)
    let pipe = try Pipe()
    let silence = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { for end in [pipe.readingEnd, silence] { close(end) } }
    let environment =
      ProcessFacts.wholeEnvironment() + ["\(variable)=store"]
    let child: ChildProcess
    do throws(SpawnError) {
      child = try ChildProcess.start(
        "/proc/self/exe", arguments: arguments, environment: environment,
        descriptors: [
          .init(own: silence, inChild: STDIN_FILENO),
          .init(own: pipe.writingEnd, inChild: STDOUT_FILENO),
          .init(own: silence, inChild: STDERR_FILENO),
        ], leadsGroup: false)
    } catch {
      close(pipe.writingEnd)
      throw error
    }
    // Only the child's copy keeps the pipe open now.
    close(pipe.writingEnd)
    let output = pipe.readAll(until: deadline)
    return read(output, child.wait(until: deadline))
  }

  /// Reads the child's lines: the name of each check as it begins, and its
  /// findings.
  static func read(
    _ output: [UInt8], _ ending: ChildProcess.Ending
  ) -> [Finding] {
    var findings: [Finding] = []
    var current = "database"
    for line in output.split(separator: UInt8(ascii: "\n")) {
      let bytes = Array(line)
      guard let value = try? JSONReader.parse(bytes.span.bytes) else {
        continue
      }
      if case .string(let check) = value["begins"] { current = check }
      if let finding = Finding(value) { findings.append(finding) }
    }
    switch ending {
    case .exited(0): break
    case .timedOut:
      findings.append(
        .problem(
          current, "the check did not end and was stopped",
          remedy: "end other plantguide processes, then try again", .system))
    case .exited, .signalled:
      findings.append(
        .problem(
          current, "the database is damaged: the check could not go on",
          remedy: "restore a backup", .damagedData))
    }
    return findings
  }
}
