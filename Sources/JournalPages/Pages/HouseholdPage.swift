public import HTMLKit
internal import JournalQueries
package import JournalReports
public import JournalSync
public import JournalTime
package import QRCode

/// The people and devices that may see the journal here, and what they may do.
public struct HouseholdPage: Page {
  private let entries: [AccessTokens.Entry]
  private let ownID: String
  private let zone: TimeZoneRules
  private let now: Instant
  private let address: String?
  private let others: [String]

  /// Creates the page.
  ///
  /// - Parameters:
  ///   - entries: The tokens and the invitations.
  ///   - ownID: The id of the reader's own token.
  ///   - address: The address of the server as the reader's browser knows it;
  ///     `nil` if the request does not say.
  ///   - others: Addresses at which other machines reach the server; empty if
  ///     the reader's own is one.
  ///   - zone: The time zone.
  ///   - now: The moment that is now.
  public init(
    _ entries: [AccessTokens.Entry], ownID: String, at address: String?,
    others: [String], zone: TimeZoneRules, now: Instant
  ) {
    self.entries = entries
    self.ownID = ownID
    self.address = address
    self.others = others
    self.zone = zone
    self.now = now
  }

  public var title: String { "Household" }
  public var tab: PageTab? { .settings }

  public func write(to html: inout HTMLWriter, in context: PageContext) {
    html.masthead(title, "The people and devices that have access")
    if entries.isEmpty {
      html.empty(.people, "Nobody was let in yet.", in: context)
    } else {
      html.element(.ul, .class("group")) { html in
        for entry in entries { row(entry, &html, context) }
      }
    }
    if context.may(.changeAll) { invite(&html, context) }
    html.element(
      .p, .class("note"),
      text:
        "Whoever you revoke is refused at once. What they recorded stays, with their name."
    )
  }

  private func invite(_ html: inout HTMLWriter, _ context: PageContext) {
    let roles: [TokenRole] = [.care, .read, .all]
    html.section("Invite somebody", "invite") { html in
      let reach = (others.first ?? address).map { LinkReach(of: $0) }
      html.warning(reach?.warning)
      html.form(PageAction("household"), in: context, isFlow: true) { html in
        html.element(.div, .class("fields")) { html in
          html.textField("Person", "person", "person-field", hint: "Anna")
          html.choiceField(
            "May", "role", "role-field",
            roles.map { ($0.rawValue, $0.access.words) })
          if !others.isEmpty {
            html.choiceField(
              "At", "url", "url-field",
              others.map { ($0, $0) } + [("", "this computer alone")])
          }
        }
        html.button("Make an invitation")
      }
      html.element(
        .p, .class("note"),
        text:
          "The link of an invitation is shown once. If it is lost, revoke the invitation and make another."
      )
    }
  }

  /// Returns the name of the person or device whose token made an invitation.
  private func makerName(of id: String) -> String {
    let maker = entries.first { $0.id == id }
    return maker?.person ?? maker?.device ?? id
  }

  /// Returns what a token or an invitation lets its holder do. Only that tells
  /// invitations without names apart, besides their time.
  private func words(of entry: AccessTokens.Entry) -> String {
    let state = entry.state(at: now)
    if entry.isValid { return "may \(state)" }
    let isOpen =
      entry.revokedAt == nil && entry.expiresAt.map { now < $0 } == true
    return isOpen ? "join once, \(entry.access.words)" : state
  }

  private func row(
    _ entry: AccessTokens.Entry, _ html: inout HTMLWriter,
    _ context: PageContext
  ) {
    let name = entry.person ?? entry.device ?? "Invitation"
    let today = zone.localDay(of: now)
    html.element(.li, .class("row"), .data("token", entry.id)) { html in
      html.element(.span, .class("tile")) { html in
        html.icon(
          entry.person == nil ? .device : .people, in: context)
      }
      html.element(.div, .class("row-main")) { html in
        html.element(.p) { html in
          html.element(.strong) { $0.isolated(name) }
          if entry.id == ownID {
            html.text(" ")
            html.element(.span, .class("note"), text: "this browser")
          }
        }
        html.element(.p, .class("note")) { html in
          if let device = entry.device, device != name {
            html.isolated(device)
            html.text(" · ")
          }
          html.text(words(of: entry))
          if let maker = entry.makerID {
            html.text(" · invited by ")
            html.isolated(makerName(of: maker))
          }
        }
        html.element(
          .p, .class("note"),
          text: entry.usedAt.map {
            "last seen \(zone.words(of: $0, on: today))"
          } ?? "never seen, made \(zone.words(of: entry.createdAt, on: today))")
      }
      html.element(.div, .class("row-actions")) { html in
        guard context.may(.changeAll), entry.revokedAt == nil else { return }
        html.revoking(entry.id, of: name, in: context)
      }
    }
  }
}

/// The link of an invitation and its code, which are shown once.
public struct InvitationPage: Page {
  private let link: String
  private let code: QRCode?
  private let person: String
  private let role: TokenRole
  private let end: String

  /// Creates the page.
  ///
  /// - Parameters:
  ///   - link: The link.
  ///   - code: The link as a code for a camera.
  ///   - person: The name of the person for whom it is; empty for none.
  ///   - role: The role that the person gets.
  ///   - expiresAt: The moment until which it can be taken up.
  ///   - zone: The time zone.
  ///   - now: The moment that is now.
  package init(
    _ link: String, code: QRCode?, for person: String, as role: TokenRole,
    until expiresAt: Instant, zone: TimeZoneRules, now: Instant
  ) {
    self.link = link
    self.code = code
    self.person = person
    self.role = role
    end = zone.words(of: expiresAt, on: zone.localDay(of: now))
  }

  public var title: String { "Invitation" }
  public var tab: PageTab? { .settings }

  public func write(to html: inout HTMLWriter, in context: PageContext) {
    html.masthead(
      title, "Scan the code, or open the link, in the other browser")
    html.element(.p) { html in
      if person.isEmpty {
        html.text("Whoever takes it up")
      } else {
        html.text("It is for ")
        html.isolated(person)
        html.text(", who")
      }
      html.text(" may then \(role.access.words).")
    }
    html.warning(LinkReach(of: link).warning)
    html.handedOver("Link", link, code)
    html.element(
      .p, .class("note"),
      text:
        "It works once, until \(end). Anyone who sees it first can join, so keep it secret. It is not shown again: if it is lost, revoke the invitation and make another."
    )
    html.element(.div, .class("inline")) { html in
      html.element(
        .a, .class("button", "is-soft"), .href(PagePath("household")),
        text: "Household")
    }
  }
}
