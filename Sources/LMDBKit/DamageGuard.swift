internal import CLMDBShims

/// Turns the faults that a damaged data file causes into a message.
///
/// LMDB reads its file through a memory map, so missing pages arrive as
/// SIGBUS or SIGSEGV and broken ones as a failed assertion, none of which can
/// be thrown.
public enum DamageGuard {
  /// Writes `message` to standard error and ends the process with `exitCode`
  /// when a thread faults inside a transaction, or when LMDB finds its pages
  /// inconsistent.
  ///
  /// Other faults go to the handlers that were there before. The first call
  /// wins; later ones change nothing.
  ///
  /// - Parameters:
  ///   - message: The whole text, ending in a newline; cut at 2,048 bytes.
  ///   - exitCode: The process's exit status, 0 to 255.
  public static func install(message: String, exitCode: Int32) {
    var message = message
    message.withUTF8 { text in
      text.withMemoryRebound(to: CChar.self) { text in
        _ = lmdbkit_guard_install(text.baseAddress, text.count, exitCode)
      }
    }
  }
}
