internal import TerminalKit

/// What a hook has said, as far as it is kept.
///
/// A hook can be stuck in a loop or print a file that drives the terminal, and
/// neither may spoil the command that it follows.
struct HookOutput {
  /// So many bytes are kept.
  static let limit = 1 << 16

  private var bytes: [UInt8] = []
  private var leftOut = 0

  /// Adds what came.
  mutating func append(_ piece: some Collection<UInt8>) {
    let room = Self.limit - bytes.count
    bytes += piece.prefix(room)
    leftOut += max(piece.count - room, 0)
  }

  /// The text to be shown, of whole lines: on a terminal made safe, else as it
  /// came.
  func text(isTerminal: Bool) -> String {
    var text = String(decoding: bytes, as: UTF8.self)
    if isTerminal { text = Self.safe(text) }
    if !text.isEmpty, text.last?.isNewline != true { text += "\n" }
    guard leftOut > 0 else { return text }
    return text
      + "… and \(Phrase.count(leftOut, "byte")) more of the hook's output\n"
  }

  private static func safe(_ text: String) -> String {
    // Tabulators only lay out.
    text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
      .map { line in
        line.split(separator: "\t", omittingEmptySubsequences: false)
          .map { SafeText.shown(String($0)) }
          .joined(separator: "    ")
      }.joined(separator: "\n")
  }
}
