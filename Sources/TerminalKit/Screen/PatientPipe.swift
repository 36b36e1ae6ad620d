internal import Glibc
internal import POSIXKit

/// A pipe whose reader may take an hour over a page.
///
/// A view reads the journal while it prints, and an open transaction would make
/// the database grow meanwhile. So what is not taken for long waits in a file.
final class PatientPipe {
  private let end: File
  /// How long a reader may take nothing, in milliseconds. One who is only slow
  /// is waited for instead of filling the disk.
  private let patience: Int32
  private var backlog: Backlog?

  /// What was not taken, and how much of that has been since.
  private final class Backlog {
    let file: File
    var taken = 0

    init() throws(FileSystemError) { file = try .temporary() }
  }

  /// Creates one that writes to the end of a pipe, which does not wait.
  init(_ end: consuming File, patience: Int32) {
    self.end = end
    self.patience = patience
  }

  /// Creates one that writes to the pipe that a descriptor stands for; `nil`
  /// where it is none, or there is no `/proc`. It is opened once more: whether
  /// writing waits is else a matter of all who share it.
  convenience init?(of descriptor: Int32, patience: Int32 = 1_000) {
    let path = "/proc/self/fd/\(descriptor)"
    guard (try? FileStatus(of: path))?.kind == .pipe,
      let end = try? File(path, .writingAtOnce)
    else { return nil }
    self.init(end, patience: patience)
  }

  /// Writes as much as is taken; the rest waits.
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

  /// Waits until all is taken.
  func finish() throws(OutputError) {
    do throws(FileSystemError) {
      try catchUp(patience: -1)
    } catch {
      throw OutputError(error)
    }
  }

  /// Hands on what was kept.
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

  /// Writes until nothing is taken for as long as `patience` says, for ever if
  /// it is negative; how many bytes that was.
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
