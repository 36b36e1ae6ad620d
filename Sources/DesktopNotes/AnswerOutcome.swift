internal import Glibc
internal import POSIXKit

/// The result of an answer to a message.
struct AnswerOutcome: Hashable {
  /// A Boolean value that indicates whether the answer was recorded.
  let isDone: Bool
  /// The words of the program that recorded it.
  let words: String

  /// The number of seconds after which recording an answer is given up.
  private static let patience: Int64 = 120
  /// The greatest number of bytes of the program's words.
  private static let mostBytes = 2_000

  /// Has the program at `path` record an answer.
  init(_ answer: Note.Answer, to id: String, by path: String) {
    do throws(FileSystemError) {
      let words = try Pipe()
      let deadline = Deadline(seconds: Self.patience)
      let child = try ChildProcess.start(
        path, arguments: ["remind", "answer", id, answer.rawValue],
        descriptors: [
          .init(own: words.writingEnd.descriptor, inChild: STDOUT_FILENO),
          .init(own: words.writingEnd.descriptor, inChild: STDERR_FILENO),
        ])
      let said = words.keepingReadingEnd()
        .contents(until: deadline, atMost: Self.mostBytes)
      self.init(
        isDone: child.wait(until: deadline) == .exited(0),
        words: String(decoding: said.prefix(Self.mostBytes), as: UTF8.self))
    } catch {
      self.init(isDone: false, words: "\(error)\n")
    }
  }

  private init(isDone: Bool, words: String) {
    self.isDone = isDone
    let trimmed = words.split(separator: "\n").joined(separator: "\n")
    self.words =
      isDone || !trimmed.isEmpty
      ? trimmed : "The answer could not be recorded."
  }
}
