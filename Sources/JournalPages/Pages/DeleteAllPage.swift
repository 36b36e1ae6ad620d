public import HTMLKit

/// The question before the whole journal is deleted.
public struct DeleteAllPage: Page {
  private let name: String
  private let announcement: String
  private let remotes: [String]

  /// Creates the page.
  ///
  /// - Parameters:
  ///   - name: The name that confirms the deletion.
  ///   - announcement: The sentence that says what will be removed.
  ///   - remotes: The names of the journal's remotes.
  public init(name: String, announcement: String, remotes: [String]) {
    self.name = name
    self.announcement = announcement
    self.remotes = remotes
  }

  public var title: String { "Delete the journal" }
  public var tab: PageTab? { .settings }

  public func write(to html: inout HTMLWriter, in context: PageContext) {
    html.wayBack("Settings", PagePath("settings"), in: context)
    html.masthead(title)
    html.element(.p, text: announcement)
    html.element(
      .p,
      text:
        "A backup with its photos is made first, on the machine of the server. Then the events and the photos are removed. Settings of that machine, hooks and backups stay."
    )
    for remote in remotes {
      html.element(.p) { html in
        html.text("The remote ")
        html.isolated(remote)
        html.text(" keeps what it has.")
      }
    }
    html.form(
      PageAction("delete-all"), in: context, isFlow: true, back: PagePath()
    ) { html in
      html.textField(
        "To delete it, type its name, \(name)", "confirm", "confirm",
        isRequired: true)
      html.element(.div, .class("inline")) { html in
        html.button("Delete everything", style: "is-soft is-overdue")
        html.element(
          .a, .class("button", "is-plain"), .href(PagePath("settings")),
          text: "Cancel")
      }
    }
  }
}
