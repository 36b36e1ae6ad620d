internal import Glibc
internal import POSIXKit

/// A program that shows long output page by page, such as `less`. It is started
/// once the output is longer than a screen.
///
/// It runs without a shell, so its command is words separated by spaces.
package final class Pager {
  /// The number of bytes kept back before deciding whether a pager is needed.
  static let capacity = 8 << 20

  private let command: [String]
  private let rows: Int
  private(set) var isDecided = false
  private var process: ChildProcess?
  private var input: PatientPipe?

  /// Creates a pager for a terminal of `rows` lines; starts nothing.
  package init(_ command: [String], rows: Int) {
    self.command = command
    self.rows = rows
  }

  /// Shows output; the first piece decides whether a pager is needed.
  ///
  /// - Parameter bytes: The output to show.
  /// - Returns: Whether the pager took it; if `false`, as when there is no such
  ///   program, write it to the terminal.
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

  /// The words of the pager's command; `nil` if the variable is empty or `cat`,
  /// which ask for none.
  ///
  /// `PLANTGUIDE_PAGER` precedes this machine's setting, which precedes
  /// `PAGER`; the default is `less`.
  ///
  /// - Parameters:
  ///   - environment: The environment's variables.
  ///   - setting: This machine's setting, read only if it can count.
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
    // By default colours pass, and `less` ends if all fits on a screen; the
    // user's value precedes this.
    process = try? ChildProcess.start(
      name, arguments: Array(command.dropFirst()),
      variables: ProcessEnvironment["LESS"] == nil ? ["LESS": "FRX"] : [:],
      descriptors: [.init(own: reading, inChild: STDIN_FILENO)])
    guard process != nil else { return }
    pipe.writingEnd.setNonBlocking()
    input = PatientPipe(pipe.keepingWritingEnd(), patience: 0)
    // While the pager runs, it handles Ctrl-C itself.
    signal(SIGINT, SIG_IGN)
    signal(SIGQUIT, SIG_IGN)
  }

  /// Shows the rest, ends the pager's input and waits until the reader quits.
  package func finish() {
    guard input != nil else { return }
    // A reader who quits early has seen enough.
    try? input?.finish()
    input = nil
    process?.wait()
    signal(SIGINT, SIG_DFL)
    signal(SIGQUIT, SIG_DFL)
  }
}
