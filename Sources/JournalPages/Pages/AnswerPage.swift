public import HTMLKit
internal import JournalQueries
public import JournalReminders
internal import JournalReports

/// An answer to a reminder: before it is given, and after.
public struct AnswerPage: Page {
  /// The contents of the page.
  public enum Content: Sendable {
    /// The task in words, and the address to which the answer is sent.
    case question(task: String, answer: ReminderAnswer, to: PagePath)
    /// The effects, in sentences.
    case outcome([String])
  }

  private let content: Content

  /// Creates the page.
  public init(_ content: Content) { self.content = content }

  public var title: String { "Reminder" }
  public var tab: PageTab? { nil }

  public func write(to html: inout HTMLWriter, in context: PageContext) {
    html.masthead(title)
    switch content {
    case .question(let task, let answer, let address):
      html.element(.p) { $0.isolated(task) }
      html.element(
        .form, .class("inline"), .word(.method, "post"),
        .path(.action, address)
      ) { html in
        html.element(.button, .class("button"), text: answer.button)
      }
    case .outcome(let lines):
      html.list(of: lines)
    }
    html.element(
      .a, .class("button", "is-plain"), .href(PagePath()), text: "Today")
  }
}

extension ReminderAnswer {
  fileprivate var button: String {
    switch self {
    case .done: "Done"
    case .hour: "Remind me again in an hour"
    case .tomorrow: "Postpone until tomorrow"
    }
  }
}
