internal import HTMLKit
internal import JournalCare
internal import JournalEvents
internal import JournalInput
internal import JournalQueries
internal import JournalReports
internal import JournalTime
internal import TextKit

// Relatives, further facts, and what can be changed about the plant itself.
extension PlantProfilePage {
  private static let relativesShown = 50

  // MARK: Lineage

  func lineage(_ html: inout HTMLWriter, _ context: PageContext) {
    let (ancestors, members) = (
      content.lineage.ancestors, content.lineage.members.dropFirst()
    )
    let mayAdd = may(.changeAll, in: context)
    guard !ancestors.isEmpty || !members.isEmpty || mayAdd else { return }
    html.section("Lineage", "lineage") { html in
      if !ancestors.isEmpty || !members.isEmpty {
        html.element(.ul, .class("group")) { html in
          for ancestor in ancestors.suffix(Self.relativesShown) {
            relative(ancestor.id, ancestor.state, isAncestor: true, &html)
          }
          for member in members.prefix(Self.relativesShown) {
            relative(member.id, member.state, isAncestor: false, &html)
          }
        }
        let hidden =
          max(ancestors.count - Self.relativesShown, 0)
          + max(members.count - Self.relativesShown, 0)
        if hidden > 0 {
          html.element(
            .p, .class("note"), text: "and \(Phrase.count(hidden, "plant"))")
        }
      }
      guard mayAdd, let profile = state.profile else { return }
      html.fold("Add a cutting of it", name, in: context) { html in
        html.form(
          PageAction(
            "plants",
            fields: [
              ("from", id.description), ("species", profile.scientificName),
              ("care", "true"),
            ]), in: context, isFlow: true
        ) { html in
          html.textField("Nickname", "name", "cutting-name")
          roomField("cutting-room", &html)
          html.textField(
            "Acquired", "acquired", "cutting-acquired", type: "date")
          html.button("Add the cutting", name)
        }
      }
    }
  }

  private func relative(
    _ id: PlantID, _ state: PlantState, isAncestor: Bool,
    _ html: inout HTMLWriter
  ) {
    html.element(.li, .class("relative")) { html in
      html.element(.a, .class("row-name"), .href(.plant(id))) {
        $0.isolated(state.displayName)
      }
      var words = [isAncestor ? "ancestor" : "offspring"]
      if let added = state.addedAt {
        words.append("added \(added.localDay.words(on: page.today))")
      }
      if let removal = state.removal { words.append(removal.reason.shown) }
      html.element(
        .p, .class("note"), text: words.joined(separator: ", "))
    }
  }

  private func roomField(_ id: HTMLID, _ html: inout HTMLWriter) {
    html.choiceField(
      "Room", "room", id,
      page.rooms.rooms.map { ($0.id.description, $0.name) },
      chosen: page.plant.room.description)
  }

  // MARK: Facts

  func facts(_ html: inout HTMLWriter) {
    // The head, and the notice of a plant that left, say the others.
    let elsewhere: Set<String> = [
      "scientific", "family", "common", "room", "tags", "photos", "health",
      "removed", "merged into", "age", "remark",
    ]
    let facts = page.facts.compactMap { fact in
      fact.text.flatMap { text in
        text.isEmpty || elsewhere.contains(fact.label)
          ? nil
          : (
            label: fact.label,
            // The short one is enough wherever an id is asked for.
            text: fact.label == "id" ? ShortID.text(of: id) : text
          )
      }
    }
    let identified = state.details.identification.map {
      (label: "identified", text: $0.body.text)
    }
    html.section("Details", "details") { html in
      html.element(.div, .class("group", "padded")) { html in
        html.facts(facts + (identified.map { [$0] } ?? []))
      }
    }
  }

  // MARK: Changes

  func changes(_ html: inout HTMLWriter, _ context: PageContext) {
    guard may(.changeAll, in: context) else { return }
    let isHere = state.removal == nil
    html.section("Change", "change") { html in
      if isHere {
        html.form(
          PageAction("plants", id.description, "move"), in: context
        ) { html in
          html.element(.div, .class("beside-field")) { html in
            roomField("move-room", &html)
            html.button("Move", name, style: "is-soft")
          }
        }
      }
      html.element(.div, .class("inline")) { html in
        html.element(
          .a, .class("button", "is-soft"), .href(.plant(id, "edit"))
        ) { html in
          html.icon(.pencil, in: context)
          html.text("Edit")
        }
        if isHere {
          html.element(
            .a, .class("button", "is-soft", "is-overdue"),
            .href(.plant(id, "remove")), text: "Remove")
        }
      }
      html.fold("Duplicate", name, in: context) { html in
        html.form(
          PageAction("plants", id.description, "duplicate"), in: context,
          isFlow: true
        ) { html in
          html.textField("Nickname of the copy", "name", "copy-name")
          roomField("copy-room", &html)
          html.button("Duplicate", name)
        }
      }
      guard isHere, content.plants.count > 1 else { return }
      html.fold("Merge with another plant", in: context) { html in
        html.form(
          PageAction("plants", id.description, "merge"), in: context,
          isFlow: true
        ) { html in
          html.plantField(
            "The plant that becomes a part of \(shownName)", "other",
            "merge-other", content.plants, except: [id])
          html.button("Merge", name)
        }
      }
    }
  }
}
