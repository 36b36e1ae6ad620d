public import HTMLKit
public import JournalCare
internal import JournalEvents
internal import JournalQueries
internal import TextKit

/// The rooms, in their order, to change.
public struct RoomsPage: Page {
  private let rooms: [(room: RoomList.Room, count: Int)]

  /// Creates the page.
  ///
  /// - Parameter rooms: The rooms with the number of plants in each.
  public init(_ rooms: [(room: RoomList.Room, count: Int)]) {
    self.rooms = rooms
  }

  public var title: String { "Rooms" }
  public var tab: PageTab? { .settings }

  public func write(to html: inout HTMLWriter, in context: PageContext) {
    html.masthead(title, "In the order in which you go round")
    html.element(.ol, .class("group")) { html in
      for (index, entry) in rooms.enumerated() {
        row(index, entry.room, entry.count, &html, context)
      }
    }
    guard context.may(.changeAll) else { return }
    html.section("Add a room", "new") { html in
      html.form(PageAction("rooms"), in: context, isFlow: true) { html in
        html.element(.div, .class("fields")) { html in
          html.textField("Name", "name", "name-field", isRequired: true)
          html.iconField("", id: "icon-field")
        }
        html.button("Add it")
      }
    }
  }

  private func row(
    _ index: Int, _ room: RoomList.Room, _ count: Int, _ html: inout HTMLWriter,
    _ context: PageContext
  ) {
    html.element(.li, .class("row"), .data("room", room.id.description)) {
      html in
      html.element(.span, .class("tile")) {
        $0.icon(Icon(ofRoom: room.icon), in: context)
      }
      html.element(.div, .class("row-main")) { html in
        html.element(
          .a, .class("row-name"),
          .href(PagePath("plants").with("room", room.id.description))
        ) { $0.isolated(room.name) }
        html.element(.p, .class("note"), text: Phrase.count(count, "plant"))
        if context.may(.changeAll) { edit(room, count, &html, context) }
      }
      html.element(.div, .class("row-actions")) { html in
        guard context.may(.changeAll) else { return }
        move(room, to: index, "Up", .up, &html, context)
        move(room, to: index + 2, "Down", .down, &html, context)
      }
    }
  }

  private func move(
    _ room: RoomList.Room, to place: Int, _ label: String, _ icon: Icon,
    _ html: inout HTMLWriter, _ context: PageContext
  ) {
    let action = PageAction(
      "rooms", room.id.description, method: .patch,
      fields: [("place", "\(place)")])
    html.form(action, in: context) { html in
      html.element(
        .button, .class("icon-button"),
        .text(.ariaLabel, "\(label): \(room.name)"),
        1...rooms.count ~= place ? .absent : .flag(.disabled)
      ) { $0.icon(icon, in: context) }
    }
  }

  private func edit(
    _ room: RoomList.Room, _ count: Int, _ html: inout HTMLWriter,
    _ context: PageContext
  ) {
    let id = room.id.description
    html.fold("Edit", room.name, in: context) { html in
      html.form(
        PageAction("rooms", id, method: .patch), in: context, isFlow: true
      ) { html in
        html.shown("name", [room.name])
        html.shown("icon", [room.icon])
        html.textField(
          "Name", "name", HTMLID("name", id), value: room.name,
          isRequired: true)
        html.iconField(room.icon, id: HTMLID("icon", id))
        html.button("Save", room.name, style: "is-soft")
      }
      // The room for plants without another stays.
      guard StandardRoom(id: room.id) != .other else { return }
      html.form(
        PageAction("rooms", id, method: .delete), in: context
      ) { html in
        if count > 0 {
          html.element(
            .p, .class("note"),
            text:
              "If you delete it, its \(Phrase.count(count, "plant")) will show in \(StandardRoom.other.name)."
          )
        }
        html.button("Delete", room.name, style: "is-plain")
      }
    }
  }
}

extension HTMLWriter {
  /// Writes the choice of a room's icon, the present one first if it is not one
  /// of ours.
  fileprivate mutating func iconField(_ icon: String, id: HTMLID) {
    var choices: [(value: String, text: String)] =
      [("", "none")] + Icon.ofRooms.map { ($0, $0) }
    if !choices.contains(where: { $0.0 == icon }) {
      choices.insert((icon, icon), at: 0)
    }
    choiceField("Icon", "icon", id, choices, chosen: icon)
  }
}

extension Icon {
  /// The names of icons that a room can have.
  static let ofRooms =
    StandardRoom.allCases.map(\.icon).filter { $0 != "leaf" } + ["leaf"]

  /// The symbol of a room's icon.
  init(ofRoom icon: String) {
    self = Icon(rawValue: icon == "kitchen" ? "fridge" : icon) ?? .leaf
  }
}
