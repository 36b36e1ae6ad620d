package import ErrorKit
internal import Glibc
internal import TextKit

/// Asks the user at the terminal.
package struct Prompt {
  /// A Boolean value that indicates whether a user can answer, as standard
  /// input is a terminal.
  package let isInteractive: Bool
  private let ask: (_ question: String) throws -> String?
  private let hidesAnswers: Bool

  /// Asks on the terminal of this process, if it has one.
  ///
  /// Questions go to standard error, so that they are seen if a file takes the
  /// output.
  ///
  /// - Parameters:
  ///   - charset: The characters that the terminal can show.
  ///   - width: The width of a line, to break questions between words; `nil` if
  ///     it is not known.
  /// - Returns: The prompt.
  package static func system(_ charset: Charset, width: Int?) -> Prompt {
    Prompt(
      isInteractive: isatty(STDIN_FILENO) == 1, hidesAnswers: true
    ) { question in
      var output = Output(fileDescriptor: STDERR_FILENO)
      try output.write(charset.encoded(broken(question, width)))
      try output.flush()
      return line(from: STDIN_FILENO)
    }
  }

  /// Returns a question that ends in a space, broken between words.
  static func broken(_ question: String, _ width: Int?) -> String {
    guard let width else { return question }
    return LineFolding(width: max(width - 1, 1)).fold(
      String(question.dropLast())) + " "
  }

  /// Creates a prompt from a closure that returns `nil` if there is no answer.
  package init(
    isInteractive: Bool, hidesAnswers: Bool = false,
    ask: @escaping (_ question: String) throws -> String?
  ) {
    self.isInteractive = isInteractive
    self.hidesAnswers = hidesAnswers
    self.ask = ask
  }

  /// Asks for consent. Only `y` and `yes` mean yes and, if `yes` is the usual
  /// answer, Enter.
  ///
  /// - Throws: ``PromptError/needsAnswer(_:)`` if nobody can answer.
  package func confirm(
    _ question: String, usually yes: Bool = false
  ) throws -> Bool {
    guard isInteractive else { throw PromptError.needsAnswer(question) }
    let answer = try ask(
      "\(SafeText.shown(question)) \(yes ? "[Y/n]" : "[y/N]") ")
    let word = answer?.lowercased().filter { !$0.isWhitespace }
    return word == "y" || word == "yes" || word == "" && yes
  }

  /// Asks for a line of text; `nil` if the input ends.
  ///
  /// - Throws: ``PromptError/needsAnswer(_:)`` if nobody can answer.
  package func answer(_ question: String) throws -> String? {
    guard isInteractive else { throw PromptError.needsAnswer(question) }
    return try ask("\(SafeText.shown(question)) ")
  }

  /// Asks for a line of text without showing it.
  ///
  /// - Throws: ``PromptError/needsAnswer(_:)`` if nobody can answer.
  package func secret(_ question: String) throws -> String? {
    var before = termios()
    guard hidesAnswers, isInteractive, tcgetattr(STDIN_FILENO, &before) == 0
    else { return try answer(question) }
    var hidden = before
    hidden.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
    defer {
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
      _ = write(STDERR_FILENO, "\n", 1)
    }
    return try answer(question)
  }

  /// Reads a line byte by byte, so that the rest of the input is left to the
  /// next program that reads it.
  package static func line(from fileDescriptor: Int32) -> String? {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while bytes.count < 1_000 {
      let count = read(fileDescriptor, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1 else { break }
      if byte == UInt8(ascii: "\n") {
        return String(decoding: bytes, as: UTF8.self)
      }
      bytes.append(byte)
    }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }
}

/// A question that could not be asked.
package enum PromptError: DescribedError, Sendable, Hashable {
  /// No user can answer the question.
  case needsAnswer(String)

  package var facts: ErrorFacts {
    switch self {
    case .needsAnswer(let question):
      .init(
        .needsAnswer,
        "'\(question)' needs an answer, and there is no terminal to ask on",
        "to agree beforehand, add --yes", outcome: .nothingWritten)
    }
  }
}
