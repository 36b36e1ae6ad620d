package import ErrorKit
internal import Glibc
internal import POSIXKit
internal import TextKit

/// Collects output and writes it to a file descriptor in large pieces.
///
/// Output is lost without ``flush()``, and only that reports that all of it has
/// arrived.
package struct Output {
  /// Writes bytes; returns the number of written bytes, or an error number.
  package typealias Sink = (UnsafeRawBufferPointer) -> Result<
    Int, SystemFailure
  >

  /// An error number of the system.
  package struct SystemFailure: Error {
    let errno: Int32
  }

  private let sink: Sink?
  /// The file descriptor of the output while ``pipe`` can replace it.
  private var descriptor: Int32?
  /// The pipe for output beyond the first buffer, if the output is a pipe.
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

  /// The output that is not yet written.
  package var text: String { String(decoding: buffer, as: UTF8.self) }

  /// Fits all further text to a terminal. If there is a pager, it shows output
  /// that is longer than the screen.
  package mutating func fit(_ terminal: Terminal, pager: [String]? = nil) {
    layout = TextLayout(for: terminal)
    self.pager = nil
    if terminal.isTerminal, let pager, let rows = terminal.height {
      self.pager = Pager(pager, rows: rows)
    }
  }

  /// Adds whole lines of text, made safe for terminals, which a pipe may lead
  /// to as well. For texts whose width matters, apply `SafeText` first.
  package mutating func write(_ text: String) throws(OutputError) {
    let shown = layout?.laidOut(text) ?? SafeText.onTerminal(text, .styled)
    buffer.append(contentsOf: shown.utf8)
    try flushIfFull()
  }

  /// Replaces the last lines that this function wrote, which are the last on
  /// the terminal.
  ///
  /// - Parameters:
  ///   - lines: The lines.
  ///   - rows: The number of rows to replace; `nil` for the whole screen.
  /// - Returns: The number of rows of the new lines.
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

  /// Adds a text with control sequences for a terminal, unchanged.
  mutating func write(drawn text: String) throws(OutputError) {
    buffer.append(contentsOf: text.utf8)
    try flushIfFull()
  }

  /// Bypasses the pager, unless it has begun.
  mutating func leavePagerOut() {
    if pager?.isDecided == false { pager = nil }
  }

  /// Adds a line.
  package mutating func writeLine(_ text: String = "") throws(OutputError) {
    try write(text + "\n")
  }

  /// Adds a line that users paste. If it is too long, the terminal breaks it,
  /// so that no line break is copied.
  package mutating func writeLine(pasted text: String) throws(OutputError) {
    buffer += ((layout?.encoded(text) ?? text) + "\n").utf8
    try flushIfFull()
  }

  /// Adds UTF-8 bytes for programs unchanged, in whole characters; on a
  /// terminal, control characters are escaped.
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

  /// Writes the collected output.
  ///
  /// - Throws: ``OutputError``; the rest of the collected output is dropped.
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

  /// Shows the remaining output and waits until the pager, if any, has ended.
  package func finish() {
    pager?.finish()
  }

  /// Turns the signals for a reader that has gone and for a file that may not
  /// grow into error numbers. Call it once, at the start.
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
      // Another program set the shared terminal to non-blocking.
      var request = pollfd(
        fd: fileDescriptor, events: Int16(POLLOUT), revents: 0)
      poll(&request, 1, -1)
    }
  }
}

/// The reason why output could not be written.
package enum OutputError: DescribedError, Sendable, Hashable {
  /// The reader has closed the output, as `head` does, which is no fault.
  case closed
  /// The system refused the output with this error number.
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
