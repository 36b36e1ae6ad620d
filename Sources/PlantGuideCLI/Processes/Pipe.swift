internal import Glibc

/// A pipe to or from a child process. No other program inherits its ends.
struct Pipe {
  /// Where bytes come out.
  let readingEnd: Int32
  /// Where bytes go in.
  let writingEnd: Int32

  /// Makes a pipe.
  init() throws(SpawnError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SpawnError(errno: errno) }
    // Not at once with `pipe2`, which is not imported; no other thread is
    // there to start a program in between.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    readingEnd = ends[0]
    writingEnd = ends[1]
  }

  /// Reads all bytes until the other side ends or the deadline comes.
  func readAll(until deadline: Deadline) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    while waitForReading(until: deadline) {
      let count = read(readingEnd, &chunk, chunk.count)
      if count > 0 {
        bytes += chunk[..<count]
      } else if count == 0 || errno != EINTR {
        break
      }
    }
    return bytes
  }

  /// Makes an end return rather than wait for the other side.
  static func setNonBlocking(_ end: Int32) {
    _ = fcntl(end, F_SETFL, O_NONBLOCK)
  }

  private func waitForReading(until deadline: Deadline) -> Bool {
    while deadline.millisecondsLeft > 0 {
      var request = pollfd(fd: readingEnd, events: Int16(POLLIN), revents: 0)
      let count = poll(&request, 1, deadline.millisecondsLeft)
      if count > 0 { return true }
      guard count == 0 || errno == EINTR else { return false }
    }
    return false
  }
}
