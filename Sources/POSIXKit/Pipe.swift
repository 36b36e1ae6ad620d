internal import CPOSIXShims
internal import Glibc

/// A pipe to or from a child process.
public struct Pipe: ~Copyable {
  /// The end from which bytes are read.
  public let readingEnd: File
  /// The end to which bytes are written.
  public let writingEnd: File

  /// Makes a pipe.
  public init() throws(FileSystemError) {
    var ends: [Int32] = [-1, -1]
    try checked("pipe", "a pipe", posixkit_pipe(&ends))
    readingEnd = File(owning: ends[0], called: "a pipe")
    writingEnd = File(owning: ends[1], called: "a pipe")
  }

  /// Keeps the end to read from; the other is closed.
  public consuming func keepingReadingEnd() -> File { readingEnd }

  /// Keeps the end to write to; the other is closed.
  public consuming func keepingWritingEnd() -> File { writingEnd }
}

extension File {
  /// Makes reading and writing return rather than wait for the other side of
  /// a pipe.
  public func setNonBlocking() {
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  /// Reads all bytes until the other side of a pipe ends or the deadline comes.
  /// Beyond `limit` it reads no more than was under way.
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

  /// Reads the first bytes until the other side of a pipe ends, has ended a
  /// line or has written `limit` bytes, or the deadline comes. Meanwhile
  /// standard error is handed on.
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

/// A program's standard error, handed on while its output is waited for.
public struct SideStream: ~Copyable {
  private let file: File
  private let handler: ([UInt8]) -> Void
  private var isOver = false

  /// Creates a stream.
  ///
  /// - Parameters:
  ///   - file: The reading end of a pipe.
  ///   - handler: Gets the bytes, piece by piece.
  public init(_ file: consuming File, _ handler: @escaping ([UInt8]) -> Void) {
    file.setNonBlocking()
    self.file = file
    self.handler = handler
  }

  /// Readable when something was written; -1, which nothing waits for, once
  /// nothing more comes.
  public var descriptor: Int32 { isOver ? -1 : file.descriptor }

  /// Hands on the bytes written by now, at most a pipe full: a program may
  /// write without end.
  public mutating func handOn() {
    for _ in 0..<16 where !isOver {
      guard let bytes = try? file.read(1 << 12) else { return }
      if bytes.isEmpty { isOver = true } else { handler(bytes) }
    }
  }
}
