internal import Encodings
internal import JournalEvents
internal import JournalFormats
internal import JournalInput
internal import JournalPhotos
internal import JournalQueries
internal import JournalReports
internal import JournalTime
internal import TerminalKit
internal import TextKit

extension Command {
  static let photoCompare = Command(
    definition: CommandDefinition(
      path: ["photo", "compare"],
      summary: "Show two photos of a plant side by side",
      arguments: [
        photographed,
        ArgumentDefinition(
          name: "FIRST", help: "A photo: its id, or a month or day"),
        ArgumentDefinition(
          name: "SECOND", isOptional: true,
          help: "The other photo; the latest by default"),
      ],
      options: [.pictures] + GlobalOptions.reading,
      examples: ["plantguide photo compare Monty 2026-03 2026-11"],
      section: .photos)
  ) { context in try context.comparePhotos() }
}

extension CommandContext {
  fileprivate mutating func comparePhotos() throws {
    let naming = naming()
    let name = arguments.positional[0]
    let picks = try arguments.positional.dropFirst().map { try pick($0) }
    let series = try read { try $0.photos(of: name, naming) }
    let words = arguments.positional.dropFirst()
    let photos = [
      try photo(picks[0], of: series, as: words.first),
      try photo(
        picks.count > 1 ? picks[1] : .latest, of: series, as: words.last),
    ]
    let files = PhotoFiles(of: journal)
    func fault(of photo: PhotoView) -> PhotoFiles.Fault? {
      files.fault(of: photo, reading: true)
    }
    guard !wantsJSON else {
      return try printJSON { writer in
        writer.array { writer in
          for photo in photos {
            writer.photo(
              photo, at: files.path(of: photo),
              isDamaged: fault(of: photo) == .damaged)
          }
        }
      }
    }
    try print(
      terminal.styled(SafeText.shown(series.plant.displayName), .heading))
    let today = try today()
    if let pictures = try PhotoPictures(self, perBand: 2) {
      try pictures.print(photos, on: &output) { photo, isShown in
        photo.captions(since: series.cameOn, on: today)
          + [fault(of: photo).cell(isShown)].compactMap(\.self)
      }
    } else {
      for photo in photos {
        let cells = photo.captions(since: series.cameOn, on: today)
        let words = (cells + [fault(of: photo).cell()].compactMap(\.self))
          .map(\.text)
        try print("  " + words.filter { !$0.isEmpty }.joined(separator: "  "))
      }
    }
    let days = photos[0].at.localDay.distance(to: photos[1].at.localDay)
    try print(
      photos[0].id == photos[1].id
        ? "  both are the same photo"
        : "  \(Phrase.count(abs(days), "day")) apart")
  }
}

extension PhotoView {
  /// Returns the lines under the picture.
  fileprivate func captions(since day: Day?, on today: Day) -> [Table.Cell] {
    [
      .init("\(at.localDay.words(on: today)) \(shortID)"),
      .init(day.flatMap(age) ?? "", .dim),
      .init(remark),
    ]
  }
}
