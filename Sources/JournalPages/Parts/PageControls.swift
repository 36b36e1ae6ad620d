internal import HTMLKit
internal import JournalCare
internal import JournalEvents
internal import JournalQueries

extension HTMLWriter {
  /// Writes the values of a form's field as the page shows them. So an old page
  /// does not overwrite what was changed meanwhile.
  mutating func shown(_ name: String, _ values: [String]) {
    for value in values.isEmpty ? [""] : values {
      void(
        .input, .word(.type, "hidden"), .fieldName("was.\(name)"),
        .value(value))
    }
  }

  /// Writes a field of one line below its label.
  mutating func textField(
    _ label: String, _ name: StaticString, _ id: HTMLID,
    type: StaticString = "text", value: String = "", hint: String? = nil,
    list: HTMLID? = nil, isRequired: Bool = false
  ) {
    field(label, id) { html in
      html.void(
        .input, .id(id), .word(.type, type), .word(.fieldName, name),
        .value(value), list.map { .reference(.list, $0) } ?? .absent,
        hint.map { .text(.placeholder, $0) } ?? .absent,
        .flag(.required, if: isRequired), .word(.autocomplete, "off"))
    }
  }

  /// Writes a field of a whole number below its label.
  mutating func numberField(
    _ label: String, _ name: StaticString, _ id: HTMLID,
    in range: ClosedRange<Int>, value: Int? = nil, isRequired: Bool = false
  ) {
    field(label, id) { html in
      html.void(
        .input, .id(id), .word(.type, "number"), .word(.fieldName, name),
        .word(.inputmode, "numeric"), .number(.min, Double(range.lowerBound)),
        .number(.max, Double(range.upperBound)),
        .value(value.map(String.init) ?? ""),
        .flag(.required, if: isRequired))
    }
  }

  /// Writes a choice below its label.
  mutating func choiceField(
    _ label: String, _ name: StaticString, _ id: HTMLID,
    _ options: [(value: String, text: String)], chosen: String = "",
    isRequired: Bool = false
  ) {
    field(label, id) { html in
      html.element(
        .select, .id(id), .word(.fieldName, name),
        .flag(.required, if: isRequired)
      ) { html in
        for option in options {
          html.element(
            .option, .value(option.value),
            .flag(.selected, if: option.value == chosen), text: option.text)
        }
      }
    }
  }

  /// Writes the choice of a room for a new plant, and the field of a new room.
  mutating func roomFields(_ rooms: [RoomList.Room]) {
    choiceField(
      "Room", "room", "room",
      rooms.map { room in
        // A plant without a room is shown in this one.
        let isOther = StandardRoom(id: room.id) == .other
        return (isOther ? "" : room.id.description, room.name)
      })
    textField("Or a new room", "new-room", "new-room")
  }

  /// Writes the choice of a kind of care.
  mutating func kindChoice(
    _ label: String, _ name: StaticString, _ id: HTMLID, _ kinds: [TaskKind],
    none: String? = nil
  ) {
    choiceField(
      label, name, id,
      [("", none ?? "Choose a kind")]
        + kinds.map { ($0.name, $0.words.capitalizedSentence) },
      isRequired: none == nil)
  }

  /// Writes a field of several lines below its label.
  mutating func longField(
    _ label: String, _ name: StaticString, _ id: HTMLID, value: String = "",
    isRequired: Bool = false
  ) {
    field(label, id) { html in
      html.textArea(
        .id(id), .word(.fieldName, name), .integer(.rows, 3),
        .flag(.required, if: isRequired), value: value)
    }
  }

  /// Writes a button; `what` says what it is about for assistive technology.
  mutating func button(
    _ text: String, _ what: String? = nil, style: StaticString? = nil,
    name: StaticString? = nil, value: String = ""
  ) {
    element(
      .button, .class("button", style),
      name.map { .word(.fieldName, $0) } ?? .absent,
      name == nil ? .absent : .value(value)
    ) { html in
      html.text(text)
      if let what {
        html.element(.span, .class("hidden-label")) { html in
          html.text(" ")
          html.isolated(what)
        }
      }
    }
  }

  /// Writes a button that does something with all that is selected.
  mutating func selectionButton(
    _ action: String, _ text: String, name: StaticString? = nil,
    value: String = ""
  ) {
    element(
      .button, .class("button", "is-soft", "is-compact"),
      .path(.formaction, PagePath("do", action)),
      name.map { .word(.fieldName, $0) } ?? .absent,
      name == nil ? .absent : .value(value), .data("counts", text)
    ) { $0.isolated(text) }
  }

  /// Writes the link that ends a selection.
  mutating func selectionEnd(_ path: PagePath, in context: PageContext) {
    element(
      .a, .class("icon-button"), .href(path), .text(.ariaLabel, "Cancel")
    ) { $0.icon(.cross, in: context) }
  }

  /// Writes the proposals for a field.
  mutating func proposals(_ id: HTMLID, _ values: some Sequence<String>) {
    element(.datalist, .id(id)) { html in
      for value in values { html.element(.option, .value(value)) }
    }
  }

  /// Writes what can be unfolded; of those with the same `group`, one at a time.
  mutating func fold(
    _ title: String, _ what: String? = nil, isOpen: Bool = false,
    group: StaticString? = nil, in context: PageContext,
    content: (inout HTMLWriter) -> Void
  ) {
    element(
      .details, .class("fold"), .flag(.open, if: isOpen),
      group.map { .word(.fieldName, $0) } ?? .absent
    ) { html in
      html.element(.summary) { html in
        html.icon(.chevron, in: context)
        html.element(.span) { html in
          html.text(title)
          if let what {
            html.element(.span, .class("hidden-label")) { html in
              html.text(" ")
              html.isolated(what)
            }
          }
        }
      }
      content(&html)
    }
  }

  /// Writes a part of a page under a heading.
  mutating func section(
    _ title: String, _ id: HTMLID, count: Int? = nil,
    link: (text: String, path: PagePath)? = nil,
    content: (inout HTMLWriter) -> Void
  ) {
    element(.section, .class("room"), .reference(.ariaLabelledby, id)) {
      html in
      html.element(.div, .class("room-head")) { html in
        html.element(.h2, .id(id)) { html in
          html.text(title)
          if let count {
            html.text(" ")
            html.element(.span, .class("count"), text: "\(count)")
          }
        }
        if let link {
          html.element(
            .a, .class("button", "is-plain", "is-compact"), .href(link.path),
            text: link.text)
        }
      }
      content(&html)
    }
  }

  /// Writes facts under their labels.
  mutating func facts(_ facts: [(label: String, text: String)]) {
    element(.dl, .class("facts")) { html in
      for fact in facts {
        html.element(.div) { html in
          html.element(.dt) { $0.isolated(fact.label) }
          html.element(.dd) { $0.isolated(fact.text) }
        }
      }
    }
  }

  /// Writes a heading about a plant, with a line below it.
  mutating func masthead(
    _ words: String, of name: String, _ line: String? = nil
  ) {
    element(.header, .class("masthead")) { html in
      html.element(.div) { html in
        html.element(.h1) { html in
          html.text("\(words) ")
          html.isolated(name)
        }
        if let line { html.element(.p, text: line) }
      }
    }
  }

  /// Writes the link to the page of a plant at the head of a page below it.
  mutating func wayBack(
    _ name: String, _ path: PagePath, in context: PageContext
  ) {
    element(.p, .class("way-back")) { html in
      html.element(.a, .href(path)) { html in
        html.icon(.chevron, in: context)
        html.isolated(name)
      }
    }
  }
}
