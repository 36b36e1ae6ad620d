internal import Glibc
public import POSIXKit

/// A program of ours that this one has started and asks: requests go to its
/// standard input, answers come from its standard output, as ``ParentPipe``
/// reads and writes them.
public final class SiblingProgram {
  /// Why there is no answer.
  public enum Fault: Error {
    /// It ended, or sent what is no answer.
    case brokeOff
    /// It took too long, and was ended.
    case timedOut
  }

  private let requests: File
  private let answers: File
  private let child: ChildProcess

  /// Starts the program at `path`.
  ///
  /// - Parameters:
  ///   - path: The program.
  ///   - variables: What it gets beside this process's variables.
  /// - Throws: What the system refuses.
  public init(
    startedFrom path: String, variables: [String: String] = [:]
  ) throws(FileSystemError) {
    // One that has ended is noticed by the error of the write.
    signal(SIGPIPE, SIG_IGN)
    let input = try Pipe()
    let output = try Pipe()
    child = try ChildProcess.start(
      path, arguments: [], variables: variables,
      descriptors: [
        .init(own: input.readingEnd.descriptor, inChild: 0),
        .init(own: output.writingEnd.descriptor, inChild: 1),
      ])
    requests = input.keepingWritingEnd()
    answers = output.keepingReadingEnd()
    requests.setNonBlocking()
  }

  /// Ends it at once, whatever it does.
  public func end() { _ = child.wait(until: Deadline(seconds: 0)) }

  /// Sends an item, and gives the one that answers it.
  ///
  /// - Throws: ``Fault``; the program is of no use any more then.
  public func ask(
    _ item: [UInt8], until deadline: Deadline
  ) throws(Fault) -> [UInt8] {
    var head: [UInt8] = []
    for shift in [24, 16, 8, 0] {
      head.append(UInt8(truncatingIfNeeded: item.count >> shift))
    }
    try write(head[...], deadline)
    try write(item[...], deadline)
    let count = try read(4, deadline).reduce(0) { $0 << 8 | Int($1) }
    guard count <= ParentPipe.mostBytes else { throw .brokeOff }
    return try read(count, deadline)
  }

  private func write(
    _ bytes: ArraySlice<UInt8>, _ deadline: Deadline
  ) throws(Fault) {
    var rest = bytes
    while !rest.isEmpty {
      try wait(for: requests.descriptor, POLLOUT, deadline)
      let count = rest.withUnsafeBytes {
        Glibc.write(requests.descriptor, $0.baseAddress, $0.count)
      }
      guard count >= 0 else {
        guard [EAGAIN, EINTR].contains(errno) else { throw .brokeOff }
        continue
      }
      rest = rest.dropFirst(count)
    }
  }

  private func read(
    _ count: Int, _ deadline: Deadline
  ) throws(Fault) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      try wait(for: answers.descriptor, POLLIN, deadline)
      guard let piece = try? answers.read(count - bytes.count), !piece.isEmpty
      else { throw .brokeOff }
      if bytes.isEmpty { bytes = piece } else { bytes += piece }
    }
    return bytes
  }

  private func wait(
    for descriptor: Int32, _ events: Int32, _ deadline: Deadline
  ) throws(Fault) {
    while true {
      var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
      let count = poll(&request, 1, deadline.millisecondsLeft)
      if count > 0 { return }
      guard count == 0 || errno == EINTR else { throw .brokeOff }
      guard deadline.millisecondsLeft > 0 else { throw .timedOut }
    }
  }
}
