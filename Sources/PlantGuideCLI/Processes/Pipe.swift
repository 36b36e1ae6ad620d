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

  /// Writes bytes until all are taken, nobody reads any more, or the deadline
  /// comes.
  ///
  /// - Returns: Whether all were taken.
  func write(_ bytes: [UInt8], until deadline: Deadline) -> Bool {
    var start = 0
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBytes {
        Glibc.write(writingEnd, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        start += count
      } else if errno == EAGAIN {
        guard wait(for: POLLOUT, on: writingEnd, until: deadline) else {
          return false
        }
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  /// Reads all bytes until the other side ends or the deadline comes.
  func readAll(until deadline: Deadline) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    while wait(for: POLLIN, on: readingEnd, until: deadline) {
      let count = read(readingEnd, &chunk, chunk.count)
      if count > 0 {
        bytes += chunk[..<count]
      } else if count == 0 || errno != EINTR {
        break
      }
    }
    return bytes
  }

  /// Makes writing return rather than wait for who reads slowly.
  func setNonBlocking() {
    _ = fcntl(writingEnd, F_SETFL, O_NONBLOCK)
  }

  private func wait(
    for events: Int32, on descriptor: Int32, until deadline: Deadline
  ) -> Bool {
    while deadline.millisecondsLeft > 0 {
      var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
      let count = poll(&request, 1, deadline.millisecondsLeft)
      if count > 0 { return true }
      guard count == 0 || errno == EINTR else { return false }
    }
    return false
  }
}
