internal import Glibc
internal import POSIXKit

/// The pipes between this program and a hook that runs: what it is told goes
/// one way, and what it says comes back another.
///
/// Both sides can be waiting for the other to read, so whoever tells listens
/// meanwhile.
struct HookConversation: ~Copyable {
  private var toHook: File?
  private let fromHook: File
  private let child: ChildProcess
  private let deadline: Deadline
  /// What the hook has said so far.
  private(set) var said = HookOutput()
  private var hasFallenSilent = false

  /// Starts the program at `path`.
  ///
  /// - Parameters:
  ///   - path: The program.
  ///   - variables: What it gets beside this process's variables.
  ///   - deadline: Until when the hook may run.
  /// - Throws: What the system refuses.
  init(
    with path: String, variables: [String: String], until deadline: Deadline
  ) throws(FileSystemError) {
    let toHook = try Pipe()
    let fromHook = try Pipe()
    child = try ChildProcess.start(
      path, arguments: [], variables: variables,
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

  /// Tells the hook something.
  ///
  /// - Returns: Whether it took all of it in time.
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
        wait(orForWriting: true, milliseconds: deadline.millisecondsLeft)
        listen()
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  /// Ends what the hook is told and listens until it has ended.
  mutating func finish() -> ChildProcess.Ending {
    toHook = nil
    while !hasFallenSilent, deadline.millisecondsLeft > 0 {
      // What the hook leaves running in the background may hold the pipe, so
      // its end is looked for as well.
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

  /// Waits until the hook has said something, or where asked for until it
  /// reads.
  private mutating func wait(orForWriting isTelling: Bool, milliseconds: Int32)
  {
    var requests = [
      pollfd(
        fd: hasFallenSilent ? -1 : fromHook.descriptor,
        events: Int16(POLLIN), revents: 0),
      pollfd(
        fd: isTelling ? toHook?.descriptor ?? -1 : -1, events: Int16(POLLOUT),
        revents: 0),
    ]
    poll(&requests, nfds_t(requests.count), milliseconds)
  }

  /// Takes in what the hook has said by now.
  private mutating func listen() {
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    while !hasFallenSilent {
      let count = read(fromHook.descriptor, &chunk, chunk.count)
      if count > 0 {
        said.append(chunk[..<count])
        // What never stops must not keep the deadline from being looked at.
        guard count == chunk.count, deadline.millisecondsLeft > 0 else {
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

/// What a hook has said, as far as it is kept.
///
/// A hook can be stuck in a loop, and that must not spoil the command that it
/// follows.
package struct HookOutput {
  /// So many bytes are kept.
  private static let limit = 1 << 16

  /// What is kept.
  package private(set) var bytes: [UInt8] = []
  /// How many bytes are not.
  package private(set) var leftOut = 0

  /// Nothing.
  package init() {}

  /// Adds what came.
  mutating func append(_ piece: some Collection<UInt8>) {
    let room = Self.limit - bytes.count
    bytes += piece.prefix(room)
    leftOut += max(piece.count - room, 0)
  }
}
