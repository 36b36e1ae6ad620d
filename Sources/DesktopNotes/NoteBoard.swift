internal import POSIXKit

/// The notes that are shown, and their answers.
struct NoteBoard {
  private let daemon: NoteDaemon
  private let program: String?
  private var shown: [UInt32: NoteMessage] = [:]

  /// Creates an empty board.
  ///
  /// - Parameters:
  ///   - daemon: The daemon that shows the notes.
  ///   - program: The path of the program that records answers; without it,
  ///     notes have no buttons for them.
  init(daemon: NoteDaemon, program: String?) {
    self.daemon = daemon
    self.program = program
  }

  /// Shows a message.
  ///
  /// - Returns: The name of the note.
  /// - Throws: ``NoteError/refused(_:)``.
  mutating func show(_ message: NoteMessage) throws(NoteError) -> NoteName {
    let note = Note(
      message, takesAnswers: program != nil, for: daemon.capabilities)
    let name = try daemon.show(note)
    // Nobody can answer a note without buttons.
    if !note.actions.isEmpty { shown[name.id] = message }
    return name
  }

  /// Carries out answers until no note is left. Notes that are left at the
  /// deadline are closed, since nothing would listen to their buttons.
  mutating func waitForAnswers(until deadline: Deadline) {
    while !shown.isEmpty {
      switch daemon.next(until: deadline) {
      case .chosen(let id, let key): choose(key, of: id)
      case .closed(let id): shown[id] = nil
      case .gone: return
      case nil:
        for id in shown.keys { daemon.close(id) }
        return
      }
    }
  }

  private mutating func choose(_ key: String, of id: UInt32) {
    // A second answer to a note is none.
    guard let message = shown.removeValue(forKey: id) else { return }
    if key == Note.clickKey, let page = message.page {
      _ = WebBrowser.open(page)
    } else if let answer = Note.Answer(rawValue: key), let name = message.id,
      let program
    {
      let outcome = AnswerOutcome(answer, to: name, by: program)
      if !outcome.words.isEmpty {
        _ = try? daemon.show(
          Note(outcome, to: message, for: daemon.capabilities))
      }
    }
    // Most daemons have closed it already.
    daemon.close(id)
  }
}
