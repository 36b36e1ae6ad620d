public import HTMLKit
internal import JournalFormats
public import JournalQueries

/// The sheet for a plant sitter, to print.
public struct SitterSheetPage: Page {
  private let sheet: SitterSheet?
  private let typed: TypedFields

  /// Creates the page.
  ///
  /// - Parameters:
  ///   - sheet: The sheet; `nil` if no days are chosen yet.
  ///   - typed: The days and the person to ask, as typed.
  public init(_ sheet: SitterSheet?, typed: TypedFields) {
    self.sheet = sheet
    self.typed = typed
  }

  public var title: String { sheet?.title ?? "Sheet for a sitter" }
  public var tab: PageTab? { .settings }
  public var isWide: Bool { true }

  public func write(to html: inout HTMLWriter, in context: PageContext) {
    html.masthead(
      title,
      sheet == nil
        ? "What to do, day by day and room by room, while you are away" : nil)
    html.askingForm(PagePath("sitter"), in: context) { html in
      html.element(.div, .class("fields")) { html in
        html.textField(
          "First day away", "from", "from-field", type: "date",
          value: typed["from"], isRequired: true)
        html.textField(
          "Last day away", "until", "until-field", type: "date",
          value: typed["until"], isRequired: true)
        html.textField(
          "Ask in case of questions", "contact", "contact-field",
          value: typed["contact"], hint: "as in the settings")
      }
      html.element(
        .button, .class("button", sheet == nil ? nil : "is-soft"),
        text: sheet == nil ? "Make the sheet" : "Make it again")
    }
    guard let sheet else { return }
    html.element(.div, .class("unprinted")) { html in
      html.element(.div, .class("inline")) { html in
        html.element(
          .button, .class("button", "needs-script"), .word(.type, "button"),
          .data("prints", ""), .flag(.hidden), text: "Print")
        html.element(
          .span, .class("note"),
          text: "To send the sheet, print it into a file.")
      }
    }
    html.element(
      .article, .class("sitter-sheet"), .data("print", "sheet")
    ) { sheet.write(to: &$0) }
  }
}
