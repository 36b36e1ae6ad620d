internal import Glibc
internal import POSIXKit

/// The pipes to and from a running hook: one for its input, the other for its
/// output.
///
/// Both sides can wait for the other to read, so this side reads while it
/// writes.
struct HookConversation: ~Copyable {
  private var toHook: File?
  private let fromHook: File
  private let child: ChildProcess
  private let deadline: Deadline
  /// The output of the hook so far.
  private(set) var said = HookOutput()
  private var hasFallenSilent = false

  /// Starts the program at `path`.
  ///
  /// - Parameters:
  ///   - path: The program.
  ///   - variables: The variables that it gets.
  ///   - keepsVariables: Whether it gets those of this process as well.
  ///   - deadline: The end of the hook's time.
  /// - Throws: Errors of the system.
  init(
    with path: String, variables: [String: String], keepsVariables: Bool,
    until deadline: Deadline
  ) throws(FileSystemError) {
    // The error of the write shows that the program reads no more.
    signal(SIGPIPE, SIG_IGN)
    let toHook = try Pipe()
    let fromHook = try Pipe()
    child = try ChildProcess.start(
      path, arguments: [], variables: variables,
      keepsVariables: keepsVariables,
      descriptors: [
        .init(own: toHook.readingEnd.descriptor, inChild: STDIN_FILENO),
        .init(own: fromHook.writingEnd.descriptor, inChild: STDOUT_FILENO),
        .init(own: fromHook.writingEnd.descriptor, inChild: STDERR_FILENO),
      ], leadsGroup: true)
    toHook.writingEnd.setNonBlocking()
    fromHook.readingEnd.setNonBlocking()
    self.toHook = toHook.keepingWritingEnd()
    self.fromHook = fromHook.keepingReadingEnd()
    self.deadline = deadline
  }

  /// Writes input to the hook.
  ///
  /// - Returns: Whether the hook read all of it in time.
  mutating func tell(_ bytes: [UInt8]) -> Bool {
    guard let input = toHook?.descriptor else { return false }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        write(input, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        guard deadline.millisecondsLeft > 0 else { return false }
        wait(
          orForWriting: true,
          milliseconds: isTooLoud
            ? min(deadline.millisecondsLeft, Self.patience)
            : deadline.millisecondsLeft)
        listen()
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  /// Closes the input and reads until the hook has ended.
  mutating func finish() -> ChildProcess.Ending {
    toHook = nil
    while !hasFallenSilent, deadline.millisecondsLeft > 0 {
      // A background process of the hook may hold the pipe open, so this looks
      // for the hook's end as well.
      wait(
        orForWriting: false,
        milliseconds: min(deadline.millisecondsLeft, Self.patience))
      listen()
      if let ending = child.endingIfAny() {
        listen()
        return ending
      }
    }
    let ending = child.wait(until: deadline)
    listen()
    return ending
  }

  private static let patience: Int32 = 10

  /// A Boolean value that indicates whether the hook has written so much that
  /// its output may be endless. It is then read slowly, a piece at a time, so
  /// that the hook waits and not the processor works.
  private var isTooLoud: Bool { said.leftOut > Self.mostOutput }

  private static let mostOutput = 1 << 20

  /// Waits until the hook has written something or, if requested, reads.
  private mutating func wait(orForWriting isTelling: Bool, milliseconds: Int32)
  {
    var requests = [
      pollfd(
        fd: hasFallenSilent || isTooLoud ? -1 : fromHook.descriptor,
        events: Int16(POLLIN), revents: 0),
      pollfd(
        fd: isTelling ? toHook?.descriptor ?? -1 : -1, events: Int16(POLLOUT),
        revents: 0),
    ]
    poll(&requests, nfds_t(requests.count), milliseconds)
  }

  /// Reads the hook's output so far.
  private mutating func listen() {
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    while !hasFallenSilent {
      let count = read(fromHook.descriptor, &chunk, chunk.count)
      if count > 0 {
        said.append(chunk[..<count])
        // Endless output must not delay the check of the deadline.
        guard count == chunk.count, !isTooLoud, deadline.millisecondsLeft > 0
        else {
          return
        }
      } else if count == 0 {
        hasFallenSilent = true
      } else if errno != EINTR {
        return
      }
    }
  }
}

/// The output of a hook, up to a limit.
///
/// A hook may loop forever, which must not harm the command that it follows.
package struct HookOutput {
  /// The greatest number of bytes to keep.
  private static let limit = 1 << 16

  /// The bytes kept.
  package private(set) var bytes: [UInt8] = []
  /// The number of bytes left out.
  package private(set) var leftOut = 0

  /// Creates an empty output.
  package init() {}

  mutating func append(_ piece: some Collection<UInt8>) {
    let room = Self.limit - bytes.count
    bytes += piece.prefix(room)
    leftOut += max(piece.count - room, 0)
  }
}
