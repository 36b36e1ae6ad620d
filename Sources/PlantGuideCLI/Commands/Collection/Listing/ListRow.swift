internal import JournalCare
internal import JournalEvents
internal import JournalInput
internal import JournalQueries
internal import JournalReports
internal import JournalTime
internal import TerminalKit
internal import TextKit

extension ListRow {
  /// The text of a field as people read it; empty if there is none.
  func shown(_ field: ListField) -> String {
    switch (field.column, field.part) {
    case (.favorite, _): state.isFavorite ? "yes" : ""
    case (.match, _): match?.excerpt.text ?? ""
    case (.age, nil): age.map(Phrase.age) ?? ""
    case (.removed, nil): mergedText ?? state.removal?.reason.shown ?? ""
    default: text(of: field)
    }
  }

  /// The cell of a field in a table of `fields`: the text, its mark and its
  /// style. Any table says of a plant that it left.
  func cell(of field: ListField, among fields: [ListField]) -> Table.Cell {
    switch (field.column, field.part) {
    case (.id, _): Table.Cell(text(of: field), .identifier)
    case (.name, _): Table.Cell(name(among: fields), nameStyle)
    case (.removed, nil) where state.removal == nil: Table.Cell("living")
    case (.removed, _) where state.removal == nil: Table.Cell("-")
    case (.next, nil) where state.removal != nil:
      Table.Cell("removed: \(shown(ListField(.removed)))", .dim)
    case (.own, _): Table.Cell(fact(field)?.words(on: today) ?? "")
    case (.match, _):
      Table.Cell(match?.excerpt.text ?? "", marks: match?.excerpt.marks ?? [])
    case (.due, _), (.next, _):
      Table.Cell(next == nil ? "-" : dayText(field), dueStyle)
    default: Table.Cell(dayText(field))
    }
  }

  /// The name with its mark; with the reason and day of leaving, unless another
  /// field says that it left.
  private func name(among fields: [ListField]) -> String {
    let isTold = fields.contains {
      $0.column == .removed || $0 == ListField(.next)
    }
    return state.displayName + (state.isFavorite ? " *" : "")
      + (isTold ? "" : departure.map { " (\($0))" } ?? "")
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

  /// The name and short id, for a grid, and the meaning of its colour in a
  /// word.
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
    guard state.removal == nil else { return reasonForLeaving }
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
