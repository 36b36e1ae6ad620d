import Encodings
import Testing

@testable import DesktopNotes

/// Tests of messages, and of notes as daemons of all sorts get them.
@Suite struct NoteTests {
  private func messages(_ text: String) throws -> [NoteMessage] {
    var rest: [UInt8]? = Array(text.utf8)
    return try NoteMessage.messages {
      defer { rest = nil }
      return rest ?? []
    }
  }

  private func message(
    _ text: String = "Salt & <Pepper>\\nMonty", more: String = ""
  ) throws -> NoteMessage {
    try #require(
      try messages(
        """
        {"id": "0a1b", "title": "Plant care", "text": "\(text)", \
        "tasks": [{}, {}]\(more)}
        """
      ).first)
  }

  @Test func markupIsEscapedWhereADaemonReadsIt() throws {
    let message = try message()
    let marked = Note(
      message, takesAnswers: true, for: ["actions", "body", "body-markup"])
    #expect(marked.summary == "Plant care")
    #expect(marked.body == "Salt &amp; &lt;Pepper&gt;\nMonty")
    let plain = Note(message, takesAnswers: true, for: ["body"])
    #expect(plain.body == "Salt & <Pepper>\nMonty")
    #expect(plain.actions.isEmpty)
    let short = Note(message, takesAnswers: true, for: [])
    #expect(short.summary == "Plant care: Salt & <Pepper>, Monty")
    #expect(short.body.isEmpty)
  }

  @Test func buttonsAreThereForAMessageThatCanBeAnswered() throws {
    func keys(_ message: NoteMessage, _ takesAnswers: Bool = true) -> [String] {
      let note = Note(
        message, takesAnswers: takesAnswers, for: ["actions", "body"])
      return note.actions.enumerated().filter { $0.offset % 2 == 0 }
        .map(\.element)
    }
    #expect(keys(try message()) == ["done", "hour", "tomorrow"])
    #expect(keys(try message(), false).isEmpty)
    #expect(keys(try message(more: ", \"isTest\": true")).isEmpty)
    #expect(
      keys(try message(more: ", \"page\": \"https://a.example/\""), false)
        == ["default"])
    #expect(
      keys(try message(more: ", \"page\": \"file:///etc\""), false).isEmpty)
  }

  @Test func inputThatIsNoMessageIsRefused() throws {
    for text in ["{", "7", "{\"title\": \"a\"}", "{\"text\": \"a\"}"] {
      #expect(throws: NoteError.self) { try messages(text) }
    }
    #expect(try messages("\n\n").isEmpty)
  }

  @Test func theNameOfANoteIsReadBack() {
    let name = NoteName(id: 7, daemon: ":1.12", bus: "3f0c")
    #expect(NoteName("\(name)") == name)
    for text in ["", "7", "0/:1.1/a", "7/1.1/a", "7/:1.1/", "7/:1.1/a/b"] {
      #expect(NoteName(text) == nil, "\(text)")
    }
  }

  @Test func aJobWithoutASessionLooksWhereTheBusUsuallyIs() {
    func address(_ session: String?, _ directory: String?) -> String {
      SessionBus.address(
        session: session, runtimeDirectory: directory, user: 1_000)
    }
    #expect(address("unix:path=/a", "/b") == "unix:path=/a")
    #expect(address("", "/run/a b:%") == "unix:path=/run/a%20b%3a%25/bus")
    #expect(address(nil, "b") == "unix:path=/run/user/1000/bus")
    #expect(address(nil, nil) == "unix:path=/run/user/1000/bus")
  }
}
