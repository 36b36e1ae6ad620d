public import HTMLKit

/// The page on which an invitation is taken up. It needs no script; one fills in
/// the secret of a link, which browsers do not send.
public struct JoinPage: Page {
  private let problem: String?
  private let remedy: String?
  private let device: String
  private let person: String
  private let back: String?
  private let invitation: String?
  private let isSignedIn: Bool

  /// Creates the page.
  ///
  /// - Parameters:
  ///   - problem: The reason why the person sees it; `nil` if the person asked
  ///     for it.
  ///   - remedy: What helps.
  ///   - device: The proposed name of the browser.
  ///   - person: The name that the person gave.
  ///   - back: The page to which the person wanted to go.
  ///   - invitation: The invitation that a link has brought.
  ///   - isSignedIn: Whether the browser has a session, which a new one
  ///     replaces.
  public init(
    problem: String?, remedy: String?, device: String, person: String,
    back: String?, invitation: String? = nil, isSignedIn: Bool
  ) {
    self.problem = problem
    self.remedy = remedy
    self.device = device
    self.person = person
    self.back = back
    self.invitation = invitation
    self.isSignedIn = isSignedIn
  }

  public var title: String { "Sign in" }
  public var tab: PageTab? { nil }
  public var isForStrangers: Bool { true }
  public var script: String { "join.js" }

  public func write(to html: inout HTMLWriter, in context: PageContext) {
    html.masthead(title)
    if let problem {
      html.element(.div, .class("notice is-overdue")) { html in
        html.element(.p) { $0.sentences([problem]) }
        if let remedy { html.element(.p) { $0.sentences([remedy]) } }
      }
    } else if isSignedIn {
      html.element(
        .p, .class("notice is-accent"),
        text: "This browser is signed in. Another invitation replaces that.")
    }
    html.element(
      .form, .word(.method, "post"), .path(.action, PagePath("join")),
      .class("flow"), .id("join")
    ) { html in
      if let back {
        html.void(
          .input, .word(.type, "hidden"), .word(.fieldName, "back"),
          .value(back))
      }
      html.field("Invitation", "invitation") { html in
        html.void(
          .input, .id("invitation"), .word(.fieldName, "invitation"),
          .word(.autocomplete, "off"), .word(.autocapitalize, "off"),
          .word(.spellcheck, "false"), .integer(.maxlength, 1_200),
          .flag(.required), invitation.map { .value($0) } ?? .absent,
          .text(.placeholder, "The link or line that you got"))
      }
      html.field("Your name, if the invitation does not say it", "person") {
        html in
        html.void(
          .input, .id("person"), .word(.fieldName, "person"),
          .word(.autocomplete, "given-name"), .integer(.maxlength, 100),
          .value(person))
      }
      html.field("Name of this browser", "device") { html in
        html.void(
          .input, .id("device"), .word(.fieldName, "device"),
          .word(.autocomplete, "off"), .integer(.maxlength, 100),
          .value(device))
      }
      html.element(.button, .class("button"), text: "Sign in")
    }
    html.element(
      .p, .class("note"),
      text:
        "Somebody who looks after plants with this journal invited you, or can do so on the page Household."
    )
    html.element(.details, .class("fold")) { html in
      html.element(.summary, text: "Is it your own journal?")
      html.element(
        .p, .class("note"),
        text:
          "In a terminal on its machine, the command 'plantguide web' signs you in. For another browser, 'plantguide serve invite --page' makes an invitation there."
      )
    }
  }
}
