internal import CatalogueKit
internal import HTMLKit
internal import JournalCare
internal import JournalEvents
internal import JournalQueries
internal import TextKit

extension Icon {
  /// The symbol of a category; of an unknown one, a leaf.
  static func category(_ category: String?) -> Icon {
    category.flatMap(CategoryIcon.name(of:)).flatMap(Icon.init(rawValue:))
      ?? .leaf
  }
}

extension HTMLWriter {
  /// Writes a text of a person with the parts that a search found.
  mutating func marked(_ text: String, _ marks: [Range<Int>]) {
    element(.bdi) { html in
      let bytes = Array(text.utf8)
      var place = 0
      func part(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
      }
      for mark in marks
      where mark.lowerBound >= place && mark.upperBound <= bytes.count {
        html.text(part(place..<mark.lowerBound))
        html.element(.mark, text: part(mark))
        place = mark.upperBound
      }
      html.text(part(place..<bytes.count))
    }
  }

  /// Writes a checkbox or a radio button that looks like a chip.
  mutating func choice(
    _ type: StaticString, _ name: String, _ value: String, isOn: Bool,
    _ text: String, count: Int? = nil
  ) {
    element(.label, .class("choice")) { html in
      html.void(
        .input, .word(.type, type), .fieldName(name), .value(value),
        .flag(.checked, if: isOn))
      html.element(.span) { html in
        html.isolated(text)
        if let count {
          html.text(" ")
          html.element(.span, .class("count"), text: "\(count)")
        }
      }
    }
  }

  /// Writes a group of choices with their name; nothing for no choices.
  mutating func choices(
    _ title: String, _ name: String,
    _ choices: [(value: String, text: String, count: Int?)],
    type: StaticString = "checkbox", isOn: (String) -> Bool
  ) {
    guard !choices.isEmpty else { return }
    element(.fieldset, .class("choices")) { html in
      html.element(.legend, text: title)
      html.element(.div, .class("inline")) { html in
        for choice in choices {
          html.choice(
            type, name, choice.value, isOn: isOn(choice.value), choice.text,
            count: choice.count)
        }
      }
    }
  }

  /// Writes a field to search with its button, within a form.
  mutating func searchField(
    _ label: String, _ id: HTMLID, value: String?, in context: PageContext
  ) {
    element(.div, .class("search-field")) { html in
      html.element(
        .label, .class("hidden-label"), .reference(.for, id), text: label)
      html.void(
        .input, .id(id), .word(.type, "search"), .word(.fieldName, "query"),
        .word(.enterkeyhint, "search"), .word(.autocomplete, "off"),
        .text(.placeholder, "Search"), .value(value ?? ""),
        .data("live", "search"))
      html.element(.button, .class("button", "is-soft")) { html in
        html.icon(.search, in: context)
        html.element(.span, .class("hidden-label"), text: "Search")
      }
    }
  }

  /// Writes hidden fields, which a form sends back.
  mutating func kept(_ fields: [(name: String, value: String)]) {
    for field in fields {
      void(
        .input, .word(.type, "hidden"), .fieldName(field.name),
        .value(field.value))
    }
  }

  /// Writes the button that makes a plant a favourite, or none any more.
  mutating func favoriteButton(
    _ plant: PlantState, _ id: PlantID, style: StaticString,
    in context: PageContext
  ) {
    let isOn = plant.isFavorite
    form(
      PageAction(
        "plants", id.description, "favorite",
        fields: [("favorite", isOn ? "false" : "true")]), in: context
    ) { html in
      html.element(
        .button, .class("icon-button", style), .state(.pressed, isOn),
        .text(.ariaLabel, "Favourite: \(SafeText.shown(plant.displayName))")
      ) { $0.icon(isOn ? .starFilled : .star, in: context) }
    }
  }

  /// Writes the tile of a plant of the catalogue.
  mutating func tile(ofCategory category: String, in context: PageContext) {
    let tint = Tint.of(category)
    element(.span, .class("tile", tint), .word(.ariaHidden, "true")) { html in
      html.icon(.category(category), in: context)
    }
  }
}
