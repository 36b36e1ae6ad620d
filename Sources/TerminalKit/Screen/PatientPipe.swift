internal import Glibc
internal import POSIXKit

/// A pipe whose reader can take an hour for a page.
///
/// A view reads the journal while it prints, and an open transaction makes the
/// database grow. So output that the reader does not take soon waits in a file.
final class PatientPipe {
  private let end: File
  /// The longest pause of a reader in milliseconds, so that a reader who is
  /// only slow does not fill the disk.
  private let patience: Int32
  private var backlog: Backlog?

  /// The output that waits, and the number of its bytes taken since.
  private final class Backlog {
    let file: File
    var taken = 0

    init() throws(FileSystemError) { file = try .temporary() }
  }

  /// Creates a pipe that writes to a non-blocking end.
  init(_ end: consuming File, patience: Int32) {
    self.end = end
    self.patience = patience
  }

  /// Creates a pipe from a descriptor; `nil` if that is no pipe, or there is no
  /// `/proc`. The pipe is opened again, as a non-blocking mode of the
  /// descriptor would affect all processes that share it.
  convenience init?(of descriptor: Int32, patience: Int32 = 1_000) {
    let path = "/proc/self/fd/\(descriptor)"
    guard (try? FileStatus(of: path))?.kind == .pipe,
      let end = try? File(path, .writingAtOnce)
    else { return nil }
    self.init(end, patience: patience)
  }

  /// Writes as much as the reader takes; the rest waits.
  func write(_ bytes: [UInt8]) throws(OutputError) {
    do throws(FileSystemError) {
      if let backlog {
        try backlog.file.write(bytes[...])
        return try catchUp(patience: 0)
      }
      let rest = bytes.dropFirst(try write(bytes[...], patience: patience))
      guard !rest.isEmpty else { return }
      guard let backlog = try? Backlog() else {
        _ = try write(rest, patience: -1)
        return
      }
      try backlog.file.write(rest)
      self.backlog = backlog
    } catch {
      throw OutputError(error)
    }
  }

  /// Waits until the reader has taken everything.
  func finish() throws(OutputError) {
    do throws(FileSystemError) {
      try catchUp(patience: -1)
    } catch {
      throw OutputError(error)
    }
  }

  /// Writes the output that waits.
  private func catchUp(patience: Int32) throws(FileSystemError) {
    guard let backlog else { return }
    while true {
      let piece = try backlog.file.read(1 << 16, at: backlog.taken)
      guard !piece.isEmpty else { return }
      let count = try write(piece[...], patience: patience)
      backlog.taken += count
      guard count == piece.count else { return }
    }
  }

  /// Writes until the reader has paused for `patience` milliseconds, or without
  /// a limit if that is negative; returns the number of written bytes.
  private func write(
    _ bytes: ArraySlice<UInt8>, patience: Int32
  ) throws(FileSystemError) -> Int {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.write(end.descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var request = pollfd(
          fd: end.descriptor, events: Int16(POLLOUT), revents: 0)
        if poll(&request, 1, patience) == 0 { break }
      } else if errno != EINTR {
        throw FileSystemError(
          operation: "write", path: "a pipe", code: errno)
      }
    }
    return bytes.count - rest.count
  }
}

extension OutputError {
  fileprivate init(_ error: FileSystemError) {
    self = error.code == EPIPE ? .closed : .failed(errno: error.code)
  }
}
