internal import Glibc
internal import POSIXKit

/// A program that is run to its end for what it does and says.
struct UserTool {
  /// The path, or the name to be looked for in `PATH`.
  let name: String

  /// The result of a run.
  struct Result {
    /// The end of the program.
    let ending: ChildProcess.Ending
    /// The bytes on standard output.
    let bytes: [UInt8]
    /// The text on standard error.
    let errors: String

    /// The text on standard output.
    var output: String { String(decoding: bytes, as: UTF8.self) }

    /// A Boolean value that indicates whether the status was 0.
    var isDone: Bool { ending == .exited(0) }

    /// A Boolean value that indicates whether standard output was read to its
    /// end.
    var isWhole: Bool { bytes.count < UserTool.mostBytes }
  }

  /// The greatest number of bytes that are read of either text.
  fileprivate static let mostBytes = 1 << 18

  /// A Boolean value that indicates whether the program is installed.
  var isInstalled: Bool { FileSystem.isInstalled(name) }

  /// Runs the program.
  ///
  /// - Parameters:
  ///   - arguments: The arguments.
  ///   - input: The bytes on standard input.
  ///   - variables: Added to this process's, or replacing them.
  ///   - keepsVariables: A Boolean value that indicates whether the program
  ///     gets this process's variables.
  ///   - seconds: The time after which it is stopped.
  /// - Returns: The result.
  /// - Throws: `FileSystemError`.
  func run(
    _ arguments: [String], input: [UInt8] = [],
    variables: [String: String] = [:], keepsVariables: Bool = true,
    seconds: Int64 = 30
  ) throws(FileSystemError) -> Result {
    // Files never make the program wait, whatever it reads and writes first.
    let source = try File.temporary()
    try source.write(input[...])
    try source.rewind()
    let complaints = try File.temporary()
    let output = try Pipe()
    let deadline = Deadline(seconds: seconds)
    let child = try ChildProcess.start(
      name, arguments: arguments, variables: variables,
      keepsVariables: keepsVariables,
      descriptors: [
        .init(own: source.descriptor, inChild: STDIN_FILENO),
        .init(own: output.writingEnd.descriptor, inChild: STDOUT_FILENO),
        .init(own: complaints.descriptor, inChild: STDERR_FILENO),
      ])
    let said = output.keepingReadingEnd()
      .contents(until: deadline, atMost: Self.mostBytes)
    let ending = child.wait(until: deadline)
    let errors = try complaints.read(Self.mostBytes, at: 0)
    return Result(
      ending: ending, bytes: said,
      errors: String(decoding: errors, as: UTF8.self))
  }
}
