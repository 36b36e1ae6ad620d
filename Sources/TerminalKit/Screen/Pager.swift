internal import Glibc
internal import POSIXKit

/// A program that shows long output page by page, such as `less`, started
/// once enough of the output is known to be more than a screen.
///
/// It is started as it is, without a shell, so its command is words parted by
/// blanks.
package final class Pager {
  /// So much is kept back before it is decided whether the pager is needed, in
  /// bytes.
  static let capacity = 8 << 20

  private let command: [String]
  private let rows: Int
  private(set) var isDecided = false
  private var process: ChildProcess?
  private var input: PatientPipe?

  /// Creates a pager for a terminal of `rows` lines; nothing is started.
  package init(_ command: [String], rows: Int) {
    self.command = command
    self.rows = rows
  }

  /// Shows output; the first piece decides whether a pager is needed.
  ///
  /// - Parameter bytes: What is to be shown.
  /// - Returns: Whether it was taken; `false` where the terminal itself is to
  ///   get it, also where there is no such program.
  /// - Throws: ``OutputError``.
  func show(_ bytes: [UInt8]) throws(OutputError) -> Bool {
    if !isDecided, !bytes.isEmpty {
      isDecided = true
      let lines = bytes.lazy.filter { $0 == UInt8(ascii: "\n") }.count
      // The last row is the shell's.
      if lines >= rows { start() }
    }
    guard let input else { return false }
    try input.write(bytes)
    return true
  }

  /// The words of the command that the environment asks for; `nil` where it
  /// asks for none: an empty variable, or `cat`.
  ///
  /// `PLANTGUIDE_PAGER` goes before this machine's setting, that before
  /// `PAGER`, and `less` is what there is by default.
  ///
  /// - Parameters:
  ///   - environment: The environment's variables.
  ///   - setting: This machine's, read only where it can count.
  /// - Returns: The words.
  package static func command(
    environment: EnvironmentVariables, setting: () -> String?
  ) -> [String]? {
    let text =
      environment["PLANTGUIDE_PAGER"] ?? setting() ?? environment["PAGER"]
      ?? "less -FRX"
    let words = text.split(separator: " ").map(String.init)
    return words.isEmpty || words == ["cat"] ? nil : words
  }

  private func start() {
    guard let name = command.first, let pipe = try? Pipe() else { return }
    let reading = pipe.readingEnd.descriptor
    // Lets colours through, and ends where all fits on a screen; what the user
    // says goes before.
    process = try? ChildProcess.start(
      name, arguments: Array(command.dropFirst()),
      variables: ProcessEnvironment["LESS"] == nil ? ["LESS": "FRX"] : [:],
      descriptors: [.init(own: reading, inChild: STDIN_FILENO)])
    guard process != nil else { return }
    pipe.writingEnd.setNonBlocking()
    input = PatientPipe(pipe.keepingWritingEnd(), patience: 0)
    // Ctrl-C is the pager's business as long as it runs.
    signal(SIGINT, SIG_IGN)
    signal(SIGQUIT, SIG_IGN)
  }

  /// Shows what is left, ends the pager's input and waits until the reader has
  /// seen enough.
  package func finish() {
    guard input != nil else { return }
    // A reader who goes away has seen enough.
    try? input?.finish()
    input = nil
    process?.wait()
    signal(SIGINT, SIG_DFL)
    signal(SIGQUIT, SIG_DFL)
  }
}
