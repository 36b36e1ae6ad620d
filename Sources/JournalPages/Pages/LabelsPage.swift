public import HTMLKit
internal import JournalCare
internal import JournalEvents
public import JournalQueries
internal import JournalReports
internal import TextKit

/// Labels of plants to print, with codes that open their pages.
public struct LabelsPage: Page {
  /// A sheet of labels that shops have.
  ///
  /// Sizes are those that the makers print on the packages. The margins in the
  /// style sheet follow from them, if the labels stand in the middle of the
  /// sheet. They are not measured; the test sheet shows whether they fit.
  public enum Sheet: String, CaseIterable, Sendable {
    /// 70 × 37 mm, 3 × 8 on A4 (HERMA 4464, Avery Zweckform 3474).
    case a4x24 = "24"
    /// 63.5 × 38.1 mm, 3 × 7 on A4 (Avery L7160).
    case a4x21 = "21"
    /// 52.5 × 29.7 mm, 4 × 10 on A4 (HERMA 4610, Avery Zweckform 3651).
    case a4x40 = "40"
    /// 2⅝ × 1 in, 3 × 10 on US Letter (Avery 5160).
    case letterx30 = "5160"

    /// The number of labels that a page shows at most: full sheets.
    public var mostLabels: Int { 240 / count * count }

    /// The number of labels on a sheet.
    public var count: Int {
      switch self {
      case .a4x24: 24
      case .a4x21: 21
      case .a4x40: 40
      case .letterx30: 30
      }
    }

    fileprivate var words: String {
      switch self {
      case .a4x24: "A4, 24 labels of 70 × 37 mm (such as HERMA 4464)"
      case .a4x21: "A4, 21 labels of 63.5 × 38.1 mm (such as Avery L7160)"
      case .a4x40: "A4, 40 labels of 52.5 × 29.7 mm (such as HERMA 4610)"
      case .letterx30: "Letter, 30 labels of 2⅝ × 1 in (such as Avery 5160)"
      }
    }

    fileprivate var style: StaticString {
      switch self {
      case .a4x24: "is-a4-24"
      case .a4x21: "is-a4-21"
      case .a4x40: "is-a4-40"
      case .letterx30: "is-letter-30"
      }
    }
  }

  /// A label.
  public struct Label: Sendable {
    let plant: PlantID
    let name: String
    let species: String
    let room: String
    let code: CodeDrawing?

    /// Creates the label of a plant; `code` is `nil` if no address is known.
    public init(_ row: ListRow, code: CodeDrawing?) {
      plant = row.id
      name = row.state.displayName
      species = row.state.profile?.scientificName ?? ""
      room = row.room.name
      self.code = code
    }
  }

  private let labels: [Label]
  private let sheet: Sheet
  private let skipped: Int
  private let rooms: [(id: String, name: String)]
  private let query: PageQuery
  private let isReachable: Bool
  private let isTest: Bool
  private let start: Int
  private let hasMore: Bool

  /// Creates the page.
  ///
  /// - Parameters:
  ///   - labels: The labels, in order.
  ///   - sheet: The sheet they are printed on.
  ///   - skipped: The number of labels of the first sheet that are used up.
  ///   - rooms: The rooms that can be chosen.
  ///   - query: The fields of the page.
  ///   - isReachable: Whether other devices reach the address in the codes.
  ///   - isTest: Whether the page is a sheet of outlines to try the printer
  ///     with.
  ///   - start: The number of the first label among all.
  ///   - hasMore: Whether there are labels after these.
  public init(
    _ labels: [Label], on sheet: Sheet, skipping skipped: Int,
    rooms: [(id: String, name: String)], query: PageQuery, isReachable: Bool,
    isTest: Bool = false, start: Int = 1, hasMore: Bool = false
  ) {
    self.labels = labels
    self.sheet = sheet
    self.skipped = skipped
    self.rooms = rooms
    self.query = query
    self.isReachable = isReachable
    self.isTest = isTest
    self.start = start
    self.hasMore = hasMore
  }

  public var title: String { "Labels" }
  public var tab: PageTab? { .settings }
  public var isWide: Bool { true }

  private static let own: Set<String> = [
    "sheet", "skip", "room", "favorite", "test", "start",
  ]

