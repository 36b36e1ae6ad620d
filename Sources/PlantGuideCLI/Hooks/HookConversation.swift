internal import Glibc

/// The pipes between this program and a hook that runs: what it is told goes
/// one way, and what it says comes back another.
///
/// Both sides can be waiting for the other to read, so whoever tells listens
/// meanwhile.
struct HookConversation {
  private let toHook: Pipe
  private let fromHook: Pipe
  private let child: ChildProcess
  private let deadline: Deadline
  /// What the hook has said so far.
  private(set) var said = HookOutput()
  private var hasFallenSilent = false

  /// Starts the program at `path`.
  ///
  /// - `deadline`: Until when the hook may run.
  init(
    with path: String, environment: [String], until deadline: Deadline
  ) throws(SpawnError) {
    let toHook = try Pipe()
    defer { close(toHook.readingEnd) }
    do throws(SpawnError) {
      let fromHook = try Pipe()
      defer { close(fromHook.writingEnd) }
      do throws(SpawnError) {
        child = try ChildProcess.start(
          path, arguments: [], environment: environment,
          descriptors: [
            .init(own: toHook.readingEnd, inChild: STDIN_FILENO),
            .init(own: fromHook.writingEnd, inChild: STDOUT_FILENO),
            .init(own: fromHook.writingEnd, inChild: STDERR_FILENO),
          ], leadsGroup: true)
        self.fromHook = fromHook
      } catch {
        close(fromHook.readingEnd)
        throw error
      }
    } catch {
      close(toHook.writingEnd)
      throw error
    }
    self.toHook = toHook
    self.deadline = deadline
    Pipe.setNonBlocking(toHook.writingEnd)
    Pipe.setNonBlocking(fromHook.readingEnd)
  }

  /// Tells the hook something.
  ///
  /// - Returns: Whether it took all of it in time.
  mutating func tell(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        write(toHook.writingEnd, $0.baseAddress, $0.count)
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
    close(toHook.writingEnd)
    defer { close(fromHook.readingEnd) }
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
  private func wait(orForWriting isTelling: Bool, milliseconds: Int32) {
    var requests = [
      pollfd(
        fd: hasFallenSilent ? -1 : fromHook.readingEnd,
        events: Int16(POLLIN), revents: 0),
      pollfd(
        fd: isTelling ? toHook.writingEnd : -1, events: Int16(POLLOUT),
        revents: 0),
    ]
    poll(&requests, nfds_t(requests.count), milliseconds)
  }

  /// Takes in what the hook has said by now.
  private mutating func listen() {
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    while !hasFallenSilent {
      let count = read(fromHook.readingEnd, &chunk, chunk.count)
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
