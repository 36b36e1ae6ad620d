internal import CPOSIXShims
internal import Glibc

/// The signals that concern a program which draws on a terminal. They are held
/// back while a value exists, and taken one by one.
public struct TerminalSignals: ~Copyable {
  /// What a signal asks for.
  public enum Request: Sendable, Hashable {
    /// To end.
    case end
    /// To stop until somebody has the program go on.
    case stop
    /// To draw again: the window has another size, or the program went on.
    case redraw
  }

  private let file: File

  /// Holds the signals back.
  ///
  /// - Throws: What the system refuses.
  public init() throws(FileSystemError) {
    file = File(
      owning: try checked(
        "signalfd", "signals", posixkit_hold_terminal_signals()),
      called: "signals")
  }

  deinit { posixkit_release_terminal_signals() }

  /// Can be read once one came.
  public var descriptor: Int32 { file.descriptor }

  /// What the next signal that came asks for; `nil` for none.
  public func next() -> Request? {
    switch posixkit_next_signal(descriptor) {
    case 0: nil
    case SIGTSTP: .stop
    case SIGWINCH, SIGCONT: .redraw
    default: .end
    }
  }

  /// Stops the process, until somebody has it go on.
  public func stop() { posixkit_stop() }
}
