import Glibc

/// A thread of the system, since blocking does not belong on the tasks' pool.
final class Thread: @unchecked Sendable {
  private let body: @Sendable () throws -> Void
  // Written by the thread, read after joining it.
  private var failure: (any Error)?
  private var thread = pthread_t()

  init(_ body: @escaping @Sendable () throws -> Void) throws {
    self.body = body
    let context = Unmanaged.passRetained(self).toOpaque()
    let status = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        let thread = Unmanaged<Thread>.fromOpaque(context).takeRetainedValue()
        do { try thread.body() } catch { thread.failure = error }
        return nil
      }, context)
    guard status == 0 else { throw Failure(code: status) }
  }

  /// Waits for the end, and throws what the body threw.
  func join() throws {
    pthread_join(thread, nil)
    if let failure { throw failure }
  }
}
