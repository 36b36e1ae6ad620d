internal import CPOSIXShims
internal import Glibc

/// The signals that concern a program that draws on a terminal. They are held
/// back while a value exists, and taken one by one.
public struct TerminalSignals: ~Copyable {
  /// The request that a signal makes.
  public enum Request: Sendable, Hashable {
    /// To end.
    case end
    /// To stop until somebody resumes the program.
    case stop
    /// To draw again: the window has another size, or the program was resumed.
    case redraw
  }

  private let file: File

  /// Holds the signals back.
  ///
  /// - Throws: The system's refusal.
  public init() throws(FileSystemError) {
    file = File(
      owning: try checked(
        "signalfd", "signals", posixkit_hold_terminal_signals()),
      called: "signals")
  }

  deinit { posixkit_release_terminal_signals() }

  /// Readable once a signal came.
  public var descriptor: Int32 { file.descriptor }

  /// Returns the request of the next signal that came; `nil` if none did.
  public func next() -> Request? {
    switch posixkit_next_signal(descriptor) {
    case 0: nil
    case SIGTSTP: .stop
    case SIGWINCH, SIGCONT: .redraw
    default: .end
    }
  }

  /// Stops the process until somebody resumes it.
  public func stop() { posixkit_stop() }
}
