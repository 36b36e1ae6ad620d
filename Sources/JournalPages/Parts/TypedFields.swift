internal import HTMLKit
internal import JournalEvents
internal import JournalQueries

/// The fields of a query as they were typed, to show a form of filters again.
public struct TypedFields: Sendable {
  private let fields: [(name: String, value: String)]

  /// Creates the fields of a query.
  public init(_ fields: [(name: String, value: String)]) {
    self.fields = fields
  }

  package subscript(_ name: String) -> String {
    fields.first { $0.name == name }?.value ?? ""
  }

  /// Returns whether any of these fields is given.
  func has(_ names: [String]) -> Bool { names.contains { self[$0] != "" } }
}

extension HTMLWriter {
  /// Writes a folded form that filters a page, unfolded if a filter is on.
  mutating func filterForm(
    _ page: PagePath, isOn: Bool, in context: PageContext,
    fields: (inout HTMLWriter) -> Void
  ) {
    fold("Filter", isOpen: isOn, in: context) { html in
      html.askingForm(page, in: context) { html in
        html.element(.div, .class("fields")) { fields(&$0) }
        html.element(.div, .class("inline")) { html in
          html.button("Show")
          if isOn {
            html.element(
              .a, .class("button", "is-plain"), .href(page), text: "Show all")
          }
        }
      }
    }
  }

  /// Writes a field for a day of a filter.
  mutating func dateField(
    _ label: String, _ name: StaticString, _ typed: TypedFields
  ) {
    textField(
      label, name, HTMLID(name, "field"), type: "date", value: typed["\(name)"])
  }

  /// Writes the choice of a kind of care.
  mutating func kindField(_ value: String, none: String = "all") {
    choiceField(
      "Kind", "kind", "kind-field",
      [("", none)] + TaskKind.standard.map { ($0.name, $0.words) },
      chosen: value)
  }
}
