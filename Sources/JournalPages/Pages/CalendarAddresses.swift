public import HTMLKit
internal import JournalReports
public import JournalSync
internal import JournalTime
public import QRCode

/// The addresses at which calendar programs find the due tasks.
public struct CalendarAddresses: Sendable {
  private let entries: [AccessTokens.Entry]
  private let address: String?
  private let others: [String]

  /// Creates the list.
  ///
  /// - Parameters:
  ///   - entries: The tokens of the server.
  ///   - address: The address of the server as the reader's browser knows it;
  ///     `nil` if the request does not say.
  ///   - others: Addresses at which other machines reach the server; empty if
  ///     the reader's own is one.
  public init(
    of entries: [AccessTokens.Entry], at address: String?, others: [String]
  ) {
    self.entries = entries.filter { $0.access == .calendar && $0.isValid }
    self.address = address
    self.others = others
  }

  func write(
    to html: inout HTMLWriter, in context: PageContext, zone: TimeZoneRules,
    today: Day
  ) {
    html.section("Calendar", "calendar") { html in
      html.element(
        .p, .class("note"),
        text:
          "A calendar program can subscribe to the due tasks at an address of its own. Whoever knows the address sees them."
      )
      if !entries.isEmpty {
        html.element(.ul, .class("group")) { html in
          for entry in entries {
            row(entry, &html, context, zone: zone, today: today)
          }
        }
      }
      let reach = (others.first ?? address).map { LinkReach(of: $0) }
      if reach == .thisMachine {
        html.warning(
          "Only a program on this computer can subscribe at this address.")
      }
      html.form(PageAction("calendars"), in: context, isFlow: true) { html in
        html.element(.div, .class("fields")) { html in
          html.textField(
            "Program or device", "name", "calendar-name", hint: "my phone",
            isRequired: true)
          if !others.isEmpty {
            html.choiceField(
              "At", "url", "calendar-url",
              others.map { ($0, $0) } + [("", "this computer alone")])
          }
        }
        html.button("Make an address")
      }
    }
  }

  private func row(
    _ entry: AccessTokens.Entry, _ html: inout HTMLWriter,
    _ context: PageContext, zone: TimeZoneRules, today: Day
  ) {
    let name = entry.device ?? entry.id
    html.element(.li, .class("row"), .data("token", entry.id)) { html in
      html.element(.span, .class("tile")) {
        $0.icon(.calendarCheck, in: context)
      }
      html.element(.div, .class("row-main")) { html in
        html.element(.p) { html in
          html.element(.strong) { $0.isolated(name) }
        }
        html.element(
          .p, .class("note"),
          text: entry.usedAt.map {
            "last asked \(zone.words(of: $0, on: today))"
          } ?? "never asked, made \(zone.words(of: entry.createdAt, on: today))"
        )
      }
      html.element(.div, .class("row-actions")) { html in
        html.revoking(entry.id, of: name, in: context)
      }
    }
  }
}

/// The address of a calendar and its code, which are shown once.
public struct CalendarLinkPage: Page {
  private let link: String
  private let code: QRCode?

  /// Creates the page of an address, with the same as a code for a camera.
  public init(_ link: String, code: QRCode?) {
    self.link = link
    self.code = code
  }

  public var title: String { "Calendar" }
  public var tab: PageTab? { .settings }

  public func write(to html: inout HTMLWriter, in context: PageContext) {
    html.masthead(
      title, "Subscribe to this address in the calendar program")
    if LinkReach(of: link) == .thisMachine {
      html.warning(
        "Only a program on this computer can subscribe at this address.")
    }
    html.handedOver("Address", link, code)
    html.element(
      .p, .class("note"),
      text:
        "It is not shown again: if it is lost, revoke it and make another. With ?form=todo at its end, it gives to-dos; with ?digest=true, one entry for each day."
    )
    html.element(.div, .class("inline")) { html in
      html.element(
        .a, .class("button", "is-soft"), .href(PagePath("settings")),
        text: "Settings")
    }
  }
}
