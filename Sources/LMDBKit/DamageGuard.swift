internal import CLMDBShims

/// Turns the faults that a damaged data file causes into a message.
///
/// LMDB reads its file through a memory map, so missing pages arrive as
/// SIGBUS or SIGSEGV, ones of no size as SIGFPE and broken ones as a failed
/// assertion, none of which can be thrown. Nor can the lack of memory, which
/// ends a Swift program: it is told as what it is.
public enum DamageGuard {
  /// What is said where nothing can be thrown: the whole text, ending in a
  /// newline and cut at 2,048 bytes; and the exit status, 0 to 255.
  public typealias Report = (message: String, exitCode: Int32)

  /// Tells of `damage` on standard error and ends the process when a thread
  /// faults inside a transaction, or when LMDB finds its pages inconsistent;
  /// of `shortage` when it ends as the system gives no more memory.
  ///
  /// Other faults go to the handlers that were there before. The first call
  /// wins; later ones change nothing.
  public static func install(damage: Report, shortage: Report) {
    damage.message.utf8CString.withUnsafeBufferPointer { damaged in
      shortage.message.utf8CString.withUnsafeBufferPointer { short in
        _ = lmdbkit_guard_install(
          damaged.baseAddress, damaged.count - 1, damage.exitCode,
          short.baseAddress, short.count - 1, shortage.exitCode)
      }
    }
  }
}
