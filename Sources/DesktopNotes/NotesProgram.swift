internal import Encodings
internal import Glibc
internal import POSIXKit

/// The program that shows messages as notes on the desktop for its parent: it
/// reads them from standard input, and writes the name of each note to
/// standard output. Then it waits in the background for answers.
public enum NotesProgram {
  /// The number of seconds within which notes are shown or closed, or never.
  private static let patience: Int64 = 60
  /// The number of seconds for which answers are waited for, if no option says
  /// it: a day, after which the next reminder follows.
  private static let usualStay: Int64 = 24 * 3_600

  private static let usage = """
    usage: plantguide-notify [--program PATH] [--stay SECONDS] <MESSAGES
           plantguide-notify close NAME...
    """

  /// The work that the arguments name.
  private enum Work {
    case show([NoteMessage], program: String?, stay: Int64)
    case close([NoteName])
  }

  /// Does what the arguments say.
  ///
  /// - Parameter arguments: The arguments after the program's name.
  /// - Returns: The exit status: 0; 1 if the system refused; otherwise that of
  ///   a ``NoteError``.
  public static func run(_ arguments: [String]) -> Int32 {
    StandardDescriptors.hold()
    // The error of a write shows that nobody reads.
    signal(SIGPIPE, SIG_IGN)
    do {
      let work = try Self.work(arguments)
      let status = try BackgroundWork.status(within: patience) { leave in
        do throws(NoteError) {
          try carryOut(work, leave)
          return 0
        } catch {
          say(error.words)
          return error.status
        }
      }
      guard let status else {
        throw NoteError.noDaemon("no answer within \(patience) seconds")
      }
      return Int32(status)
    } catch let error as NoteError {
      say(error.words)
      return Int32(error.status)
    } catch {
      say("\(error)")
      return 1
    }
  }

  private static func say(_ words: String) {
    try? File.write(
      Array("plantguide-notify: \(words)\n".utf8)[...], to: STDERR_FILENO,
      "standard error")
  }

  private static func work(_ arguments: [String]) throws -> Work {
    var rest = arguments[...]
    if rest.first == "close" {
      rest.removeFirst()
      guard !rest.isEmpty else { throw NoteError.invalid(usage) }
      return .close(
        try rest.map { text in
          guard let name = NoteName(text) else {
            throw NoteError.invalid("'\(text)' is no name of a note")
          }
          return name
        })
    }
    var program: String?
    var stay = usualStay
    while let option = rest.popFirst() {
      guard let value = rest.popFirst() else {
        throw NoteError.invalid(usage)
      }
      switch option {
      case "--program":
        // The background has another current directory.
        guard value.hasPrefix("/") else {
          throw NoteError.invalid("--program has a path from /")
        }
        program = value
      case "--stay":
        guard let seconds = Int64(value), 0...(7 * 24 * 3_600) ~= seconds
        else { throw NoteError.invalid("--stay has a number of seconds") }
        stay = seconds
      default: throw NoteError.invalid(usage)
      }
    }
    let messages = try NoteMessage.messages {
      try File.read(1 << 16, from: STDIN_FILENO, "standard input")
    }
    return .show(messages, program: program, stay: stay)
  }

  private static func carryOut(
    _ work: Work, _ leave: (UInt8) -> Void
  ) throws(NoteError) {
    let bus = try SessionBus(
      at: SessionBus.address(
        session: ProcessEnvironment["DBUS_SESSION_BUS_ADDRESS"],
        runtimeDirectory: ProcessEnvironment["XDG_RUNTIME_DIR"],
        user: getuid()))
    switch work {
    case .close(let names):
      for name in names { try NoteDaemon.close(name, on: bus) }
    case .show(let messages, let program, let stay):
      var board = NoteBoard(
        daemon: try NoteDaemon(on: bus), program: program)
      var refusal: NoteError?
      for message in messages where refusal == nil {
        do throws(NoteError) {
          let name = try board.show(message)
          try? File.write(
            Array("\(name)\n".utf8)[...], to: STDOUT_FILENO,
            "standard output")
        } catch {
          refusal = error
        }
      }
      if let refusal { say(refusal.words) }
      leave(refusal?.status ?? 0)
      board.waitForAnswers(until: Deadline(seconds: stay))
    }
  }
}