  public func write(to html: inout HTMLWriter, in context: PageContext) {
    html.element(.div, .class("unprinted")) { html in
      html.masthead(
        title,
        "\(Phrase.count(labels.count, "label")) on "
          + Phrase.count(sheetCount, "sheet"))
      form(&html)
      if start > 1 || hasMore { part(&html) }
      if !isReachable {
        html.element(
          .p, .class("notice"),
          text:
            "These codes open pages on this computer alone. Open this page at the address that your phone uses, and print it from there."
        )
      }
      html.element(
        .p, .class("note"),
        text:
          "Print at 100 %, without margins and without headers. The margins are approximate: print the test sheet on plain paper first, and hold it with a sheet of labels against the light."
      )
    }
    guard !isTest else {
      return html.element(.ul, .class("label-sheet", "is-test", sheet.style)) {
        html in
        for _ in 0..<sheet.count {
          html.element(.li, .class("label", "is-used"))
        }
      }
    }
    guard !labels.isEmpty else {
      return html.empty(
        .leaf, EmptyWords.noMatch, in: context,
        links: [("All plants", PagePath("labels"))])
    }
    let places =
      [Label?](repeating: nil, count: skipped) + labels.map(Optional.some)
    for start in stride(from: 0, to: places.count, by: sheet.count) {
      html.element(.ul, .class("label-sheet", sheet.style)) { html in
        for place in places[start..<min(start + sheet.count, places.count)] {
          guard let label = place else {
            html.element(.li, .class("label", "is-used"))
            continue
          }
          self.label(label, &html)
        }
      }
    }
  }

  /// Says which labels these are, with the way to the next ones.
  private func part(_ html: inout HTMLWriter) {
    let next = start + labels.count
    html.element(.div, .class("inline")) { html in
      html.element(
        .p,
        text: labels.isEmpty
          ? "There are fewer than \(start) labels."
          : "These are labels \(start) to \(next - 1).")
      if hasMore {
        // The sheets before are full.
        html.element(
          .a, .class("button", "is-soft"),
          .href(
            query.without(["start", "skip"]).reduce(query.path) {
              $0.with($1.name, $1.value)
            }.with("start", "\(next)")), text: "Next labels")
      }
    }
  }

  private var sheetCount: Int {
    labels.isEmpty ? 0 : (skipped + labels.count - 1) / sheet.count + 1
  }

  private func form(_ html: inout HTMLWriter) {
    html.element(
      .form, .class("flow"), .word(.method, "get"),
      .path(.action, PagePath("labels"))
    ) { html in
      html.kept(query.without(Self.own))
      html.choices(
        "Room", "room", rooms.map { ($0.id, $0.name, nil) }
      ) { query.has("room", $0) }
      html.choices(
        "Only", "favorite", [("true", "favourites", nil)]
      ) { query.has("favorite", $0) }
      html.field("Sheet", "sheet") { html in
        html.element(.select, .id("sheet"), .word(.fieldName, "sheet")) {
          html in
          for sheet in Sheet.allCases {
            html.element(
              .option, .value(sheet.rawValue),
              .flag(.selected, if: sheet == self.sheet), text: sheet.words)
          }
        }
      }
      html.field("Used labels on the first sheet", "skip") { html in
        html.void(
          .input, .id("skip"), .word(.type, "number"),
          .word(.fieldName, "skip"), .number(.min, 0),
          .number(.max, Double(sheet.count - 1)), .value("\(skipped)"))
      }
      html.element(.div, .class("inline")) { html in
        html.element(.button, .class("button"), text: "Show labels")
        html.button(
          "Test sheet", style: "is-soft", name: "test", value: "true")
        html.element(
          .button, .class("button", "is-soft", "needs-script"),
          .word(.type, "button"), .data("prints", ""), .flag(.hidden),
          text: "Print")
      }
    }
  }

  private func label(_ label: Label, _ html: inout HTMLWriter) {
    html.element(.li, .class("label")) { html in
      if let code = label.code { html.drawing(code) }
      html.element(.div, .class("label-text")) { html in
        html.element(.p, .class("label-name")) { $0.isolated(label.name) }
        if label.species != label.name {
          html.element(.p, .class("label-species")) {
            $0.isolated(label.species)
          }
        }
        html.element(.p) { $0.isolated(label.room) }
      }
    }
  }
}
