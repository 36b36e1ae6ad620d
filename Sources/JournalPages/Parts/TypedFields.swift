internal import HTMLKit

/// The fields of a query as they were typed, to show a form of filters again.
public struct TypedFields: Sendable {
  private let fields: [(name: String, value: String)]

  /// Creates the fields of a query.
  public init(_ fields: [(name: String, value: String)]) {
    self.fields = fields
  }

  subscript(_ name: String) -> String {
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
    element(
      .details, .class("fold"), isOn ? .flag(.open) : .absent
    ) { html in
      html.element(.summary) { html in
        html.icon(.chevron, in: context)
        html.text("Filter")
      }
      html.element(
        .form, .word(.method, "get"), .path(.action, page),
        .class("filter-form")
      ) { html in
        html.element(.div, .class("fields")) { fields(&$0) }
        html.element(.div, .class("inline")) { html in
          html.element(.button, .class("button"), text: "Show")
          if isOn {
            html.element(
              .a, .class("button", "is-plain"), .href(page), text: "Show all")
          }
        }
      }
    }
  }

  /// Writes a labelled control for a text.
  mutating func textField(
    _ label: String, _ name: StaticString, _ value: String = "",
    id: HTMLID? = nil, type: StaticString = "text", isRequired: Bool = false,
    hint: String? = nil
  ) {
    let id = id ?? HTMLID(name, "field")
    let hintID = HTMLID(name, "hint")
    field(label, id) { html in
      html.void(
        .input, .word(.type, type), .id(id), .word(.fieldName, name),
        .value(value), isRequired ? .flag(.required) : .absent,
        hint == nil ? .absent : .reference(.ariaDescribedby, hintID))
      if let hint {
        html.element(.p, .class("note"), .id(hintID), text: hint)
      }
    }
  }

  /// Writes a labelled control for one of several values.
  mutating func choiceField(
    _ label: String, _ name: StaticString, _ value: String,
    _ choices: [(value: String, words: String)], id: HTMLID? = nil
  ) {
    let id = id ?? HTMLID(name, "field")
    field(label, id) { html in
      html.element(.select, .id(id), .word(.fieldName, name)) { html in
        html.options(choices, value)
      }
    }
  }

  /// Writes the choices of a control.
  mutating func options(
    _ choices: [(value: String, words: String)], _ value: String
  ) {
    for choice in choices {
      element(
        .option, .value(choice.value),
        choice.value == value ? .flag(.selected) : .absent,
        text: choice.words)
    }
  }
}
