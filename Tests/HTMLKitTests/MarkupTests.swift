import Encodings
import HTMLKit
import JournalTestSupport
import POSIXKit
import Testing
import TextKit

/// Random pages with hostile texts, read by html5lib.
@Suite struct MarkupTests {
  /// The Python of the tests, which has html5lib.
  private static let folder = #filePath.split(separator: "/").dropLast(3)
    .map { "/" + $0 }.joined()
  private static let python = folder + "/.venv/bin/python"

  @Test(
    .enabled(
      if: FileSystem.isExecutable(python),
      "html5lib is not installed; 'make test-formats' installs it"),
    arguments: [1, 2, 3, 4] as [UInt64])
  func aParserReadsTheTreeThatWasWritten(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var cases = JSONWriter()
    let count = 250
    cases.array { cases in
      for number in 0..<count {
        cases.object { cases in
          cases.member("seed", "\(seed), page \(number)")
          random.writePage(to: &cases)
        }
      }
    }
    try FileSystem.withTemporaryDirectory { directory in
      let path = directory + "/cases.json"
      try #require(try File.make(path, with: cases.bytes))
      let pipe = try Pipe()
      let child = try ChildProcess.start(
        Self.python,
        arguments: [Self.folder + "/Tests/Formats/read_markup.py", path],
        descriptors: [
          .init(own: pipe.writingEnd.descriptor, inChild: 1),
          .init(own: pipe.writingEnd.descriptor, inChild: 2),
        ])
      let said = pipe.keepingReadingEnd().contents(
        until: Deadline(seconds: 120))
      let words = String(decoding: said, as: UTF8.self)
      #expect(child.wait() == .exited(0) && words == "\(count)\n", "\(words)")
    }
  }

  @Test(arguments: [5, 6, 7] as [UInt64])
  func noAddressNamesAnotherHost(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<5_000 {
      let (path, components) = random.address()
      let text = path.text
      let bytes = Array(text.utf8)
      // One slash, and nothing that a reader of addresses takes for one.
      #expect(bytes.first == UInt8(ascii: "/"), "seed \(seed): \(text)")
      #expect(
        !"/\\".utf8.contains(bytes.dropFirst().first ?? 0),
        "seed \(seed): \(text)")
      #expect(
        bytes.allSatisfy { isPlain($0) }, "seed \(seed): \(text)")
      let way = text.prefix { $0 != "?" && $0 != "#" }
      let parts = way.split(separator: "/", omittingEmptySubsequences: false)
        .dropFirst()
      #expect(
        components.isEmpty
          || parts.allSatisfy { !["", ".", ".."].contains($0) },
        "seed \(seed): \(text)")
    }
  }

  private func isPlain(_ unit: UInt8) -> Bool {
    switch Unicode.Scalar(unit) {
    case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~", "/", "%", "?",
      "&", "=", "#":
      true
    default: false
    }
  }
}

extension SeededGenerator {
  /// A text that tries to be more than text.
  fileprivate mutating func hostile() -> String {
    switch int(0...4) {
    case 0: text()
    case 1:
      (0..<int(1...8)).map { _ in scalar() }.joined()
    case 2:
      // Surrogates, NUL and bytes that are no UTF-8.
      String(
        decoding: pick([
          [0xed, 0xa0, 0x80, 0x61], [0x61, 0, 0x62], [0xff, 0xfe, 0xc0],
          bytes(6),
        ]), as: UTF8.self)
    default:
      (0..<int(1...3)).map { _ in
        pick([
          "\"", "'", "<script>alert(1)</script>", "]]>", "-->", "<!--",
          "</title>", "</textarea>", "</div>", " onclick=x", "&lt;", "&#60;",
          "&amp", "\u{202E}", "\u{2066}", "\u{200F}", "\u{0}", "\u{85}",
          "\r\n", "\n", "javascript:", "//", "\\", "..", ".", "`", "=", "/",
          ">\u{301}", "\"\u{301}", "<\u{20D2}", "&\u{338}", "\u{FFFE}",
          "%2e%2E", "?", "#", "شجرة",
        ])
      }.joined()
    }
  }

  private mutating func scalar() -> String {
    String(
      Unicode.Scalar(UInt32(int(0...0x10FFFF))) ?? "\u{FFFD}")
  }

  fileprivate mutating func address() -> (PagePath, [String]) {
    let parts = (0..<int(0...3)).map { _ in one(in: 6) ? "" : hostile() }
    var path =
      switch parts.count {
      case 0: PagePath()
      case 1: PagePath(parts[0])
      case 2: PagePath(parts[0], parts[1])
      default: PagePath(parts[0], parts[1], parts[2])
      }
    for _ in 0..<int(0...2) { path = path.with("as-of", hostile()) }
    if one(in: 3) { path = path.at(HTMLID("plant", hostile())) }
    return (path, parts.map { ["", ".", ".."].contains($0) ? "-" : $0 })
  }

