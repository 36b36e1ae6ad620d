internal import Glibc
internal import JournalInput
internal import JournalQueries
internal import JournalTime
internal import POSIXKit
internal import TerminalKit

/// The facts of the program's process. Everything that a command depends on,
/// except for the journal, comes from here.
package struct ProcessFacts {
  /// The program and its version, as in `writer.started` and `--version`.
  static let program = "plantguide \(ProgramVersion.text)"

  /// The environment's variables.
  let environment: EnvironmentVariables
  /// The wall clock.
  let now: Instant
  /// The facts of standard output and standard error.
  let standardOutput: Terminal.Facts
  let standardError: Terminal.Facts
  /// A Boolean value that indicates whether `--color never` was given.
  var neverColors = false
  let prompt: Prompt
  let machineSettings: MachineSettingsReader

  /// Returns the facts of this process.
  package static func ofThisProcess() -> ProcessFacts {
    let environment = EnvironmentVariables.system
    let standardError = Terminal.Facts(
      fileDescriptor: STDERR_FILENO, environment: environment)
    return ProcessFacts(
      environment: environment, now: systemClock(),
      standardOutput: .init(
        fileDescriptor: STDOUT_FILENO, environment: environment),
      standardError: standardError,
      prompt: .system(
        Charset(environment: environment),
        width: standardError.isTerminal ? Terminal(standardError).width : nil),
      machineSettings: MachineSettingsReader(
        Result { () throws(HomeError) in try homePath(environment) }))
  }

  /// Returns everything on standard input.
  func readStandardInput() throws -> [UInt8] {
    try InputFile.contents(
      standardInput().open(), "standard input", atMost: .data)
  }

  /// Returns standard input, as a stream.
  func standardInput() throws -> Input { try .standard(atMost: .data) }

  /// Returns the contents of a file.
  func readFile(
    _ path: String, atMost limit: InputFile.Limit
  ) throws -> [UInt8] {
    try InputFile.read(path, atMost: limit)
  }

  /// Returns the contents of a file; `nil` if there is none.
  func readFileIfPresent(
    _ path: String, atMost limit: InputFile.Limit
  ) throws -> [UInt8]? {
    do {
      return try readFile(path, atMost: limit)
    } catch let error as FileSystemError where error.code == ENOENT {
      return nil
    }
  }

  func isDirectory(_ path: String) -> Bool {
    FileSystem.isDirectory(path)
  }

  /// The journal's home: `$PLANTGUIDE_HOME`, otherwise below `$XDG_DATA_HOME`,
  /// otherwise below the user's home.
  ///
  /// - Throws: ``HomeError`` if the variables name no directory.
  var homePath: String {
    get throws(HomeError) { try machineSettings.homePath.get() }
  }

  static func homePath(
    _ environment: EnvironmentVariables
  ) throws(HomeError) -> String {
    func variable(_ name: String) throws(HomeError) -> String? {
      guard let value = environment[name] else {
        if environment.isUnreadable(name) { throw .notText(name) }
        return nil
      }
      return value.isEmpty ? nil : value
    }
    if let path = try variable("PLANTGUIDE_HOME") { return path }
    // A relative path is invalid there and must be ignored (XDG Base
    // Directory Specification).
    if let data = try variable("XDG_DATA_HOME"), data.hasPrefix("/") {
      return data + "/plantguide"
    }
    guard let home = try variable("HOME"), home.hasPrefix("/") else {
      throw .unknown
    }
    return home + "/.local/share/plantguide"
  }

  /// The name of this machine.
  static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "device" }
    return String(
      decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)),
      as: UTF8.self)
  }

  /// Returns the current time of the wall clock.
  static func systemClock() -> Instant {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Instant(
      milliseconds: Int64(time.tv_sec) * 1000
        + Int64(time.tv_nsec) / 1_000_000)
  }
}

/// The settings of this machine, read on first use.
///
/// It is a class, so that all copies of a process's facts read them once.
final class MachineSettingsReader {
  /// The home of the settings.
  let homePath: Result<String, HomeError>

  init(_ homePath: Result<String, HomeError>) { self.homePath = homePath }

  /// The settings, or the error of reading their file.
  lazy var settings = Result { try MachineSettings(ofHomeAt: homePath.get()) }
}
