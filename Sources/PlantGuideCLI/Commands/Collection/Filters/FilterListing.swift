internal import Encodings
internal import JournalCare
internal import JournalEvents
internal import JournalQueries
internal import TerminalKit

extension CommandContext {
  /// Prints the saved filters, by name.
  mutating func printFilters() throws {
    let filters = try read { snapshot in
      snapshot.savedFilters.map { filter, text in
        (
          name: filter.name,
          text: MachineSettingKey.listOptions.shown(
            text, in: snapshot.roomList)
        )
      }.sortedByName(\.name)
    }
    guard !wantsJSON else {
      return try printJSONObject { writer in
        writer.objects("filters", filters) { writer, filter in
          writer.member("name", filter.name)
          writer.member("arguments", filter.text)
        }
      }
    }
    guard !filters.isEmpty else {
      return try print(
        "No filters yet. Save one: plantguide list --room Kitchen --save shelf")
    }
    var table = Table([.init("FILTER"), .init("LISTS")])
    for filter in filters { table.add([filter.name, filter.text]) }
    try print(table)
  }
}
