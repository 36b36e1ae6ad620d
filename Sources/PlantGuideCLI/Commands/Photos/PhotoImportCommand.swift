internal import Encodings
internal import JournalEvents
internal import JournalPhotos
internal import JournalQueries
internal import JournalReports
internal import JournalTime
internal import POSIXKit
internal import TerminalKit
internal import TextKit

extension Command {
  static let photoImport = Command(
    definition: CommandDefinition(
      path: ["photo", "import"],
      summary: "Add the new photos of a directory",
      arguments: [
        ArgumentDefinition(
          name: "DIRECTORY", completion: .directory,
          help: "The directory; its subdirectories are included")
      ],
      options: [.photoPlant, .watch, .keepOriginal] + GlobalOptions.writing,
      examples: ["plantguide photo import photos --dry-run"],
      discussion: """
        A photo goes to the plant that its directory is named after, else to \
        the plant whose name begins its file name: 'Monty 2.jpg'. You are \
        asked about the others, oldest first, or --plant names their plant. \
        Without a terminal they are listed.

        Files stay where they are. Skipped files are listed with the reason, \
        except hidden ones, and with --yes those added before. A photo is \
        added only once, even if you removed or erased it since; 'photo add' \
        adds it again.

        --watch runs until you press Ctrl-C, and looks again when a file \
        arrives or changes. If photos wait for a plant that you name later, \
        'touch' one of them.
        """,
      section: .photos, isWriting: true)
  ) { context in try context.importPhotos() }
}

extension OptionDefinition {
  fileprivate static let photoPlant = Option(
    "plant", value: "NAME", completion: .plant,
    help: "The plant of photos whose path names no plant")
  fileprivate static let watch = Flag(
    "watch", help: "Keep running, and add photos as they arrive")
}

extension CommandContext {
  private static let watchInterval: Int32 = 5_000

  fileprivate mutating func importPhotos() throws {
    let directory = arguments.positional[0]
    guard process.isDirectory(directory) else {
      throw UsageError("'\(directory)' is no directory")
    }
    let inbox = PhotoInbox(in: directory)
    let naming = naming(field: "plant")
    let plant = try arguments[.photoPlant].map { name in
      try read { try $0.plant(named: name, naming) }
    }
    guard arguments[.watch] else {
      return try importPhotos(of: inbox, plant)
    }
    guard !isDryRun, !wantsJSON, !arguments.contains(.now) else {
      throw UsageError(
        "'--watch' goes with none of --dry-run, --json and --now",
        usage: command.usage)
    }
    try watchPhotos(of: inbox, in: directory)
  }

  private mutating func importPhotos(
    of inbox: PhotoInbox, _ plant: PlantID?
  ) throws {
    let asks =
      process.prompt.isInteractive && !arguments[.yes] && !isDryRun
      && !wantsJSON
    let found = try inbox.contents(
      for: journal, program: Self.photoProgram, plant: plant,
      isRehearsal: isDryRun, looksInside: asks)
    var files = found.files
    var left = found.unnamed
    if asks { (files, left) = try asked(found) }
    try confirmBatch(
      files.count,
      "Add \(files.count) photos of \(Phrase.count(Set(files.map(\.plant)).count, "plant"))?"
    )
    let isNothing = files.isEmpty && found.refused.isEmpty && left.isEmpty
    // If nobody looks, as in a watch, all earlier files would be reported each
    // time.
    let passed = found.passed.filter {
      $0.reason != .addedBefore || !arguments[.yes]
    }.map { PhotoInbox.line(onLeft: $0.path, $0.reason, .commandLine) }
    if isNothing, !wantsJSON {
      let isKnown = found.passed.contains { $0.reason == .addedBefore }
      try print(isKnown ? "no new photos" : "no photos")
      for line in passed { try print(line) }
    }
    guard !isNothing || wantsJSON else { return }
    try take(
      files, noting: try words(of: left) + passed, refused: found.refused)
  }

  /// Asks for the plant of each photo that does not say it.
  private mutating func asked(
    _ found: PhotoInbox.Contents
  ) throws -> (files: [PhotoFile], left: [PhotoInbox.Unnamed]) {
    var files = found.files
    var left: [PhotoInbox.Unnamed] = []
    var last: PlantID?
    if !found.unnamed.isEmpty {
      try print(
        "\(Phrase.count(found.unnamed.count, "photo")) of which nothing says the plant. Name it; '.' is the plant before, an empty answer leaves the photo, 'q' all that are left."
      )
    }
    for (index, photo) in found.unnamed.enumerated() {
      var plant: PlantID?
      try show(photo)
      repeat {
        let answer = try process.prompt.answer(
          "\(index + 1) of \(found.unnamed.count), whose photo is that?")
        guard let answer, answer != "q" else {
          return (files, left + found.unnamed[index...])
        }
        guard !answer.isEmpty else { break }
        if answer == "." {
          plant = last
          if last == nil { try print("there is none before this one") }
        } else {
          do {
            plant = try read { try $0.plant(named: answer) }
          } catch let error as PlantNameError {
            try print(ErrorReport(describing: error).message)
          }
        }
      } while plant == nil
      if let plant {
        files.append(photo.file(of: plant))
        last = plant
      } else {
        left.append(photo)
      }
    }
    return (files, left)
  }

  /// Shows a photo that is to be named, with its day and place.
  private mutating func show(_ photo: PhotoInbox.Unnamed) throws {
    try PhotoPictures(self)?.print(fileAt: photo.path, on: &output)
    let day = photo.at.localDay.words(on: try today())
    try print("\(day)  \(SafeText.shown(photo.path))")
    // Before the question, which goes to another stream.
    try output.flush()
  }

  private mutating func watchPhotos(
    of inbox: PhotoInbox, in directory: String
  ) throws {
    let signals = try EndingSignals()
    try print("watching for photos; Ctrl-C ends it")
    try output.flush()
    var words = ["photo", "import", directory, "--yes"]
    if let plant = try arguments[.photoPlant] { words += ["--plant", plant] }
    if arguments[.keepOriginal] { words.append("--keep-original") }
    var watch = PhotoWatch(of: inbox, by: words)
    while !signals.haveCome {
      guard process.isDirectory(directory) else {
        throw UsageError("'\(directory)' is no directory any more")
      }
      let news = try watch.round(
        at: ProcessFacts.systemClock(), ending: signals.descriptor
      ) { try journal.close() }
      for line in news.output { try print(line) }
      try output.flush()
      let told = news.errors.map { $0 + "\n" }.joined()
      if !told.isEmpty { foreignErrors()(Array(told.utf8)) }
      Waiting.until(
        anyIsReadable: [signals.descriptor], milliseconds: Self.watchInterval)
    }
  }

  /// The photos that are left, and how to have them added.
  private func words(of left: [PhotoInbox.Unnamed]) throws -> [String] {
    guard !left.isEmpty else { return [] }
    let today = try today()
    return left.map { PhotoInbox.line(onLeft: $0, on: today) } + [
      "note: name these or their directory as the plant is called, or add --plant NAME"
    ]
  }
}
