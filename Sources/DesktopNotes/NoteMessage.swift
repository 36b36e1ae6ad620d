internal import Encodings

/// A message to be shown, as `schemas/reminder.schema.json` describes it.
struct NoteMessage: Hashable, Sendable {
  /// The name by which the message is answered; `nil` if it has no tasks that
  /// somebody could do.
  let id: String?
  /// The title.
  let title: String
  /// The text, one line for each task.
  let text: String
  /// The number of tasks.
  let taskCount: Int
  /// The address of a page that shows the tasks, if there is one.
  let page: String?

  /// Creates a message from a line of input.
  ///
  /// - Throws: ``NoteError/invalid(_:)``.
  init(_ value: JSONValue) throws(NoteError) {
    guard case .string(let title)? = value["title"],
      case .string(let text)? = value["text"]
    else { throw .invalid("a message has a title and a text") }
    self.title = title
    self.text = text
    if case .array(let tasks)? = value["tasks"] {
      taskCount = tasks.count
    } else {
      taskCount = 0
    }
    if taskCount > 0, value["isTest"] != .bool(true),
      case .string(let id)? = value["id"], Self.isName(id)
    {
      self.id = id
    } else {
      id = nil
    }
    if case .string(let page)? = value["page"], Self.isWebAddress(page) {
      self.page = page
    } else {
      page = nil
    }
  }

  /// Returns whether a text is a name of letters and digits, so that no
  /// command takes it for an option.
  private static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 64
      && text.utf8.allSatisfy {
        switch $0 {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
        default: false
        }
      }
  }

  /// Returns whether a browser, and nothing else, opens an address.
  private static func isWebAddress(_ text: String) -> Bool {
    (text.hasPrefix("https://") || text.hasPrefix("http://"))
      && text.utf8.allSatisfy { 0x21...0x7e ~= $0 }
  }

  /// Reads the messages of a source, one a line.
  ///
  /// - Throws: ``NoteError/invalid(_:)``.
  static func messages(
    from source: @escaping ByteSource
  ) throws(NoteError) -> [NoteMessage] {
    var lines = JSONLines(source)
    var messages: [NoteMessage] = []
    while true {
      let value: JSONValue?
      do {
        value = try lines.next()
      } catch {
        throw .invalid("the input is no list of messages: \(error)")
      }
      guard let value else { return messages }
      messages.append(try NoteMessage(value))
    }
  }
}
