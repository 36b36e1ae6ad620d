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
  ///
  /// A view reads the journal while it prints, and a reader at a pager may
  /// take an hour over a page; an open transaction makes the database grow
  /// meanwhile. What fits in here is written after the reading has ended.
  static let capacity = 8 << 20

  private let command: [String]
  private let rows: Int
  private(set) var isDecided = false
  private var process: ChildProcess?
  private var input: File?

  /// Creates a pager for a terminal of `rows` lines; nothing is started.
  package init(_ command: [String], rows: Int) {
    self.command = command
    self.rows = rows
  }

  /// Where output goes that begins with `bytes`: the pager's input, or `nil`
  /// for the terminal itself, also where there is no such program.
  package func destination(of bytes: [UInt8]) -> Int32? {
    if !isDecided, !bytes.isEmpty {
      isDecided = true
      let lines = bytes.lazy.filter { $0 == UInt8(ascii: "\n") }.count
      // The last row is the shell's.
      if lines >= rows { start() }
    }
    return input?.descriptor
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
    process = try? ChildProcess.start(
      name, arguments: Array(command.dropFirst()),
      environment: Self.environment(),
      descriptors: [.init(own: reading, inChild: STDIN_FILENO)])
    guard process != nil else { return }
    input = pipe.keepingWritingEnd()
    // Ctrl-C is the pager's business as long as it runs.
    signal(SIGINT, SIG_IGN)
    signal(SIGQUIT, SIG_IGN)
  }

  /// Ends its input and waits until the reader has seen enough.
  package func finish() {
    guard input != nil else { return }
    input = nil
    process?.wait()
    signal(SIGINT, SIG_DFL)
    signal(SIGQUIT, SIG_DFL)
  }

  /// The environment, in which `less` learns to let colours through and to
  /// end where all fits on a screen; what the user says goes before.
  private static func environment() -> [String] {
    let variables = ProcessEnvironment.all()
    return ProcessEnvironment["LESS"] == nil
      ? variables + ["LESS=FRX"] : variables
  }
}
