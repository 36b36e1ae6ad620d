internal import HTMLKit
internal import JournalQueries

extension HTMLWriter {
  /// Writes a page with what all pages have: the head, the tabs, and the message
  /// of what just happened.
  mutating func frame(_ page: some Page, in context: PageContext) {
    document(
      title: "\(page.title) · PlantGuide", colorScheme: context.colorScheme,
      fillsScreen: true
    ) { html in
      html.link(.stylesheet, context.asset("base.css"))
      html.link(.icon, context.asset("icon.svg"))
      html.link(.touchIcon, context.asset("icon-180.png"))
      html.link(.manifest, PagePath("manifest.webmanifest"))
      html.script(module: context.asset(page.script))
    } body: { html in
      html.element(
        .a, .class("skip-link"), .href(context.here.at("main")),
        text: "To the content")
      if !page.isForStrangers { html.tabs(page.tab, in: context) }
      html.element(
        .main, .class("page", page.isWide ? "is-wide" : nil), .id("main"),
        .data("key", context.formToken),
        context.state.map { .data("state", $0) } ?? .absent,
        context.owner.map { .data("owner", $0) } ?? .absent
      ) { html in
        html.past(in: context)
        page.write(to: &html, in: context)
      }
      html.news(in: context)
    }
  }

  /// Writes that the page shows the past, and the way back to the present.
  private mutating func past(in context: PageContext) {
    guard let moment = context.asOf else { return }
    element(.p, .class("notice", "is-accent"), .data("past", moment)) { html in
      html.text("You see the journal as it was on \(moment). ")
      html.element(
        .a, .href(context.here.without("as-of")), text: "Back to now")
    }
  }

  private mutating func tabs(_ current: PageTab?, in context: PageContext) {
    element(.nav, .class("tabs"), .text(.ariaLabel, "Pages")) { html in
      html.element(.ul) { html in
        for tab in PageTab.allCases {
          html.element(.li) { html in
            html.element(
              .a, .href(tab.path),
              tab == current ? .word(.ariaCurrent, "page") : .absent
            ) { html in
              html.icon(tab.icon, in: context)
              html.element(.span, text: tab.name)
            }
          }
        }
      }
    }
  }

  /// Writes what just happened. Scripts write later news there, too.
  private mutating func news(in context: PageContext) {
    element(.div, .word(.role, "status"), .id("news")) { html in
      guard let news = context.news else { return }
      html.element(.div, .class("toast")) { html in
        html.element(.span) { html in html.sentences(news.lines) }
        if let undo = news.undo, context.may(.undoOwn) {
          html.form(
            PageAction("undo", fields: [("action", undo)]), in: context
          ) { html in
            html.element(
              .button, .class("button", "is-compact"),
              text: news.isUndo ? "Redo" : "Undo")
          }
        }
      }
    }
  }

  /// Writes sentences of reports, which begin with a capital letter here.
  mutating func sentences(_ lines: [String]) {
    for (index, line) in lines.enumerated() {
      if index > 0 { void(.br) }
      text(line.capitalizedSentence)
    }
  }
}

extension String {
  /// The same text with a capital first letter.
  var capitalizedSentence: String {
    guard let first, first.isLowercase else { return self }
    return first.uppercased() + dropFirst()
  }
}
