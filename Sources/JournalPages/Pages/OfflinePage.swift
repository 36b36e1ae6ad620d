public import HTMLKit

/// The page of what this browser keeps without a connection, and of what waits
/// to be sent. Scripts fill it in.
public struct OfflinePage: Page {
  /// Creates the page.
  public init() {}

  public var title: String { "Offline" }
  public var tab: PageTab? { .settings }

  public func write(to html: inout HTMLWriter, in context: PageContext) {
    html.masthead(title, "Without a connection to your journal")
    html.section("Kept in this browser", "kept") { html in
      html.element(.div, .data("offline", "kept")) { html in
        html.element(
          .p, .class("note"),
          text:
            "Nothing. Only a browser with scripts, and over a secure connection, keeps pages."
        )
      }
    }
    html.section("Waiting to be sent", "waiting") { html in
      html.element(.div, .data("offline", "waiting")) { html in
        html.element(
          .p, .class("note"),
          text: "Nothing. Without scripts, all that you do is sent at once.")
      }
    }
    html.element(.div, .class("inline")) { html in
      html.element(
        .a, .class("button", "is-soft"), .href(PagePath()), text: "Today")
    }
  }
}
