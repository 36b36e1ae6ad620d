internal import Encodings
internal import JournalCare
internal import JournalEvents
internal import JournalQueries
internal import TerminalKit
internal import TextKit

extension LostEdit {
  /// The command that brings the edit back; `nil` if there is no single one.
  var command: String? {
    words.map {
      (["plantguide"] + $0).map(ShellQuoting.quoted).joined(by: " ")
    }
  }

  private var words: [String]? {
    switch (lost, kept) {
    case (.plantEdited(let lost), .plantEdited(let kept)):
      ["edit", handle] + lost.options(over: kept)
    case (.plantEdited(let lost), _):
      ["edit", handle] + lost.options(over: PlantEdited())
    case (.factSet(let lost), _): words(of: lost)
    // Where merges lead in a circle, the other one ends.
    case (.plantMerged, _) where keptStream != stream:
      ["restore", ShortID.text(of: keptStream)]
    case (.plantMoved(let lost), _):
      ["move", handle, name(of: lost.room ?? StandardRoom.other.id)]
    case (.scheduleSet(let lost), _):
      ["schedule", "set", handle, lost.kind.name] + lost.options
    case (.scheduleCleared(let lost), _):
      ["schedule", "clear", handle, lost.kind.name]
    case (.roomEdited(let lost), _): words(of: lost)
    case (.settingChanged(let lost), _): words(of: lost)
    default: nil
    }
  }

  private func name(of room: RoomID) -> String {
    guard let name = rooms[room]?.name, rooms.named(name).count == 1 else {
      return ShortID.text(of: rooms[room]?.id ?? room)
    }
    return name
  }

  private func words(of fact: FactSet) -> [String]? {
    guard let value = fact.value else {
      return ["edit", handle, "--clear-field", fact.name]
    }
    // A field that was removed since, or has other values, refuses it.
    guard let field = fields.first(where: { $0.name == fact.name }),
      field.kind.value(typed: value) == value
    else { return nil }
    return ["edit", handle, "--set", "\(fact.name)=\(value)"]
  }

  private func words(of edit: RoomEdited) -> [String]? {
    if let place = edit.sortOrder {
      // With other fields it takes two commands.
      return edit.name == nil && edit.icon == nil
        ? ["room", "order", handle, "\(place + 1)"] : nil
    }
    return ["room", "edit", handle]
      + (edit.name.map { ["--name", $0] } ?? [])
      + (edit.icon.map { ["--icon", $0] } ?? [])
  }

  private func words(of change: SettingChanged) -> [String]? {
    guard let key = SettingKey(rawValue: change.key) else { return nil }
    return change.value == .null
      ? ["settings", "reset", change.key]
      : [
        "settings", "set", change.key,
        key.form.text(of: change.value) ?? change.value.text,
      ]
  }
}
