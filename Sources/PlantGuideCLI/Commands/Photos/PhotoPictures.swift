internal import Encodings
internal import JournalEvents
internal import JournalFormats
internal import JournalInput
internal import JournalPhotos
internal import JournalQueries
internal import JournalTime
internal import POSIXKit
internal import TerminalKit

/// Photos as pictures on the terminal.
struct PhotoPictures {
  private let sheet: PictureSheet
  private let pixels: PhotoPixels
  private let isSmall: Bool

  /// Lays out pictures for the terminal; `nil` where it shows none, or there
  /// is no program that decodes them.
  ///
  /// - Parameters:
  ///   - context: The command's.
  ///   - perBand: How many stand side by side; as many thumbnails as have room
  ///     where it is left out.
  /// - Throws: `UsageError` for a way of showing that is none.
  init?(_ context: CommandContext, perBand: Int? = nil) throws {
    let choice = try context.arguments[.pictures]
    let kind = PictureProtocol(context.process.standardOutput, choice: choice)
    guard kind != .none, !context.wantsJSON,
      choice != nil || FileSystem.isExecutable(CommandContext.photoProgram)
    else { return nil }
    sheet = PictureSheet(
      for: context.terminal, as: kind,
      environment: context.process.environment, perBand: perBand,
      otherRows: perBand == 1 ? 12 : 4)
    pixels = PhotoPixels(
      of: context.journal, program: CommandContext.photoProgram)
    isSmall = perBand == nil
  }

  /// Prints photos side by side, each with lines under it.
  func print(
    _ photos: [PhotoView], on output: inout Output,
    captions: (PhotoView) -> [Table.Cell]
  ) throws {
    for start in stride(from: 0, to: photos.count, by: sheet.perBand) {
      let band = photos[start..<min(start + sheet.perBand, photos.count)]
      try output.write(
        sheet.band(
          try band.map { photo in
            .init(
              try picture(of: photo),
              captions(photo).filter { !$0.text.isEmpty })
          }))
      if start + sheet.perBand < photos.count { try output.writeLine() }
    }
  }

  /// Prints a file that is no photo of the journal yet, where pixels are shown.
  func print(fileAt path: String, on output: inout Output) throws {
    guard !sheet.takesFiles,
      let file = try? File.contents(of: path, atMost: PhotoStudio.mostBytes),
      let found = try pixels.pixels(of: file, within: sheet.pixels),
      let drawn = PictureSheet.Pixels(
        width: found.width, height: found.height, bytes: found.bytes)
    else { return }
    try output.write(sheet.band([.init(.pixels(drawn), [])]))
  }

  private func picture(
    of photo: PhotoView
  ) throws -> PictureSheet.Place.Picture {
    if sheet.takesFiles {
      guard let file = try pixels.file(of: photo, isSmall: isSmall) else {
        return .missing
      }
      return isSmall
        ? .file(file, width: 1, height: 1)
        : .file(file, width: photo.file.width, height: photo.file.height)
    }
    let found = try pixels.pixels(
      of: photo, isSmall: isSmall, within: sheet.pixels)
    let drawn = found.flatMap {
      PictureSheet.Pixels(width: $0.width, height: $0.height, bytes: $0.bytes)
    }
    return drawn.map { .pixels($0) } ?? .missing
  }
}

extension Command {
  static let photoCompare = Command(
    definition: CommandDefinition(
      path: ["photo", "compare"],
      summary: "Show two photos of a plant side by side",
      arguments: [
        photographed,
        ArgumentDefinition(
          name: "FIRST", help: "A photo, by its id or a month or day"),
        ArgumentDefinition(
          name: "SECOND", isOptional: true,
          help: "The other one; the latest where left out"),
      ],
      options: [.pictures] + GlobalOptions.reading,
      examples: ["plantguide photo compare Monty 2026-03 2026-11"],
      section: .photos)
  ) { context in try context.comparePhotos() }

  static let photoTimelapse = Command(
    definition: CommandDefinition(
      path: ["photo", "timelapse"],
      summary: "Make a film of a plant's photos",
      arguments: [photographed],
      options: [
        .film, .filmFrom, .filmUntil, .pace, .speed, .edge, .dates, .align,
        .crossfade, .force, .now, .color, .help,
      ],
      examples: [
        "plantguide photo timelapse Monty --every week --dates -o monty.webp",
        "plantguide photo timelapse Monty -o monty.html",
      ],
      discussion:
        "The ending of the file's name says what it becomes: .webp or .gif, an animated picture; .html, one page with a player that needs nothing else; .mp4 or .webm, a video, for which ffmpeg must be installed.\n\n"
        + "Of each day, week or month one photo is taken, favourites first. --align moves each to lie upon the one before, where that is sure.",
      section: .photos)
  ) { context in try context.makeFilm() }
}

