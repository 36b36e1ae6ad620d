internal import POSIXKit

/// The user's crontab, of which everything but the line of the job stays as it
/// is, byte for byte.
struct Crontab {
  /// The end of the job's line.
  static let mark = "# plantguide-remind"
  private static let tool = UserTool(name: "crontab")

  /// A Boolean value that indicates whether this machine has crontabs.
  static var isInstalled: Bool { tool.isInstalled }

  /// The lines, each with its end; the last one may lack it.
  private var lines: [ArraySlice<UInt8>]

  /// Creates a crontab from its text.
  init(_ bytes: [UInt8]) {
    lines = bytes.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
    )
    .map { bytes[$0.startIndex..<min($0.endIndex + 1, bytes.endIndex)] }
    .filter { !$0.isEmpty }
  }

  /// Reads the crontab of the user; it is empty if the user has none.
  ///
  /// - Throws: ``ReminderTimerError`` or `FileSystemError`.
  static func ofUser() throws -> Crontab {
    let result = try tool.run(["-l"], variables: ["LC_ALL": "C"])
    guard result.isDone else {
      // Any other failure says nothing of the lines that are there.
      guard result.ending == .exited(1),
        result.errors.contains("no crontab for")
      else { throw ReminderTimerError.refused(tool.name, result.errors) }
      return Crontab([])
    }
    guard result.isWhole else { throw ReminderTimerError.longCrontab }
    return Crontab(result.bytes)
  }

  /// Makes this the crontab of the user.
  ///
  /// - Throws: ``ReminderTimerError`` or `FileSystemError`.
  func install() throws {
    let result = try Self.tool.run(["-"], input: bytes)
    guard result.isDone else {
      throw ReminderTimerError.refused(Self.tool.name, result.errors)
    }
  }

  /// The text.
  var bytes: [UInt8] { lines.flatMap { $0 } }

  /// The line of the job; `nil` if there is none.
  var line: String? {
    lines.first(where: Self.isOurs).map {
      String(decoding: Self.trimmed($0), as: UTF8.self)
    }
  }

  /// Removes the line of the job.
  ///
  /// - Returns: A Boolean value that indicates whether there was one.
  mutating func removeLine() -> Bool {
    let count = lines.count
    lines.removeAll(where: Self.isOurs)
    return lines.count < count
  }

  /// Puts a line of the job in the place of any other.
  mutating func setLine(_ line: String) {
    _ = removeLine()
    if let last = lines.last, last.last != UInt8(ascii: "\n") {
      lines[lines.count - 1] = last + [UInt8(ascii: "\n")]
    }
    lines.append(Array("\(line)\n".utf8)[...])
  }

  private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line.last == UInt8(ascii: "\n") ? line.dropLast() : line
  }

  private static func isOurs(_ line: ArraySlice<UInt8>) -> Bool {
    trimmed(line).suffix(mark.utf8.count).elementsEqual(mark.utf8)
      && line.first != UInt8(ascii: "#")
  }
}
