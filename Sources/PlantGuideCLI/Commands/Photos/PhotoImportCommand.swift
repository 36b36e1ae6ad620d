internal import Encodings
internal import JournalEvents
internal import JournalPhotos
internal import JournalQueries
internal import JournalTime
internal import POSIXKit
internal import TerminalKit

extension Command {
  static let photoImport = Command(
    definition: CommandDefinition(
      path: ["photo", "import"],
      summary: "Add the photos of a directory that are new",
      arguments: [
        ArgumentDefinition(
          name: "DIRECTORY", completion: .directory,
          help: "Where they lie, also in directories of it")
      ],
      options: [.photoPlant, .watch, .keepOriginal] + GlobalOptions.writing,
      examples: ["plantguide photo import photos --dry-run"],
      discussion:
        "A photo is of the plant whose name its own begins with, as in 'Monty 2.jpg', or that of the directory in which it lies. Of others you are asked, the oldest first; where nobody can answer they are listed, or are all of one plant with --plant.\n\n"
        + "Files stay where they are. What was added once is not added again, also where it was removed since. --watch goes on until it is ended, and adds what comes.",
      section: .photos, isWriting: true)
  ) { context in try context.importPhotos() }
}

extension OptionDefinition {
  fileprivate static let photoPlant = Option(
    "plant", value: "NAME", completion: .plant,
    help: "The plant of all photos of which nothing says it")
  fileprivate static let watch = Flag(
    "watch", help: "Go on, and add what comes, until it is ended")
}

extension CommandContext {
  /// How long a file must have rested: others may still write it.
  private static let restSeconds = 3
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
    guard !isDryRun, !wantsJSON else {
      throw UsageError(
        "'--watch' goes with neither --dry-run nor --json",
        usage: command.usage)
    }
    try watchPhotos(of: inbox, plant)
  }

  private mutating func importPhotos(
    of inbox: PhotoInbox, _ plant: PlantID?
  ) throws {
    let found = try inbox.contents(
      for: journal, program: Self.photoProgram, plant: plant)
    var files = found.files
    var left = found.unnamed
    if process.prompt.isInteractive, !arguments[.yes], !isDryRun, !wantsJSON {
      (files, left) = try asked(found)
    }
    if !files.isEmpty {
      try take(files, leaving: left)
    } else if wantsJSON {
      try report(WriteReport(isDryRun: isDryRun, lines: Self.words(of: left)))
    } else {
      try print("no new photo of a plant that is said")
      for line in Self.words(of: left) { try print(line) }
    }
    if found.known > 0, !wantsJSON {
      try print(
        "\(Phrase.count(found.known, "photo")) there already")
    }
  }

  /// Asks for the plant of each photo that does not say it.
  private mutating func asked(
    _ found: PhotoInbox.Contents
  ) throws -> (files: [PhotoFile], left: [PhotoInbox.Unnamed]) {
    var files = found.files
    var left: [PhotoInbox.Unnamed] = []
    var last: PlantID?
    for (index, photo) in found.unnamed.enumerated() {
      let day = photo.at.map { " of \($0.localDay)" } ?? ""
      var plant: PlantID?
      repeat {
        let answer = try process.prompt.answer(
          "Whose photo is \(SafeText.shown(photo.path))\(day)? A plant, '.' for the one before, nothing to leave it, 'q' to end:"
        )
        guard let answer, answer != "q" else {
          return (files, left + found.unnamed[index...])
        }
        guard !answer.isEmpty else { break }
        if answer == "." {
          plant = last
        } else {
          do {
            plant = try read { try $0.plant(named: answer) }
          } catch let error as PlantNameError {
            try print(ErrorReport(describing: error).message)
            try output.flush()
          }
        }
      } while plant == nil
      if let plant {
        files.append(PhotoFile(at: photo.path, of: plant))
        last = plant
      } else {
        left.append(photo)
      }
    }
    return (files, left)
  }

  private mutating func watchPhotos(
    of inbox: PhotoInbox, _ plant: PlantID?
  ) throws {
    let signals = try EndingSignals()
    try print("watching for photos; Ctrl-C ends it")
    try output.flush()
    // What was refused or left is looked at again once it has changed.
    var passed: [String: Int] = [:]
    while !signals.haveCome {
      let clock = ProcessFacts.systemClock()
      let journal = CareJournal(
        at: self.journal.homePath, program: ProcessFacts.program,
        clock: clock)
      let seconds = Int(clock.milliseconds / 1_000)
      let found = try inbox.contents(
        for: journal, program: Self.photoProgram, plant: plant
      ) { path, status in
        passed[path] == status.modifiedAt
          || status.modifiedAt + Self.restSeconds > seconds
      }
      let files = found.files
      for path in files.map(\.path) + found.unnamed.map(\.path) {
        passed[path] = (try? FileStatus(of: path))?.modifiedAt
      }
      for line in Self.words(of: found.unnamed) { try print(line) }
      if !files.isEmpty {
        let outcome = try intake(files, into: journal).add(files, to: journal)
        try print(of: outcome)
      }
      try output.flush()
      // A file that stays open cannot be replaced by others.
      try journal.close()
      Waiting.until(
        anyIsReadable: [signals.descriptor], milliseconds: Self.watchInterval)
    }
  }

  private static let mostListed = 20

  /// The photos that are left, and how to have them added.
  static func words(of left: [PhotoInbox.Unnamed]) -> [String] {
    guard !left.isEmpty else { return [] }
    let more = left.count - mostListed
    return left.prefix(mostListed).map {
      "left: \(SafeText.shown($0.path))"
        + ($0.at.map { ", taken \($0.localDay)" } ?? "")
    } + (more > 0 ? ["and \(more) more"] : []) + [
      "note: name these or their directory as the plant is called, or add --plant NAME"
    ]
  }
}
