internal import HTMLKit
internal import JournalQueries
internal import JournalSync

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
        html.news(in: context)
        page.write(to: &html, in: context)
      }
      // Scripts say here what happened.
      html.element(.div, .word(.role, "status"), .id("news"))
    }
  }

  /// Writes that the page shows the past, and the way back to the present.
  private mutating func past(in context: PageContext) {
    guard let moment = context.asOf else { return }
    element(.p, .class("notice", "is-accent"), .data("past", moment.words)) {
      html in
      html.text("You see the journal as it was on \(moment.words). ")
      html.element(
        .a, .href(context.here.without("as-of").alone), text: "Back to now")
    }
  }

  private mutating func tabs(_ current: PageTab?, in context: PageContext) {
    element(.nav, .class("tabs"), .text(.ariaLabel, "Pages")) { html in
      html.tabList(current, in: context)
      html.places(in: context)
    }
  }

  /// Writes the pages that have room beside the tabs on a wide screen alone;
  /// the settings list them, too.
  private mutating func places(in context: PageContext) {
    let places: [(name: String, path: PagePath, right: WebRight)] =
      [
        ("Tasks", PagePath("tasks"), .read),
        ("History", PagePath("history"), .read),
        ("Numbers", PagePath("stats"), .read),
        ("Rooms", PagePath("rooms"), .read),
        ("Labels", PagePath("labels"), .read),
        ("Household", PagePath("household"), .changeAll),
      ]
    element(.ul, .class("further")) { html in
      for place in places where context.access.allows(place.right) {
        let isHere = context.here.text == place.path.text
        html.element(.li) { html in
          html.element(
            .a, .href(place.path),
            isHere ? .word(.ariaCurrent, "page") : .absent, text: place.name)
        }
      }
    }
  }

  private mutating func tabList(
    _ current: PageTab?, in context: PageContext
  ) {
    element(.ul) { html in
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

  /// Writes what a form did that was sent without scripts. It stays, so it lies
  /// over nothing.
  private mutating func news(in context: PageContext) {
    guard let news = context.news else { return }
    element(
      .div, .class("notice", "is-accent", "happened"), .word(.role, "status")
    ) { html in
      html.element(.p) { $0.sentences(news.lines) }
      if let undo = news.undo, context.may(.undoOwn) {
        html.form(
          PageAction("undo", fields: [("action", undo)]), in: context
        ) { html in
          html.element(
            .button, .class("button", "is-soft", "is-compact"),
            text: news.isUndo ? "Redo" : "Undo")
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
