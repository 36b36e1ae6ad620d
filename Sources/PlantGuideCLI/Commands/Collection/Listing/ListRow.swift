internal import JournalCare
internal import JournalEvents
internal import JournalInput
internal import JournalQueries
internal import JournalReports
internal import JournalTime
internal import TerminalKit
internal import TextKit

extension ListRow {
  /// The text of a field as people read it; empty for nothing.
  func shown(_ field: ListField) -> String {
    switch (field.column, field.part) {
    case (.favorite, _): state.isFavorite ? "yes" : ""
    case (.match, _): match?.excerpt.text ?? ""
    case (.age, nil): age.map(Phrase.age) ?? ""
    case (.removed, nil): state.removal?.reason.shown ?? ""
    default: text(of: field)
    }
  }

  /// What a table shows of a field: the text, its mark and its style.
  func cell(of field: ListField) -> Table.Cell {
    switch (field.column, field.part) {
    case (.id, _): Table.Cell(text(of: field), .identifier)
    case (.name, _):
      Table.Cell(state.displayName + (state.isFavorite ? " *" : ""), nameStyle)
    case (.next, nil) where state.removal != nil:
      Table.Cell("removed: \(shown(ListField(.removed)))", .dim)
    case (.match, _):
      Table.Cell(match?.excerpt.text ?? "", marks: match?.excerpt.marks ?? [])
    case (.due, _), (.next, _):
      Table.Cell(next == nil ? "-" : dayText(field), dueStyle)
    default: Table.Cell(dayText(field))
    }
  }

  /// The text of a field, its day as people read it.
  private func dayText(_ field: ListField) -> String {
    guard let day = day(of: field)?.words(on: today) else {
      return shown(field)
    }
    return switch (field.column, field.part) {
    case (.next, nil): "\(day) \(next?.words ?? "")"
    case (.last, nil): "\(day) \(last?.kind.words ?? "")"
    default: day
    }
  }

  /// Name and short id, for a grid, and in a word what its colour says.
  func gridCell(for terminal: Terminal) -> Table.Cell {
    var name = SafeText.shown(state.displayName)
    if terminal.isTerminal {
      name = TextWidth.truncated(
        name, to: Self.widestGridName, ellipsis: terminal.charset.ellipsis)
    }
    let favorite = state.isFavorite ? " *" : ""
    let standing = gridStanding.map { " \($0)" } ?? ""
    return Table.Cell(
      "\(name)\(favorite) (\(ShortID.text(of: id)))\(standing)",
      state.removal == nil ? dueStyle : .dim)
  }

  private var gridStanding: String? {
    guard state.removal == nil else { return "removed" }
    return switch dueStyle {
    case .overdue: "overdue"
    case .due: "due"
    case .snoozed: "snoozed"
    default: nil
    }
  }

  // One long name should not leave a grid a single column.
  private static let widestGridName = 24

  private var nameStyle: Style { state.removal == nil ? .plain : .dim }

  private var dueStyle: Style {
    next.map {
      .standing(of: $0.due, on: today, isPostponed: $0.isPostponed)
    } ?? .plain
  }
}
