internal import Encodings
internal import JournalCare
internal import JournalEvents
internal import JournalProjections
internal import JournalQueries
internal import LMDBKit
internal import TerminalKit

extension CommandContext {
  /// Prints the filters that are saved, by name.
  mutating func printFilters() throws {
    let filters = try read { snapshot in
      snapshot.settings.filters.map { filter, text in
        (
          name: filter.name,
          text: SavedFilter.shown(text, in: snapshot.rooms)
        )
      }.sortedByName(\.name)
    }
    guard !wantsJSON else {
      return try printJSON { writer in
        writer.object { writer in
          writer.member("filters") { writer in
            writer.array { writer in
              for filter in filters {
                writer.object { writer in
                  writer.member("name") { $0.string(filter.name) }
                  writer.member("arguments") { $0.string(filter.text) }
                }
              }
            }
          }
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
