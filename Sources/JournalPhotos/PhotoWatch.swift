public import JournalTime
internal import POSIXKit

/// A watch that has this program add the files of an inbox whenever some
/// arrive, with the usual hooks and syncs.
public struct PhotoWatch {
  /// The new messages of a round, without those of the round before: otherwise
  /// each round would repeat them for remaining files.
  public struct News: Sendable {
    public var output: [String] = []
    public var errors: [String] = []
  }

  private let inbox: PhotoInbox
  private let arguments: [String]
  private var seen: [String: FileStatus] = [:]
  private var told = News()

  /// The seconds that a file must have rested, as others may still write it.
  private static let restSeconds = 3
  /// The seconds that the adding process may continue after the watch must end.
  private static let patience: Int64 = 10
  /// The limits of its output and errors that are reported.
  private static let mostBytes = (output: 1 << 20, errors: 1 << 13)

  /// Creates a watch over an inbox.
  ///
  /// - Parameters:
  ///   - inbox: The directory.
  ///   - arguments: The arguments with which this program adds its photos.
  public init(of inbox: PhotoInbox, by arguments: [String]) {
    self.inbox = inbox
    self.arguments = arguments
  }

  /// Adds the files that have arrived since the last round.
  ///
  /// - Parameters:
  ///   - now: The current time by the wall clock.
  ///   - ending: A descriptor that becomes readable when the watch must end.
  ///   - begin: Called before anything is added.
  /// - Returns: The new messages.
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
          + (isCut ? ["and more"] : [])
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
