package import ErrorKit
internal import Glibc
internal import POSIXKit
internal import TextKit

/// Collects output and writes it to a file descriptor in large pieces.
///
/// What is collected is lost unless ``flush()`` follows, which alone tells
/// whether everything has arrived.
package struct Output {
  /// Writes bytes somewhere: how many were taken, or an error number.
  package typealias Sink = (UnsafeRawBufferPointer) -> Result<
    Int, SystemFailure
  >

  /// An error number of the system.
  package struct SystemFailure: Error {
    let errno: Int32
  }

  private let sink: Sink?
  /// Where output goes that is a file's and can become ``pipe``.
  private var descriptor: Int32?
  /// Takes the output where that is a pipe, once there is much of it.
  private var pipe: PatientPipe?
  private var buffer: [UInt8] = []
  private var layout: TextLayout?
  private var pager: Pager?
  private static let capacity = 1 << 16

  /// Writes to a file descriptor, which stays open.
  package init(fileDescriptor: Int32) {
    self.init { Self.write($0, to: fileDescriptor) }
    descriptor = fileDescriptor
  }

  /// Keeps everything in memory; see ``text``.
  package init() {
    sink = nil
  }

  package init(sink: @escaping Sink) {
    self.sink = sink
  }

  /// What is collected and not yet written.
  package var text: String { String(decoding: buffer, as: UTF8.self) }

  /// Makes text that is written from now on fit a terminal, and shows more
  /// than a screen of it through the pager, where there is to be one.
  package mutating func fit(_ terminal: Terminal, pager: [String]? = nil) {
    layout = TextLayout(for: terminal)
    self.pager = nil
    if terminal.isTerminal, let pager, let rows = terminal.height {
      self.pager = Pager(pager, rows: rows)
    }
  }

  /// Adds whole lines of text. What came from data goes through `SafeText`
  /// before, where its width counts; a terminal gets nothing else.
  package mutating func write(_ text: String) throws(OutputError) {
    buffer.append(contentsOf: (layout?.laidOut(text) ?? text).utf8)
    try flushIfFull()
  }

  /// Puts lines in place of those that it wrote last, which are the last on the
  /// terminal.
  ///
  /// - Parameters:
  ///   - lines: The lines.
  ///   - rows: How many rows they take that are replaced; `nil` for the whole
  ///     screen.
  /// - Returns: How many rows the new ones take.
  /// - Throws: ``OutputError``.
  package mutating func redraw(
    _ lines: [String], over rows: Int?
  ) throws(OutputError) -> Int {
    switch rows {
    case nil: try write(drawn: "\u{1b}[H\u{1b}[J")
    case 0?: break
    case let rows?: try write(drawn: "\r\u{1b}[\(rows)A\u{1b}[J")
    }
    let text = lines.map { $0 + "\n" }.joined()
    let shown = layout?.laidOut(text) ?? text
    try write(drawn: shown)
    try flush()
    return shown.utf8.count { $0 == UInt8(ascii: "\n") }
  }

  /// Adds what drives a terminal and was made for one, as it is.
  mutating func write(drawn text: String) throws(OutputError) {
    buffer.append(contentsOf: text.utf8)
    try flushIfFull()
  }

  /// Has the terminal itself get what is shown, unless the pager has begun.
  mutating func leavePagerOut() {
    if pager?.isDecided == false { pager = nil }
  }

  /// Adds a line.
  package mutating func writeLine(_ text: String = "") throws(OutputError) {
    try write(text + "\n")
  }

  /// Adds a line that people paste: where it is too long for the terminal, that
  /// breaks it itself, so that nothing is copied with it.
  package mutating func writeLine(pasted text: String) throws(OutputError) {
    buffer += ((layout?.encoded(text) ?? text) + "\n").utf8
    try flushIfFull()
  }

  /// Adds UTF-8 bytes for programs, whole characters, as they are; on a
  /// terminal with what would drive it as escapes.
  package mutating func write(bytes: [UInt8]) throws(OutputError) {
    if layout == nil {
      buffer += bytes
    } else {
      let text = String(decoding: bytes, as: UTF8.self)
      buffer += SafeText.onTerminal(text, .data).utf8
    }
    try flushIfFull()
  }

  private mutating func flushIfFull() throws(OutputError) {
    let isWaiting = pager.map { !$0.isDecided } ?? false
    let capacity = isWaiting ? Pager.capacity : Self.capacity
    guard buffer.count >= capacity else { return }
    if let descriptor = descriptor.take() {
      pipe = PatientPipe(of: descriptor)
    }
    try writeOut()
  }

  /// Writes what is collected.
  ///
  /// - Throws: ``OutputError``; the rest of what was collected is dropped.
  package mutating func flush() throws(OutputError) {
    try writeOut()
    try pipe?.finish()
  }

  private mutating func writeOut() throws(OutputError) {
    guard let sink else { return }
    let pending = buffer
    buffer.removeAll(keepingCapacity: true)
    if let pager, try pager.show(pending) { return }
    if let pipe { return try pipe.write(pending) }
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

  /// Shows what is left and waits for the pager, where there is one, so that nothing is printed into
  /// its screen.
  package func finish() {
    pager?.finish()
  }

  /// Makes a reader that went away, and a file that may not grow, an error
  /// number instead of a signal that ends the process. Done once, at the start.
  package static func turnSignalsIntoErrors() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
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

/// Why output could not be written.
package enum OutputError: DescribedError, Sendable, Hashable {
  /// The reader has gone away, as `head` does; no fault of anyone.
  case closed
  /// The system refused, with this error number.
  case failed(errno: Int32)

  package var facts: ErrorFacts {
    switch self {
    case .closed: .init(.interrupted, "the output was closed")
    case .failed(let errno):
      .init(
        .system,
        "the output could not be written: \(FileSystemError.words(for: errno))",
        Remedy(errno: errno))
    }
  }
}