extension OptionDefinition {
  fileprivate static let film = Option(
    "output", short: "o", value: "FILE", completion: .file,
    help: "The film's file; its ending says what it becomes")
  fileprivate static let filmFrom = Option(
    "from", value: "DAY", completion: .day, help: "The first day of the film")
  fileprivate static let filmUntil = Option(
    "to", value: "DAY", completion: .day, help: "Its last day")
  fileprivate static let pace = Option(
    "every", value: "SPAN",
    help: "One photo of each: day, week, month, or days such as 3d",
    expects: "day, week, month, or days such as 3d",
    parse: { TimeLapse.Pace($0) })
  fileprivate static let speed = Option(
    "speed", value: "SECONDS", help: "How long each is shown; 0.3",
    expects: "seconds from 0.02 to 60"
  ) { Double($0).flatMap { 0.02...60 ~= $0 ? $0 : nil } }
  fileprivate static let edge = Option(
    "size", value: "PIXELS", help: "The longest edge",
    expects: "16 to 2048"
  ) { Int($0).flatMap { 16...2_048 ~= $0 ? $0 : nil } }
  fileprivate static let force = Flag(
    "force", help: "Replace a file of that name")
  fileprivate static let dates = Flag("dates", help: "Write the day on each")
  fileprivate static let align = Flag(
    "align", help: "Move each upon the one before")
  fileprivate static let crossfade = Flag(
    "crossfade", help: "Fade each into the next")
}

extension CommandContext {
  fileprivate mutating func comparePhotos() throws {
    let naming = naming()
    let name = arguments.positional[0]
    let picks = try arguments.positional.dropFirst().map { try pick($0) }
    let series = try read { try $0.photos(of: name, naming) }
    let photos = [
      try series.photo(picks[0]),
      try series.photo(picks.count > 1 ? picks[1] : .latest),
    ]
    let paths = photos.map { path(of: $0) }
    guard !wantsJSON else {
      return try printJSON { writer in
        writer.array { writer in
          for (photo, path) in zip(photos, paths) {
            writer.photo(photo, at: path)
          }
        }
      }
    }
    try print(
      terminal.styled(SafeText.shown(series.plant.displayName), .heading))
    if let pictures = try PhotoPictures(self, perBand: 2) {
      try pictures.print(photos, on: &output) {
        $0.captions(since: series.addedAt)
      }
    } else {
      for photo in photos {
        let words = photo.captions(since: series.addedAt).map(\.text)
        try print("  " + words.filter { !$0.isEmpty }.joined(separator: "  "))
      }
    }
    let days = photos[0].at.localDay.distance(to: photos[1].at.localDay)
    try print("  \(Phrase.count(abs(days), "day")) apart")
  }

  fileprivate mutating func makeFilm() throws {
    guard let path = try arguments[.film] else {
      throw UsageError(
        "the film needs a file", hint: "name it: --output monty.webp",
        usage: command.usage)
    }
    guard let form = TimeLapse.Form(fileName: path) else {
      throw UsageError(
        "'\(path)' does not say what it is to become",
        hint:
          "end its name in .webp, .gif, .html, .mp4 or .webm")
    }
    let naming = naming()
    let name = arguments.positional[0]
    let series = try read { try $0.photos(of: name, naming) }
    let today = try journal.zone().localDay(of: now())
    func day(_ option: Option<String>) throws -> Day? {
      try arguments[option].map {
        try DateInput.day($0, today: today, preferring: .past)
      }
    }
    let chosen = TimeLapse.choice(
      of: series.photos.map {
        .init(
          $0, taken: $0.at.instant, day: $0.at.localDay,
          isFavorite: $0.isFavorite)
      }, every: try arguments[.pace] ?? .days(1), from: try day(.filmFrom),
      to: try day(.filmUntil))
    guard chosen.count > 1 else {
      throw NothingMatched(
        reason:
          "a film takes photos of two days at least, and there \(chosen.count == 1 ? "is one" : "are none")"
      )
    }
    let replaces = arguments[.force]
    guard replaces || !FileSystem.exists(path) else {
      throw UsageError(
        "\(path) is there already", hint: "to replace it, add --force")
    }
    let files = PhotoFiles(of: journal)
    let film = TimeLapse(
      program: Self.photoProgram,
      title: series.plant.displayName,
      settings: .init(
        seconds: try arguments[.speed] ?? 0.3, edge: try arguments[.edge],
        showsLabels: arguments[.dates], aligns: arguments[.align],
        fades: arguments[.crossfade]))
    let progress = progress()
    progress.begin("film", .photos, of: chosen.count)
    let outcome = try File.make(path, replaces: replaces) { file in
      try film.make(
        form,
        of: chosen.map { candidate in
          .init(label: candidate.day.description) {
            guard let bytes = try files.content(of: candidate.photo) else {
              throw PhotoFault.refused("its file is not here")
            }
            return bytes
          }
        }, into: file
      ) { progress.advance(to: $0) }
    }
    progress.end()
    try print(
      "made \(SafeText.shown(path)): \(Phrase.count(outcome.shown, "photo")), \(outcome.width) × \(outcome.height)"
    )
    for (label, reason) in outcome.leftOut {
      try print("left out: \(label): \(SafeText.shown(reason))")
    }
    if outcome.unaligned > 0 {
      try print(
        "note: \(Phrase.count(outcome.unaligned, "photo")) could not be aligned"
      )
    }
  }
}

extension PhotoView {
  /// What stands under it.
  fileprivate func captions(since added: OffsetInstant?) -> [Table.Cell] {
    [
      .init("\(at.localDay) \(shortID)"), .init(added.flatMap(age) ?? "", .dim),
      .init(remark),
    ]
  }
}
