internal import JournalEvents
internal import JournalFormats
internal import JournalInput
internal import JournalPhotos
internal import JournalQueries
internal import JournalTime
internal import POSIXKit
internal import TerminalKit
internal import TextKit

extension Command {
  static let photoTimelapse = Command(
    definition: CommandDefinition(
      path: ["photo", "timelapse"],
      summary: "Make a time-lapse film of a plant's photos",
      arguments: [photographed],
      options: [
        .film, .filmFrom, .filmUntil, .pace, .speed, .edge, .dates, .align,
        .crossfade, .force, .now, .color, .help,
      ],
      examples: [
        "plantguide photo timelapse Monty --every week --dates -o monty.webp",
        "plantguide photo timelapse Monty -o monty.html",
      ],
      discussion: """
        Picks one photo per day, week or month, preferring favourites. The \
        extension of the file decides the format. You get an animated picture \
        with .webp or .gif, and a web page with a player, complete in one \
        file, with .html. The videos .mp4 and .webm need ffmpeg.

        --align moves each photo to lie on the one before, if the match is \
        certain.
        """,
      section: .photos)
  ) { context in try context.makeFilm() }
}

extension OptionDefinition {
  fileprivate static let film = Option(
    "output", short: "o", value: "FILE", completion: .file,
    help: "The file to write; its extension decides the format")
  fileprivate static let filmFrom = Option(
    "from", value: "DAY", completion: .day, help: "The first day of the film")
  fileprivate static let filmUntil = Option(
    "to", value: "DAY", completion: .day, help: "The last day of the film")
  fileprivate static let pace = Option(
    "every", value: "SPAN",
    help: "One photo per day, week, month, or span such as 3d",
    expects: "day, week, month, or days such as 3d",
    parse: { TimeLapse.Pace($0) })
  fileprivate static let speed = Option(
    "speed", value: "SECONDS",
    help: "How long each photo is shown; 0.3 by default",
    expects: "seconds from 0.02 to 60"
  ) { Double($0).flatMap { 0.02...60 ~= $0 ? $0 : nil } }
  fileprivate static let edge = Option(
    "size", value: "PIXELS", help: "The length of the longest edge",
    expects: "16 to 2048"
  ) { Int($0).flatMap { 16...2_048 ~= $0 ? $0 : nil } }
  fileprivate static let force = Flag(
    "force", help: "Replace an existing file")
  fileprivate static let dates = Flag(
    "dates", help: "Write the day on each photo")
  fileprivate static let align = Flag(
    "align", help: "Move each photo onto the one before")
  fileprivate static let crossfade = Flag(
    "crossfade", help: "Fade each photo into the next")
}

extension CommandContext {
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
    let today = try today()
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
    try checkPlace(ofFileAt: path, replaces: replaces)
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