  /// Writes a page, and the tree that a parser is to find in it.
  fileprivate mutating func writePage(to cases: inout JSONWriter) {
    let title = hostile()
    var addresses: [(PagePath, [String])] = []
    let root = node(depth: 4, &addresses)
    var html = HTMLWriter(capacity: 0)
    html.document(title: title) { _ in
    } body: {
      root.write(to: &$0)
    }
    cases.member(
      "html", String(decoding: html.bytes, as: UTF8.self))
    cases.member("title", SafeText.shown(title, allowsNewlines: true))
    cases.member("tree") { root.write(to: &$0) }
    cases.objects("addresses", addresses) { cases, address in
      cases.member("text", address.0.text)
      cases.member("components", address.1)
    }
  }

  private mutating func node(
    depth: Int, _ addresses: inout [(PagePath, [String])]
  ) -> Node {
    let shown = hostile()
    let exact = hostile()
    let id = hostile()
    let address = address()
    addresses.append(address)
    var attributes = [
      Node.Attribute(
        .text(.title, shown), "title",
        SafeText.shown(shown, allowsNewlines: true)),
      .init(.data("exact", exact), "data-exact", Node.held(exact)),
      .init(.path(.href, address.0), "href", address.0.text),
    ]
    if one(in: 2) {
      attributes.append(
        .init(
          .id(HTMLID("x", id)), "id",
          String(PagePath().at(HTMLID("x", id)).text.dropFirst(2))))
    }
    if one(in: 4) { attributes.append(.init(.flag(.hidden), "hidden", "")) }
    guard depth > 0 else {
      return .field(attributes, exact)
    }
    let content: [Node] = (0..<int(0...3)).map { _ in
      one(in: 2) ? .text(hostile()) : node(depth: depth - 1, &addresses)
    }
    let element = pick([
      HTMLElement.div, .section, .article, .span, .bdi, .figure, .em, .output,
    ])
    return .element(element, attributes, content)
  }
}

/// A part of a page.
private indirect enum Node {
  struct Attribute {
    let written: HTMLAttribute
    let name: String
    let value: String

    init(_ written: HTMLAttribute, _ name: String, _ value: String) {
      self.written = written
      self.name = name
      self.value = value
    }
  }

  case text(String)
  case field([Attribute], String)
  case element(HTMLElement, [Attribute], [Node])

  /// The text as a page holds it: without what no page can, and with line
  /// breaks of one kind.
  static func held(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var follows = false
    for scalar in text.unicodeScalars {
      let isReturn = scalar == "\r"
      defer { follows = isReturn }
      if follows, scalar == "\n" { continue }
      switch scalar.value {
      case 0x0a, 0x0d: result.append("\n")
      case 0x09: result.append("\t")
      case 0..<0x20, 0x7f..<0xa0, 0xfdd0...0xfdef,
        _ where scalar.value & 0xfffe == 0xfffe:
        result.append("\u{FFFD}")
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  func write(to html: inout HTMLWriter) {
    switch self {
    case .text(let text): html.text(text)
    case .field(let attributes, let value):
      // Variadic functions take no arrays, so a node has three or more.
      html.textArea(
        attributes[0].written, attributes[1].written, attributes[2].written,
        attributes.count > 3 ? attributes[3].written : .absent,
        attributes.count > 4 ? attributes[4].written : .absent, value: value)
    case .element(let element, let attributes, let content):
      html.element(
        element, attributes[0].written, attributes[1].written,
        attributes[2].written,
        attributes.count > 3 ? attributes[3].written : .absent,
        attributes.count > 4 ? attributes[4].written : .absent
      ) { html in
        for node in content { node.write(to: &html) }
      }
    }
  }

  /// Writes the tree as a parser finds it; texts side by side are one.
  func write(to tree: inout JSONWriter) {
    switch self {
    case .text(let text): tree.string(text)
    case .field(let attributes, let value):
      tree.array { tree in
        tree.string("textarea")
        Node.write(attributes, to: &tree)
        if !value.isEmpty { tree.string(Node.held(value)) }
      }
    case .element(let element, let attributes, let content):
      tree.array { tree in
        tree.string(element.rawValue)
        Node.write(attributes, to: &tree)
        var text = ""
        for node in content {
          if case .text(let more) = node {
            text += SafeText.shown(more, allowsNewlines: true)
            continue
          }
          if !text.isEmpty { tree.string(text) }
          text = ""
          node.write(to: &tree)
        }
        if !text.isEmpty { tree.string(text) }
      }
    }
  }

  private static func write(
    _ attributes: [Attribute], to tree: inout JSONWriter
  ) {
    tree.object { tree in
      for attribute in attributes {
        tree.name(escaping: attribute.name)
        tree.string(attribute.value)
      }
    }
  }
}
