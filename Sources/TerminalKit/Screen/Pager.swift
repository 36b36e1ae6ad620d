internal import Glibc
internal import POSIXKit

/// A program that shows long output page by page, such as `less`, started
/// once enough of the output is known to be more than a screen.
///
/// It is started as it is, without a shell, so its command is words parted by
/// blanks.
package final class Pager {
  /// So much is kept back before it is decided whether the pager is needed, in
  /// bytes.
  static let capacity = 8 << 20

  private let command: [String]
  private let rows: Int
  private(set) var isDecided = false
  private var process: ChildProcess?
  private var input: File?
  private var backlog: Backlog?

  /// What the pager did not take at once, and how much of that it has since.
  private final class Backlog {
    let file: File
    var taken = 0

    init() throws(FileSystemError) { file = try .temporary() }
  }

  /// Creates a pager for a terminal of `rows` lines; nothing is started.
  package init(_ command: [String], rows: Int) {
    self.command = command
    self.rows = rows
  }

  /// Shows output; the first piece decides whether a pager is needed.
  ///
  /// A view reads the journal while it prints, and a reader at a pager may
  /// take an hour over a page: an open transaction would make the database
  /// grow meanwhile. So what the pager does not take at once waits in a file.
  ///
  /// - Parameter bytes: What is to be shown.
  /// - Returns: Whether it was taken; `false` where the terminal itself is to
  ///   get it, also where there is no such program.
  /// - Throws: ``OutputError``.
  func show(_ bytes: [UInt8]) throws(OutputError) -> Bool {
    if !isDecided, !bytes.isEmpty {
      isDecided = true
      let lines = bytes.lazy.filter { $0 == UInt8(ascii: "\n") }.count
      // The last row is the shell's.
      if lines >= rows { start() }
    }
    guard let descriptor = input?.descriptor else { return false }
    do throws(FileSystemError) {
      if let backlog {
        try backlog.file.write(bytes[...])
      } else {
        let rest = bytes.dropFirst(
          try Self.write(bytes[...], to: descriptor))
        guard !rest.isEmpty else { return true }
        guard let backlog = try? Backlog() else {
          _ = try Self.write(rest, to: descriptor, waits: true)
          return true
        }
        try backlog.file.write(rest)
        self.backlog = backlog
      }
      try catchUp(waits: false)
    } catch {
      throw error.code == EPIPE ? .closed : .failed(errno: error.code)
    }
    return true
  }

  /// Hands on what was kept, as much as is taken at once or all.
  private func catchUp(waits: Bool) throws(FileSystemError) {
    guard let backlog, let descriptor = input?.descriptor else { return }
    while true {
      let piece = try backlog.file.read(1 << 16, at: backlog.taken)
      guard !piece.isEmpty else { return }
      let count = try Self.write(piece[...], to: descriptor, waits: waits)
      backlog.taken += count
      guard count == piece.count else { return }
    }
  }

  /// Writes as much as is taken at once, or all; how many bytes that was.
  private static func write(
    _ bytes: ArraySlice<UInt8>, to descriptor: Int32, waits: Bool = false
  ) throws(FileSystemError) -> Int {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        guard waits else { break }
        var request = pollfd(
          fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&request, 1, -1)
      } else if errno != EINTR {
        throw FileSystemError(
          operation: "write", path: "a pipe", code: errno)
      }
    }
    return bytes.count - rest.count
  }

  /// The words of the command that the environment asks for; `nil` where it
  /// asks for none: an empty variable, or `cat`.
  ///
  /// `PLANTGUIDE_PAGER` goes before this machine's setting, that before
  /// `PAGER`, and `less` is what there is by default.
  ///
  /// - Parameters:
  ///   - environment: The environment's variables.
  ///   - setting: This machine's, read only where it can count.
  /// - Returns: The words.
  package static func command(
    environment: EnvironmentVariables, setting: () -> String?
  ) -> [String]? {
    let text =
      environment["PLANTGUIDE_PAGER"] ?? setting() ?? environment["PAGER"]
      ?? "less -FRX"
    let words = text.split(separator: " ").map(String.init)
    return words.isEmpty || words == ["cat"] ? nil : words
  }

  private func start() {
    guard let name = command.first, let pipe = try? Pipe() else { return }
    let reading = pipe.readingEnd.descriptor
    // Lets colours through, and ends where all fits on a screen; what the user
    // says goes before.
    process = try? ChildProcess.start(
      name, arguments: Array(command.dropFirst()),
      variables: ProcessEnvironment["LESS"] == nil ? ["LESS": "FRX"] : [:],
      descriptors: [.init(own: reading, inChild: STDIN_FILENO)])
    guard process != nil else { return }
    pipe.writingEnd.setNonBlocking()
    input = pipe.keepingWritingEnd()
    // Ctrl-C is the pager's business as long as it runs.
    signal(SIGINT, SIG_IGN)
    signal(SIGQUIT, SIG_IGN)
  }

  /// Shows what is left, ends the pager's input and waits until the reader has
  /// seen enough.
  package func finish() {
    guard input != nil else { return }
    // A reader who goes away has seen enough.
    try? catchUp(waits: true)
    input = nil
    process?.wait()
    signal(SIGINT, SIG_DFL)
    signal(SIGQUIT, SIG_DFL)
  }
}
