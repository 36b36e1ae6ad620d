internal import Glibc

/// Collects output and writes it to a file descriptor in large pieces.
///
/// What is collected is lost unless ``flush()`` follows, which alone tells
/// whether everything has arrived.
public struct Output {
  /// Writes bytes somewhere: how many were taken, or an error number.
  typealias Sink = (UnsafeRawBufferPointer) -> Result<Int, SystemFailure>

  /// An error number of the system.
  struct SystemFailure: Error {
    let errno: Int32
  }

  private let sink: Sink?
  private var buffer: [UInt8] = []
  private static let capacity = 1 << 16

  /// Writes to a file descriptor, which stays open.
  public init(fileDescriptor: Int32) {
    self.init { Self.write($0, to: fileDescriptor) }
  }

  /// Keeps everything in memory; see ``text``.
  public init() {
    sink = nil
  }

  init(sink: @escaping Sink) {
    self.sink = sink
  }

  /// What is collected and not yet written.
  public var text: String { String(decoding: buffer, as: UTF8.self) }

  /// Adds text as it is; what came from data goes through `SafeText` before.
  public mutating func write(_ text: String) throws(OutputError) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= Self.capacity { try flush() }
  }

  /// Adds a line.
  public mutating func writeLine(_ text: String = "") throws(OutputError) {
    buffer.append(contentsOf: text.utf8)
    try write("\n")
  }

  /// Adds UTF-8 bytes as they are.
  public mutating func write(bytes: [UInt8]) throws(OutputError) {
    buffer += bytes
    if buffer.count >= Self.capacity { try flush() }
  }

  /// Writes what is collected.
  ///
  /// - Throws: ``OutputError``; the rest of what was collected is dropped.
  public mutating func flush() throws(OutputError) {
    guard let sink else { return }
    let pending = buffer
    buffer.removeAll(keepingCapacity: true)
    var start = 0
    while start < pending.count {
      let result = pending.withUnsafeBytes {
        sink(UnsafeRawBufferPointer(rebasing: $0[start...]))
      }
      switch result {
      case .success(let count): start += count
      case .failure(let failure) where failure.errno == EINTR: continue
      case .failure(let failure) where failure.errno == EPIPE: throw .closed
      case .failure(let failure): throw .failed(errno: failure.errno)
      }
    }
  }

  /// Makes a reader that went away an error number instead of a signal that
  /// ends the process. Done once, at the start.
  public static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
  }

  private static func write(
    _ bytes: UnsafeRawBufferPointer, to fileDescriptor: Int32
  ) -> Result<Int, SystemFailure> {
    while true {
      let count = Glibc.write(fileDescriptor, bytes.baseAddress, bytes.count)
      if count >= 0 { return .success(count) }
      let failure = SystemFailure(errno: errno)
      guard failure.errno == EAGAIN else { return .failure(failure) }
      // Another program left the shared terminal non-blocking.
      var request = pollfd(
        fd: fileDescriptor, events: Int16(POLLOUT), revents: 0)
      poll(&request, 1, -1)
    }
  }
}
