public import HTMLKit
package import JournalCare
internal import JournalEvents
internal import JournalInput
package import JournalQueries
internal import JournalReports
internal import TextKit

/// The fields of a plant, to be changed.
public struct PlantEditPage: Page {
  private let plant: PlantPage
  private let fields: [FactField]
  private let others: [PlantOption]

  /// Creates the page of a plant, with the journal's custom fields, and with the
  /// plants from which it may come.
  package init(
    _ plant: PlantPage, _ fields: [FactField], others: [PlantOption]
  ) {
    self.plant = plant
    self.fields = fields
    self.others = others
  }

  public var title: String { "Edit \(plant.plant.state.displayName)" }
  public var tab: PageTab? { .collection }

  private var state: PlantState { plant.plant.state }
  private var id: PlantID { plant.plant.id }

  public func write(to html: inout HTMLWriter, in context: PageContext) {
    html.wayBack(state.displayName, .plant(id), in: context)
    html.masthead("Edit", of: state.displayName)
    html.form(
      PageAction("plants", id.description, method: .patch), in: context,
      isFlow: true, back: .plant(id)
    ) { html in
      for field in PlantField.allCases where field != .tag {
        html.shown(field.rawValue, field.texts(of: state))
        self.field(field, &html)
      }
      for field in fields {
        let value = state.details.facts[field.name]
        html.shown(field.key, value.map { [$0] } ?? [])
        self.field(field, &html)
      }
      html.element(.div, .class("inline")) { html in
        html.button("Save")
        html.element(
          .a, .class("button", "is-plain"), .href(.plant(id)), text: "Cancel")
      }
    }
    tags(&html, context)
  }

  private func field(_ field: PlantField, _ html: inout HTMLWriter) {
    let texts = field.texts(of: state)
    let id = HTMLID("edit", field.rawValue)
    let label = field.title.withoutArticle.capitalizedSentence
    if let choices = field.choices {
      let none = field.isClearable ? [("", "not known")] : []
      return html.choiceField(
        label, field.fieldName, id, none + choices.map { ($0, $0) },
        chosen: texts.first ?? "")
    }
    guard field != .from else {
      let parent = texts.first ?? ""
      // A parent may have left the collection.
      var plants = others
      if let left = state.profile?.parent,
        !plants.contains(where: { $0.id == left })
      {
        plants.insert(
          PlantOption(left, name: plant.parent ?? parent, room: ""), at: 0)
      }
      return html.plantField(
        label, "from", id, plants, except: [self.id],
        chosen: plants.count > PlantOption.mostListed
          ? parent : state.profile?.parent?.description ?? "",
        none: "none")
    }
    guard field != .common else {
      for (index, text) in (texts + [""]).enumerated() {
        html.textField(
          index == 0 ? label : "\(label) \(index + 1)", field.fieldName,
          HTMLID("edit-common", "\(index)"), value: text)
      }
      return
    }
    html.textField(
      label, field.fieldName, id, type: field == .acquired ? "date" : "text",
      value: texts.first ?? "",
      hint: field == .confidence ? "0 to 1" : nil,
      isRequired: !field.isClearable)
  }

  private func field(_ field: FactField, _ html: inout HTMLWriter) {
    let id = HTMLID("edit", field.key)
    let value = state.details.facts[field.name] ?? ""
    var label = field.name.capitalizedSentence
    if case .number(let unit?) = field.kind { label += ", \(unit)" }
    html.field(label, id) { html in
      if case .choice(let words) = field.kind {
        html.element(.select, .id(id), .fieldName(field.key)) { html in
          for word in [""] + words {
            html.element(
              .option, .value(word), .flag(.selected, if: word == value),
              text: word)
          }
        }
      } else {
        let type: StaticString = field.kind == .day ? "date" : "text"
        html.void(
          .input, .id(id), .word(.type, type), .fieldName(field.key),
          .value(value), .word(.autocomplete, "off"))
      }
    }
  }

  private func tags(_ html: inout HTMLWriter, _ context: PageContext) {
    let tags = state.profile?.tags ?? []
    html.section("Tags", "tags") { html in
      if !tags.isEmpty {
        html.element(.ul, .class("group")) { html in
          for tag in tags {
            html.element(.li, .class("tag-row")) { html in
              html.element(.span) { $0.isolated(tag) }
              html.form(
                PageAction(
                  "plants", id.description, method: .patch,
                  fields: [("untag", tag)]), in: context
              ) { html in
                html.button("Remove", tag, style: "is-plain is-compact")
              }
            }
          }
        }
      }
      html.form(
        PageAction("plants", id.description, method: .patch), in: context
      ) { html in
        html.element(.div, .class("beside-field")) { html in
          html.textField("Another tag", "tag", "edit-tag", isRequired: true)
          html.button("Add", "the tag", style: "is-soft")
        }
      }
    }
  }
}

/// The question before a plant is removed.
public struct PlantRemovePage: Page {
  private let plant: PlantPage

  /// Creates the page of a plant.
  package init(_ plant: PlantPage) { self.plant = plant }

  public var title: String { "Remove \(plant.plant.state.displayName)" }
  public var tab: PageTab? { .collection }

  public func write(to html: inout HTMLWriter, in context: PageContext) {
    let (id, name) = (plant.plant.id, plant.plant.state.displayName)
    html.wayBack(name, .plant(id), in: context)
    html.masthead("Remove", of: name)
    html.element(
      .p,
      text: "Its history stays, and you can bring it back at any time.")
    html.form(
      PageAction("plants", id.description, method: .delete), in: context,
      isFlow: true, back: .plant(id)
    ) { html in
      html.element(.fieldset, .class("flow")) { html in
        html.element(.legend, text: "Why does it leave?")
        for reason in RemovalReason.allCases {
          html.element(.label, .class("check")) { html in
            html.void(
              .input, .word(.type, "radio"), .word(.fieldName, "reason"),
              .value(reason.rawValue), .flag(.required))
            html.text(reason.shown.capitalizedSentence)
          }
        }
      }
      html.textField("Remark", "note", "remove-note")
      html.textField("When", "at", "remove-at", type: "datetime-local")
      html.element(.div, .class("inline")) { html in
        html.button("Remove", name, style: "is-soft is-overdue")
        html.element(
          .a, .class("button", "is-plain"), .href(.plant(id)), text: "Cancel")
      }
    }
  }
}

extension String {
  /// The same text without `the` or `a` at its beginning.
  fileprivate var withoutArticle: String {
    for article in ["the ", "a "] where hasPrefix(article) {
      return String(dropFirst(article.count))
    }
    return self
  }
}

extension PlantField {
  /// The field as a form sends it.
  fileprivate var fieldName: StaticString {
    switch self {
    case .name: "name"
    case .scientific: "scientific"
    case .common: "common"
    case .family: "family"
    case .genus: "genus"
    case .category: "category"
    case .acquired: "acquired"
    case .location: "location"
    case .from: "from"
    case .source: "source"
    case .confidence: "confidence"
    case .tag: "tag"
    }
  }
}
