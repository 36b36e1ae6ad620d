internal import CPOSIXShims
internal import Glibc

/// A pipe to or from a child process.
public struct Pipe: ~Copyable {
  /// Where bytes come out.
  public let readingEnd: File
  /// Where bytes go in.
  public let writingEnd: File

  /// Makes a pipe.
  public init() throws(FileSystemError) {
    var ends: [Int32] = [-1, -1]
    try checked("pipe", "a pipe", posixkit_pipe(&ends))
    readingEnd = File(owning: ends[0], called: "a pipe")
    writingEnd = File(owning: ends[1], called: "a pipe")
  }

  /// The end for bytes to come out of; the other is closed.
  public consuming func keepingReadingEnd() -> File { readingEnd }

  /// The end for bytes to go in at; the other is closed.
  public consuming func keepingWritingEnd() -> File { writingEnd }
}

extension File {
  /// Makes reading and writing return rather than wait for the other side of
  /// a pipe.
  public func setNonBlocking() {
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  /// All bytes until the other side of a pipe ends or the deadline comes.
  public func contents(until deadline: Deadline) -> [UInt8] {
    var bytes: [UInt8] = []
    while waitForReading(until: deadline),
      let piece = try? read(1 << 14), !piece.isEmpty
    {
      bytes += piece
    }
    return bytes
  }

  /// The first bytes until the other side of a pipe ends, has ended a line or
  /// has written `limit` bytes, or the deadline comes.
  public func line(until deadline: Deadline, atMost limit: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < limit, !bytes.contains(UInt8(ascii: "\n")),
      waitForReading(until: deadline), let piece = try? read(1 << 10),
      !piece.isEmpty
    {
      bytes += piece
    }
    return bytes
  }

  private func waitForReading(until deadline: Deadline) -> Bool {
    while deadline.millisecondsLeft > 0 {
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let count = poll(&request, 1, deadline.millisecondsLeft)
      if count > 0 { return true }
      guard count == 0 || errno == EINTR else { return false }
    }
    return false
  }
}
