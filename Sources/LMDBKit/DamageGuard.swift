internal import CLMDBShims

/// Turns the faults that a damaged data file causes into a message.
///
/// LMDB reads its file through a memory map, so missing pages raise SIGBUS or
/// SIGSEGV, pages without size SIGFPE, and broken pages a failed assertion;
/// none can be thrown. Neither can a lack of memory, which ends a Swift
/// program; it has a report of its own.
public enum DamageGuard {
  /// A message for failures that cannot be thrown, complete with its newline
  /// and cut at 2,048 bytes, and the exit status, 0 to 255.
  public typealias Report = (message: String, exitCode: Int32)

  /// Writes a report to standard error and ends the process: `damage` when a
  /// thread faults inside a transaction, or LMDB finds its pages inconsistent;
  /// `shortage` when the program ends because the system has no more memory.
  ///
  /// Other faults go to the handlers that were there before. Only the first
  /// call has an effect.
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
