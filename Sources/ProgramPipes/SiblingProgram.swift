internal import Encodings
internal import Glibc
public import POSIXKit

/// A program of ours that this one has started and asks: requests go to its
/// standard input, answers come from its standard output, as ``ParentPipe``
/// reads and writes them. It ends when its requests end.
public final class SiblingProgram {
  /// The reason that there is no answer; the program is of no use any more
  /// then.
  public enum Fault: Error {
    /// It ended, or sent no valid answer.
    case brokeOff
    /// It said nothing for too long, and was ended.
    case timedOut
    /// This process is to end before the program has answered.
    case interrupted
  }

  private var requests: File?
  private let answers: File
  private var errors: SideStream
  private let child: ChildProcess
  private let ending: Int32
  private var isUseless = false

  /// Starts the program at `path`.
  ///
  /// - Parameters:
  ///   - path: The program.
  ///   - arguments: The arguments after its own name.
  ///   - variables: All its variables; this process's if they are left out.
  ///   - withholds: Returns whether the program does not get a variable of this
  ///     process.
  ///   - files: Further descriptors that it gets.
  ///   - ending: A descriptor that can be read once this process is to end.
  ///   - said: Gets its standard error, which may be anything.
  /// - Throws: The system's refusal.
  public init(
    startedFrom path: String, arguments: [String] = [],
    variables: [String: String]? = nil,
    withholding withholds: (String) -> Bool = { _ in false },
    files: [ChildProcess.Descriptor] = [], ending: Int32? = nil,
    said: @escaping ([UInt8]) -> Void
  ) throws(FileSystemError) {
    // The error of the write shows that the program has ended.
    signal(SIGPIPE, SIG_IGN)
    let input = try Pipe()
    let output = try Pipe()
    let errors = try Pipe()
    child = try ChildProcess.start(
      path, arguments: arguments, variables: variables ?? [:],
      keepsVariables: variables == nil, withholding: withholds,
      descriptors: [
        .init(own: input.readingEnd.descriptor, inChild: STDIN_FILENO),
        .init(own: output.writingEnd.descriptor, inChild: STDOUT_FILENO),
        .init(own: errors.writingEnd.descriptor, inChild: STDERR_FILENO),
      ] + files)
    input.writingEnd.setNonBlocking()
    requests = input.keepingWritingEnd()
    answers = output.keepingReadingEnd()
    self.errors = SideStream(errors.keepingReadingEnd(), said)
    self.ending = ending ?? -1
  }

  deinit {
    requests = nil
    _ = child.wait(until: Deadline(seconds: isUseless ? 0 : 5))
    errors.handOn()
  }

  /// Sends an item.
  ///
  /// - Parameters:
  ///   - item: The item's bytes.
  ///   - deadline: The end of one wait; asked for each.
  /// - Throws: ``Fault``.
  public func send(
    _ item: [UInt8], until deadline: () -> Deadline
  ) throws(Fault) {
    var head: [UInt8] = []
    head.append(bigEndian: UInt64(item.count), count: 4)
    try write(head[...], deadline)
    try write(item[...], deadline)
  }

  /// Waits for the next item.
  ///
  /// - Parameter deadline: The end of one wait; asked for each.
  /// - Returns: The item's bytes.
  /// - Throws: ``Fault``.
  public func answer(
    until deadline: () -> Deadline
  ) throws(Fault) -> [UInt8] {
    let head = try read(4, deadline)
    let count = Int(head.span.bytes.bigEndian(at: 0, count: 4))
    guard count <= ParentPipe.mostBytes else { throw broken() }
    return try read(count, deadline)
  }

  private func write(
    _ bytes: ArraySlice<UInt8>, _ deadline: () -> Deadline
  ) throws(Fault) {
    var rest = bytes
    while !rest.isEmpty, let descriptor = requests?.descriptor {
      let count = rest.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        try wait(for: descriptor, POLLOUT, deadline())
      } else if errno != EINTR {
        throw broken()
      }
    }
  }

  private func read(
    _ count: Int, _ deadline: () -> Deadline
  ) throws(Fault) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    while bytes.count < count {
      try wait(for: answers.descriptor, POLLIN, deadline())
      guard let piece = try? answers.read(min(count - bytes.count, 1 << 16)),
        !piece.isEmpty
      else { throw broken() }
      bytes += piece
    }
    return bytes
  }

  private func broken() -> Fault {
    errors.handOn()
    isUseless = true
    return .brokeOff
  }

  private func wait(
    for descriptor: Int32, _ events: Int32, _ deadline: Deadline
  ) throws(Fault) {
    while true {
      var places = [
        pollfd(fd: descriptor, events: Int16(events), revents: 0),
        pollfd(fd: errors.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: ending, events: Int16(POLLIN), revents: 0),
      ]
      _ = poll(&places, nfds_t(places.count), deadline.millisecondsLeft)
      if places[2].revents != 0 {
        isUseless = true
        throw .interrupted
      }
      if places[1].revents != 0 { errors.handOn() }
      if places[0].revents != 0 { return }
      // Even if it writes much to standard error.
      guard deadline.millisecondsLeft > 0 else {
        isUseless = true
        throw .timedOut
      }
    }
  }
}
