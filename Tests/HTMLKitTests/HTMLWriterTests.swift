import HTMLKit
import Testing

@Suite struct HTMLWriterTests {
  private func html(_ write: (inout HTMLWriter) -> Void) -> String {
    var writer = HTMLWriter()
    write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// The attributes of an element that has `attribute`.
  private func written(_ attribute: HTMLAttribute) -> String {
    String(html { $0.void(.br, attribute) }.dropFirst(3).dropLast())
  }

  @Test func elementsCloseWhereTheirClosureEnds() {
    let list = html { html in
      html.element(.ul, .class("plants")) { html in
        for name in ["Monty", "Tom & Jerry"] {
          html.element(.li, text: name)
        }
        html.element(.li) { html in
          html.integer(-3)
          html.void(.br)
          html.isolated("<b>")
        }
        html.element(.li)
      }
      html.newline()
    }
    #expect(
      list == """
        <ul class="plants"><li>Monty</li><li>Tom &amp; Jerry</li>\
        <li>-3<br><bdi>&lt;b&gt;</bdi></li><li></li></ul>

        """)
  }

  @Test func controllingCharactersOfTextBecomeVisible() {
    #expect(
      html { $0.text("a\u{202E}b\u{0}\r\n👩‍🌾") }
        == "a\\u{202E}b\\u{0}\\u{D}\n👩‍🌾")
    #expect(
      written(.text(.alt, "\u{2066}\"")) == " alt=\"\\u{2066}&quot;\"")
  }

  @Test func aMarkOverASignDoesNotHideIt() {
    let mark = "\u{301}"
    let escaped = ["&amp;", "&lt;", "&gt;", "&quot;"].map { $0 + mark }.joined()
    let text = "&\(mark)<\(mark)>\(mark)\"\(mark)"
    #expect(html { $0.text(text) } == escaped)
    #expect(written(.value(text)) == " value=\"\(escaped)\"")
  }

  @Test func fieldsKeepTheExactText() {
    #expect(
      written(.value("\u{200C}\u{202E}\t\n\"é\u{1}\u{FFFE}"))
        == " value=\"\u{200C}\u{202E}\t\n&quot;é\u{FFFD}\u{FFFD}\"")
    #expect(
      html { $0.textArea(.integer(.rows, 3), value: "\n</textarea>") }
        == "<textarea rows=\"3\">\n\n&lt;/textarea&gt;</textarea>")
    #expect(
      written(.data("plant", "<\u{200D}>"))
        == " data-plant=\"&lt;\u{200D}&gt;\"")
  }

  @Test func classesCanDependOnConditions() {
    func row(isLate: Bool) -> String {
      written(.class("row", isLate ? "row-late" : nil, "row-water"))
    }
    #expect(row(isLate: true) == " class=\"row row-late row-water\"")
    #expect(row(isLate: false) == " class=\"row row-water\"")
    #expect(written(.class(nil, nil)) == "")
    #expect(written(.absent) == "")
    #expect(
      html { $0.void(.hr, .absent, .absent, .flag(.hidden)) }
        == "<hr hidden>")
  }

  @Test func valuesHaveOneForm() {
    #expect(written(.flag(.checked)) == " checked")
    #expect(written(.flag(.checked, if: false)) == "")
    #expect(written(.state(.expanded, false)) == " aria-expanded=\"false\"")
    #expect(written(.word(.ariaCurrent, "page")) == " aria-current=\"page\"")
    #expect(written(.integer(.width, -64)) == " width=\"-64\"")
    #expect(written(.number(.step, 0.05)) == " step=\"0.05\"")
    #expect(
      written(.number(.viewBox, 0, 0, 24, 24)) == " viewBox=\"0 0 24 24\"")
    #expect(
      written(.number(.points, [.nan, .infinity, 1e300, -0.5]))
        == " points=\"0 0 1e+300 -0.5\"")
    #expect(written(.number(.dashes, 5, 8)) == " stroke-dasharray=\"5 8\"")
    #expect(written(.property("--share", 0.38)) == " style=\"--share:0.38\"")
    #expect(
      written(.src(jpeg: [0xff, 0xd8, 0xff, 0xe0]))
        == " src=\"data:image/jpeg;base64,/9j/4A==\"")
  }

  @Test func idsAreOneWordAndReferencesFindThem() {
    let id = HTMLID("plant", "a b.\"ä")
    #expect(written(.id(id)) == " id=\"plant-a.20b.2e.22.c3.a4\"")
    #expect(written(.reference(.for, id)) == " for=\"plant-a.20b.2e.22.c3.a4\"")
    #expect(written(.id("main")) == " id=\"main\"")
    #expect(HTMLID("plant", "a.20b") != HTMLID("plant", "a b"))
  }

  @Test func addressesStayOnTheServer() {
    #expect(PagePath().text == "/")
    #expect(PagePath("plants", "a/b ä").text == "/plants/a%2fb%20%c3%a4")
    #expect(PagePath("", "evil.example").text == "/-/evil.example")
    #expect(PagePath("..", ".", "x").text == "/-/-/x")
    #expect(
      PagePath("javascript:alert(1)").text == "/javascript%3aalert%281%29")
    #expect(PagePath("\\evil.example").text == "/%5cevil.example")
    let path = PagePath("plants").with("q", "a&b=c").with("room", "#1 ?")
      .at("list")
    #expect(path.without("q").text == "/plants?room=%231%20%3f#list")
    #expect(path.without("room").without("q").text == "/plants#list")
    #expect(path.without("roo").text == path.text)
    #expect(
      path.without("q").without("room").with("a", "1").text
        == "/plants?a=1#list")
    #expect(path.text == "/plants?q=a%26b%3dc&room=%231%20%3f#list")
    #expect(
      written(.href(path))
        == " href=\"/plants?q=a%26b%3dc&amp;room=%231%20%3f#list\"")
  }

  @Test func aPageHasItsShell() {
    let page = html { html in
      html.document(
        title: "Tom & <Jerry>", colorScheme: .dark, fillsScreen: true
      ) { html in
        html.link(.stylesheet, PagePath("assets", "base.1f.css"))
        html.script(module: PagePath("assets", "today.2e.js"))
      } body: { html in
        html.element(.main)
      }
    }
    #expect(
      page == """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" \
        content="width=device-width, initial-scale=1, viewport-fit=cover">
        <meta name="color-scheme" content="dark">
        <title>Tom &amp; &lt;Jerry&gt;</title>
        <link rel="stylesheet" href="/assets/base.1f.css">
        <script type="module" src="/assets/today.2e.js"></script>
        </head>
        <body>
        <main></main>
        </body>
        </html>

        """)
  }

  @Test func aPageThatStandsAloneHasItsOwnStyleAndPolicy() {
    let page = html { html in
      html.document(title: "") { html in
        html.policy("default-src 'none'")
        html.style("p > b { color: red }")
      } body: {
        $0.script("if (1 < 2) run('&');")
      }
    }
    #expect(
      page.contains(
        """
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'">
        <style>
        p > b { color: red }
        </style>

        """))
    #expect(page.contains("<script>\nif (1 < 2) run('&');\n</script>"))
    #expect(page.contains("content=\"light dark\""))
    #expect(page.contains("content=\"width=device-width, initial-scale=1\""))
  }

  @Test func largeOutputIsHandedOn() throws {
    var parts: [[UInt8]] = []
    var html = HTMLWriter()
    html.text("few")
    html.handOn { parts.append($0) }
    #expect(parts.isEmpty)
    html.text(String(repeating: "a", count: 1 << 16))
    html.handOn { parts.append($0) }
    html.text("b")
    #expect(parts.map(\.count) == [(1 << 16) + 3])
    #expect(html.bytes == [UInt8(ascii: "b")])
  }

  /// Every name is one of HTML's or SVG's, without scripts.
  @Test func noNameRunsAScript() {
    let names =
      HTMLAttribute.WordName.allCases.map(\.rawValue)
      + HTMLAttribute.TextName.allCases.map(\.rawValue)
      + HTMLAttribute.FlagName.allCases.map(\.rawValue)
      + HTMLAttribute.StateName.allCases.map(\.rawValue)
      + HTMLAttribute.IntegerName.allCases.map(\.rawValue)
      + HTMLAttribute.NumberName.allCases.map(\.rawValue)
      + HTMLAttribute.ReferenceName.allCases.map(\.rawValue)
    #expect(Set(names).count == names.count)
    for name in names {
      #expect(!name.hasPrefix("on") && name != "style" && name != "srcdoc")
      #expect(!["href", "src", "action", "formaction"].contains(name))
    }
    for element in HTMLElement.allCases {
      #expect(
        !["script", "style", "iframe", "object"].contains(element.rawValue))
    }
  }

  @Test(
    arguments: [
      "http://a.example/", "javascript:x()", "https://", "https:///x",
      "https://a@b.example/", "https://a.example/\"x", "https://a.example/'",
      "https://a.example/ ", "https://ä.example/", "//a.example/", "/plants",
      "https://a.example/\n",
      "https://a.example/" + String(repeating: "x", count: 3_000),
    ])
  func otherAddressesAreNoLinks(text: String) {
    #expect(ForeignAddress(text) == nil)
  }

  @Test func aLinkToAnotherServerIsEscaped() throws {
    let address = try #require(
      ForeignAddress("https://a.example/File:1_(x).jpg?a=b&c=d#e"))
    var html = HTMLWriter()
    html.element(.a, .href(address), text: "x")
    #expect(
      String(decoding: html.bytes, as: UTF8.self)
        == "<a href=\"https://a.example/File:1_(x).jpg?a=b&amp;c=d#e\">x</a>")
  }
}
