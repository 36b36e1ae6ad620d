internal import CatalogueKit
internal import HTMLKit
internal import JournalCare
package import JournalEvents
internal import JournalQueries
internal import PlantServices
internal import TextKit

extension Icon {
  /// The symbol of a category; of an unknown one, a leaf.
  static func category(_ category: String?) -> Icon {
    category.flatMap(CategoryIcon.name(of:)).flatMap(Icon.init(rawValue:))
      ?? .leaf
  }
}

/// A plant that a form offers.
package struct PlantOption: Sendable {
  package let id: PlantID
  package let name: String
  /// The name of its room; empty for none.
  package let room: String

  /// The number of plants up to which a list is shorter than typing.
  package static let mostListed = 300

  package init(_ id: PlantID, name: String, room: String) {
    self.id = id
    self.name = name
    self.room = room
  }
}

/// Returns the plants that have the name of another: only an id tells them
/// apart.
func namesakes(among plants: [(id: PlantID, name: String)]) -> Set<PlantID> {
  var ids: [String: Set<PlantID>] = [:]
  for plant in plants { ids[plant.name, default: []].insert(plant.id) }
  return ids.values.filter { $0.count > 1 }.reduce(into: []) {
    $0.formUnion($1)
  }
}

extension [PlantOption] {
  /// The plants with the words that tell them apart: the name, and with it the
  /// room and the short id if others have the same name.
  var told: [(id: PlantID, words: String)] {
    let counts = Dictionary(grouping: self, by: \.name).mapValues(\.count)
    return map { plant in
      guard counts[plant.name] ?? 1 > 1 else { return (plant.id, plant.name) }
      let room = plant.room.isEmpty ? "" : ", \(plant.room)"
      return (plant.id, "\(plant.name)\(room) (\(ShortID.text(of: plant.id)))")
    }
  }
}

extension HTMLWriter {
  /// Writes the choice of a plant: a list, or a field if there are too many.
  /// Only `proposes` writes so many into the page.
  mutating func plantField(
    _ label: String, _ name: StaticString, _ id: HTMLID,
    _ plants: [PlantOption], except hidden: Set<PlantID> = [],
    chosen: String = "",
    none: String? = nil, proposes: Bool = false
  ) {
    let told = plants.told.filter { !hidden.contains($0.id) }
    guard told.count > PlantOption.mostListed else {
      let isKnown = told.contains { $0.id.description == chosen }
      let byName = plants.first { $0.name == chosen }?.id.description
      return choiceField(
        label, name, id,
        [("", none ?? "Choose a plant")]
          + told.map { ($0.id.description, $0.words) },
        chosen: isKnown ? chosen : byName ?? "", isRequired: none == nil)
    }
    textField(
      label, name, id, value: chosen, hint: "its name",
      list: proposes ? "plant-proposals" : nil, isRequired: none == nil)
    guard proposes else { return }
    element(.datalist, .id("plant-proposals")) { html in
      let names = Set(plants.map(\.name))
      for (id, words) in told {
        let isName = names.contains(words)
        html.element(
          .option, .data("plant", id.description),
          .value(isName ? words : ShortID.text(of: id)),
          isName ? .absent : .text(.label, words))
      }
    }
  }

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

  /// Writes the tile of a plant of the catalogue: its picture, or else the
  /// symbol of its category.
  mutating func tile(
    ofCategory category: String, in context: PageContext,
    picture: SpeciesPicture? = nil
  ) {
    let tint = Tint.of(category)
    element(.span, .class("tile", tint), .word(.ariaHidden, "true")) { html in
      if let picture {
        html.image(of: picture, isLazy: true)
      } else {
        html.icon(.category(category), in: context)
      }
    }
  }
}
