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

  /// All bytes until the other side of a pipe ends or the deadline comes;
  /// beyond `limit` no more are read than were under way.
  public func contents(
    until deadline: Deadline, atMost limit: Int = .max
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < limit, waitForReading(until: deadline),
      let piece = try? read(1 << 14), !piece.isEmpty
    {
      bytes += piece
    }
    return bytes
  }

  /// The first bytes until the other side of a pipe ends, has ended a line or
  /// has written `limit` bytes, or the deadline comes; what is said beside is
  /// handed on meanwhile.
  public func line(
    until deadline: Deadline, atMost limit: Int, beside errors: inout SideStream
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < limit, !bytes.contains(UInt8(ascii: "\n")),
      deadline.millisecondsLeft > 0
    {
      Waiting.until(
        anyIsReadable: [descriptor, errors.descriptor],
        milliseconds: deadline.millisecondsLeft)
      errors.handOn()
      guard Waiting.until(anyIsReadable: [descriptor], milliseconds: 0)
      else { continue }
      guard let piece = try? read(1 << 10), !piece.isEmpty else { break }
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

/// What a program says on standard error, handed on while its output is waited
/// for.
public struct SideStream: ~Copyable {
  private let file: File
  private let handler: ([UInt8]) -> Void
  private var isOver = false

  /// Creates a stream.
  ///
  /// - Parameters:
  ///   - file: The reading end of a pipe.
  ///   - handler: Gets what is said, piece by piece.
  public init(_ file: consuming File, _ handler: @escaping ([UInt8]) -> Void) {
    file.setNonBlocking()
    self.file = file
    self.handler = handler
  }

  /// Can be read when something was said; -1, which nothing waits for, once
  /// nothing more comes.
  public var descriptor: Int32 { isOver ? -1 : file.descriptor }

  /// Hands on what was said by now, as much as a pipe holds: a program may say
  /// something without end.
  public mutating func handOn() {
    for _ in 0..<16 where !isOver {
      guard let bytes = try? file.read(1 << 12) else { return }
      if bytes.isEmpty { isOver = true } else { handler(bytes) }
    }
  }
}
