public import HTMLKit

/// A request that failed: what is wrong, and what helps.
public struct ErrorPage: Page {
  public let title: String
  private let message: String
  private let details: [String]
  private let remedy: String?
  private let retry: PagePath?
  private let back: PagePath?
  private let identification: String?

  /// Creates the page.
  ///
  /// - Parameters:
  ///   - title: The heading.
  ///   - message: The problem.
  ///   - details: The single problems that the message sums up.
  ///   - remedy: What helps.
  ///   - retry: The page to ask for again, only if that can help.
  ///   - back: The page from which the request came.
  ///   - identification: The photos that can be identified once more; `nil` for
  ///     none.
  public init(
    _ title: String, _ message: String, details: [String], remedy: String?,
    retry: PagePath?, back: PagePath?, identification: String? = nil
  ) {
    self.title = title
    self.message = message
    self.details = details
    self.remedy = remedy
    self.retry = retry
    self.back = back
    self.identification = identification
  }

  public var tab: PageTab? { nil }

  public func write(to html: inout HTMLWriter, in context: PageContext) {
    html.masthead(title)
    html.element(.div, .class("notice", "is-overdue")) { html in
      html.element(.p) { $0.sentences([message]) }
      html.list(of: details, isOfSentences: false)
    }
    if let remedy {
      html.element(.p) { $0.sentences([remedy]) }
    }
    html.element(.div, .class("inline")) { html in
      if let identification {
        html.form(
          PageAction(
            "identifications", fields: [("identification", identification)]),
          in: context, back: back
        ) { $0.button("Try again") }
      }
      if let retry {
        html.element(.a, .class("button"), .href(retry), text: "Try again")
      }
      html.element(
        .a, .class("button", "is-plain"), .href(back ?? PagePath()),
        text: back == nil ? "Today" : "Back")
    }
  }
}

/// A question before more than a few things are changed.
public struct QuestionPage: Page {
  public let title: String
  private let lines: [String]
  private let answer: String
  private let fields: [(name: String, value: String)]
  private let address: PagePath
  private let back: PagePath

  /// Creates the page.
  ///
  /// - Parameters:
  ///   - question: The question.
  ///   - lines: What would happen, in sentences.
  ///   - answer: The words of the button that goes on.
  ///   - fields: The fields of the form, which are sent again.
  ///   - address: The address of the form.
  ///   - back: The page from which the form came.
  public init(
    _ question: String, lines: [String], answer: String,
    sending fields: [(name: String, value: String)], to address: PagePath,
    back: PagePath
  ) {
    title = question
    self.lines = lines
    self.answer = answer
    self.fields = fields
    self.address = address
    self.back = back
  }

  public var tab: PageTab? { nil }

  public func write(to html: inout HTMLWriter, in context: PageContext) {
    html.masthead(title)
    html.list(of: lines)
    html.element(
      .form, .class("inline"), .word(.method, "post"), .path(.action, address)
    ) { html in
      for field in fields {
        html.void(
          .input, .word(.type, "hidden"), .fieldName(field.name),
          .value(field.value))
      }
      html.void(
        .input, .word(.type, "hidden"), .word(.fieldName, "sure"),
        .value("true"))
      html.element(.button, .class("button"), text: answer)
      html.element(
        .a, .class("button", "is-plain"), .href(back), text: "Cancel")
    }
  }
}

extension HTMLWriter {
  /// Writes lines as a list; nothing for none. Sentences begin with a capital
  /// letter, other lines with a name.
  mutating func list(of lines: [String], isOfSentences: Bool = true) {
    guard !lines.isEmpty else { return }
    element(.ul) { html in
      for line in lines {
        html.element(.li) { html in
          if isOfSentences { html.sentences([line]) } else { html.text(line) }
        }
      }
    }
  }
}
