internal import Glibc
internal import POSIXKit

/// A program that shows long output page by page, such as `less`.
///
/// It is started as it is, without a shell, so its command is words parted by
/// blanks.
package final class Pager {
  private let process: ChildProcess
  private var input: File?

  /// Where its input is written; `nil` once it has ended.
  package var fileDescriptor: Int32? { input?.descriptor }

  /// The words of the command that the environment asks for; `nil` where it
  /// asks for none: an empty variable, or `cat`.
  ///
  /// `PLANTGUIDE_PAGER` goes before this machine's setting, that before
  /// `PAGER`, and `less` is what there is by default.
  ///
  /// - `setting`: This machine's, read only where it can count.
  package static func command(
    environment: EnvironmentVariables, setting: () -> String?
  ) -> [String]? {
    let text =
      environment["PLANTGUIDE_PAGER"] ?? setting() ?? environment["PAGER"]
      ?? "less -FRX"
    let words = text.split(separator: " ").map(String.init)
    return words.isEmpty || words == ["cat"] ? nil : words
  }

  /// Starts a pager; `nil` where there is no such program.
  package init?(_ command: [String]) {
    guard let name = command.first, let pipe = try? Pipe() else { return nil }
    let input = pipe.readingEnd.descriptor
    guard
      let process = try? ChildProcess.start(
        name, arguments: Array(command.dropFirst()),
        environment: Self.environment(),
        descriptors: [.init(own: input, inChild: STDIN_FILENO)])
    else { return nil }
    self.process = process
    self.input = pipe.keepingWritingEnd()
    // Ctrl-C is the pager's business as long as it runs.
    signal(SIGINT, SIG_IGN)
    signal(SIGQUIT, SIG_IGN)
  }

  /// Ends its input and waits until the reader has seen enough.
  package func finish() {
    guard input != nil else { return }
    input = nil
    process.wait()
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
