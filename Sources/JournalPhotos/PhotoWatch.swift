public import JournalTime
internal import POSIXKit

/// Has this program add what comes to an inbox, each time something does, with
/// hooks and syncs as ever.
public struct PhotoWatch {
  /// What it said, of which nothing is repeated that it said the time before:
  /// of files that are left each round would tell again.
  public struct News: Sendable {
    public var output: [String] = []
    public var errors: [String] = []
  }

  private let inbox: PhotoInbox
  private let arguments: [String]
  private var seen: [String: FileStatus] = [:]
  private var told = News()

  /// How long a file must have rested: others may still write it.
  private static let restSeconds = 3
  /// How long what adds photos may go on once the watch is to end.
  private static let patience: Int64 = 10
  /// How much of what it says, and of its errors, is told.
  private static let mostBytes = (output: 1 << 20, errors: 1 << 13)

  /// A watch over an inbox.
  ///
  /// - Parameters:
  ///   - inbox: The directory.
  ///   - arguments: What this program adds its photos by.
  public init(of inbox: PhotoInbox, by arguments: [String]) {
    self.inbox = inbox
    self.arguments = arguments
  }

  /// Adds what has come since the last time.
  ///
  /// - Parameters:
  ///   - now: The moment by the wall clock.
  ///   - ending: A descriptor that can be read once the watch is to end.
  ///   - begin: Called before anything is added.
  /// - Returns: What is new of what it said.
  /// - Throws: `FileSystemError`.
  public mutating func round(
    at now: Instant, ending: Int32, begin: () throws -> Void
  ) throws -> News {
    let files = try inbox.files(restingFor: Self.restSeconds, at: now)
    guard files.contains(where: { seen[$0] != $1 }) else { return News() }
    try begin()
    let before = told
    told = try FileSystem.withTemporaryDirectory { directory in
      let paths = ["output", "errors"].map { "\(directory)/\($0)" }
      let output = try File(paths[0], .replacing)
      let errors = try File(paths[1], .replacing)
      let nothing = try File("/dev/null", .reading)
      let child = try ChildProcess.start(
        "/proc/self/exe", arguments: arguments,
        descriptors: [
          .init(own: nothing.descriptor, inChild: 0),
          .init(own: output.descriptor, inChild: 1),
          .init(own: errors.descriptor, inChild: 2),
        ])
      while child.endingIfAny() == nil {
        if Waiting.until(anyIsReadable: [ending], milliseconds: 100) {
          _ = child.wait(until: Deadline(seconds: Self.patience))
          break
        }
      }
      func lines(of path: String, _ most: Int) throws -> [String] {
        var bytes = try File(path, .reading).read(most, at: 0)[...]
        let isCut = bytes.count == most
        if isCut, let end = bytes.lastIndex(of: 0x0a) { bytes = bytes[..<end] }
        return String(decoding: bytes, as: UTF8.self)
          .split(separator: "\n").map(String.init)
          + (isCut ? ["and more, which is not shown"] : [])
      }
      return News(
        output: try lines(of: paths[0], Self.mostBytes.output),
        errors: try lines(of: paths[1], Self.mostBytes.errors))
    }
    seen = files
    return News(
      output: told.output.filter { !before.output.contains($0) },
      errors: told.errors.filter { !before.errors.contains($0) })
  }
}
