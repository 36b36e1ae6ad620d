internal import HTMLKit
internal import JournalEvents

/// An action that a form carries out: a path of the API, and the fields that
/// are already known.
///
/// The form is sent to `/do/PATH`. The server carries out the action of the
/// same path below `/api/v1`, and shows the page again with what happened.
struct PageAction: Sendable {
  /// The methods that a form cannot have itself.
  enum Method: Sendable {
    case post, patch, delete
  }

  /// The address to which the form is sent.
  let address: PagePath
  let method: Method
  private(set) var fields: [(name: StaticString, value: String)]

  init(
    _ path: String..., method: Method = .post,
    fields: [(name: StaticString, value: String)] = []
  ) {
    address = PagePath(components: ["do"] + path)
    self.method = method
    self.fields = fields
  }

  /// Creates an action that is not one of the API but of the pages alone.
  init(ofPages path: String) {
    address = PagePath(path)
    method = .post
    fields = []
  }

  /// Returns the same action, limited to a plant; `nil` for no limit.
  func of(_ plant: PlantID?) -> PageAction {
    var action = self
    if let plant { action.fields.append(("plant", plant.description)) }
    return action
  }

  /// The method of the action.
  fileprivate var methodName: String {
    switch method {
    case .post: "POST"
    case .patch: "PATCH"
    case .delete: "DELETE"
    }
  }

  /// Returns the key of a form: another one for each action of a page, so that
  /// a second tap on the same button changes nothing.
  fileprivate func key(on page: String) -> String {
    // FNV-1a, 64 bits.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ text: some Sequence<UInt8>) {
      for byte in text { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
      hash = (hash ^ 0xff) &* 0x100_0000_01b3
    }
    add(address.text.utf8)
    add(methodName.utf8)
    for field in fields {
      field.name.withUTF8Buffer { add($0) }
      add(field.value.utf8)
    }
    return "\(page).\(String(hash, radix: 36))"
  }
}

extension HTMLWriter {
  /// Writes a form that carries out an action; `content` writes its controls.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - context: The page.
  ///   - id: The id of the form, for controls outside of it.
  ///   - isFlow: Whether its controls are below each other.
  ///   - takesFiles: Whether the form sends files.
  ///   - back: The page that is shown afterwards; `nil` for this one.
  ///   - content: Writes the form's controls, perhaps twice.
  mutating func form(
    _ action: PageAction, in context: PageContext, id: HTMLID? = nil,
    isFlow: Bool = false, takesFiles: Bool = false, back: PagePath? = nil,
    content: (inout HTMLWriter) -> Void
  ) {
    // Nobody changes the past.
    guard context.asOf == nil else { return }
    element(
      .form, .word(.method, "post"), .path(.action, action.address),
      id.map { .id($0) } ?? .absent, isFlow ? .class("flow") : .absent,
      takesFiles ? .word(.enctype, "multipart/form-data") : .absent
    ) { html in
      html.hidden("form-token", context.formToken)
      html.hidden("key", action.key(on: context.pageKey))
      html.hidden("back", (back ?? context.here).text)
      // The page that shows the form again if it is refused.
      if back != nil { html.hidden("form-page", context.here.text) }
      if action.method != .post { html.hidden("method", action.methodName) }
      for field in action.fields { html.hidden(field.name, field.value) }
      html.controls(
        of: action.address, action.methodName, with: action.fields, in: context,
        content: content)
    }
  }

  /// Writes a form that asks for a page by its fields.
  mutating func askingForm(
    _ page: PagePath, in context: PageContext,
    content: (inout HTMLWriter) -> Void
  ) {
    element(
      .form, .word(.method, "get"), .path(.action, page), .class("filter-form")
    ) { $0.controls(of: page, "GET", in: context, content: content) }
  }

  /// Writes the controls of a form. If the form was refused, they hold what was
  /// typed, below the reason.
  private mutating func controls(
    of address: PagePath, _ method: String,
    with fields: [(name: StaticString, value: String)] = [],
    in context: PageContext, content: (inout HTMLWriter) -> Void
  ) {
    guard let refusal = context.refusal, !isRefilled,
      refusal.method == method, refusal.address.text == address.text,
      fields.allSatisfy({ field in
        refusal.typed.fields.contains { $0 == ("\(field.name)", field.value) }
      })
    else { return content(&self) }
    refilled(with: refusal.typed, reason: "refusal") { html in
      html.element(
        .div, .class("notice", "is-overdue"), .id("refusal"),
        .word(.role, "alert")
      ) { html in
        for line in refusal.lines {
          html.element(.p) { $0.sentences([line]) }
        }
      }
    } content: {
      content(&$0)
    }
  }

  private mutating func hidden(_ name: StaticString, _ value: String) {
    void(
      .input, .word(.type, "hidden"), .word(.fieldName, name), .value(value))
  }
}
