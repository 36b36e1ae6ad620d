package import Encodings
internal import ErrorKit
internal import Glibc
package import POSIXKit

/// Runs the checks of the database in a separate process. Damaged pages can
/// crash LMDB and its process, but earlier findings must not be lost.
package enum StoreCheckProcess {
  /// The environment variable of a process that runs the checks.
  package static let variable = "PLANTGUIDE_DOCTOR"

  /// The limit of the checks, in seconds.
  private static let quickLimit: Int64 = 120
  private static let fullLimit: Int64 = 24 * 3_600

  /// Runs the checks and returns their findings, even if they were cut short.
  ///
  /// - `arguments`: The arguments of the process after the program's name.
  package static func findings(
    arguments: [String], isFull: Bool
  ) throws(FileSystemError) -> [Finding] {
    let deadline = Deadline(seconds: isFull ? fullLimit : quickLimit)
    let pipe = try Pipe()
    let nothing = try File("/dev/null", .reading)
    let silence = try File("/dev/null", .replacing)
    let child = try ChildProcess.start(
      "/proc/self/exe", arguments: arguments,
      variables: [variable: "store"],
      descriptors: [
        .init(own: nothing.descriptor, inChild: STDIN_FILENO),
        .init(own: pipe.writingEnd.descriptor, inChild: STDOUT_FILENO),
        .init(own: silence.descriptor, inChild: STDERR_FILENO),
      ])
    // From here on, only the child's copy keeps the pipe open.
    let output = pipe.keepingReadingEnd().contents(until: deadline)
    return read(output, child.wait(until: deadline))
  }

  /// Reads the child's lines: the name of each check as it begins, and its
  /// findings.
  static func read(
    _ output: [UInt8], _ ending: ChildProcess.Ending
  ) -> [Finding] {
    var findings: [Finding] = []
    var current = Finding.Check.database
    for line in output.split(separator: UInt8(ascii: "\n")) {
      let bytes = Array(line)
      guard let value = try? JSONReader.parse(bytes.span.bytes) else {
        continue
      }
      if case .string(let name) = value["begins"],
        let check = Finding.Check(rawValue: name)
      {
        current = check
      }
      if let finding = Finding(value) { findings.append(finding) }
    }
    switch ending {
    case .exited(0): break
    case .timedOut:
      findings.append(
        .problem(
          current, "the check did not end and was stopped",
          "end other plantguide processes, then try again", .system))
    case .exited, .signalled:
      findings.append(
        .problem(
          current, "the database is damaged: the check could not go on",
          .salvage, .damagedData))
    }
    return findings
  }
}

extension Finding {
  /// Reads a finding of ``JSONWriter/handOver(_:remedy:)``; `nil` for others.
  init?(_ value: JSONValue) {
    guard case .string(let name) = value["check"],
      let check = Check(rawValue: name),
      case .string(let word) = value["level"],
      let level = Level(rawValue: word),
      case .string(let message) = value["message"],
      let kind = value["kind"]
    else { return nil }
    var remedy: Remedy?
    if case .string(let text) = value["remedy"] { remedy = .text(text) }
    self.init(
      check, level, message, remedy,
      ErrorKind.allCases.first { kind == .string($0.rawValue) })
  }
}

extension JSONWriter {
  /// Writes a finding for the parent process; `remedy` is its remedy in words.
  package mutating func handOver(_ finding: Finding, remedy: String?) {
    object { writer in
      writer.member("check", finding.check.rawValue)
      writer.member("level", finding.level.rawValue)
      writer.member("message", finding.message)
      writer.member("remedy", remedy)
      writer.member("kind", finding.kind?.rawValue)
    }
    newline()
  }
}
