internal import Encodings
internal import ErrorKit
internal import JournalActions
internal import JournalEvents
internal import JournalFormats
internal import JournalInput
internal import JournalPhotos
internal import JournalQueries
internal import JournalReports
internal import JournalTime
internal import POSIXKit
internal import TerminalKit
internal import TextKit

extension Command {
  static let photoAdd = Command(
    definition: CommandDefinition(
      path: ["photo", "add"],
      summary: "Add photos of a plant",
      arguments: [
        ArgumentDefinition(
          name: "PLANT", completion: .plant, help: "The plant"),
        ArgumentDefinition(
          name: "FILE", isRepeatable: true, completion: .file,
          help: "JPEG, PNG, WebP, HEIC or AVIF"),
      ],
      options: [.keepOriginal, .at, .note] + GlobalOptions.writing,
      examples: ["plantguide photo add Monty leaf.jpg --note 'Its third leaf'"],
      discussion:
        "Keeps an upright copy of at most 2,048 pixels a side, without the place and the camera. Your file stays as it is. The photo's time comes from the camera, else from the file's name, else from the time of the file. --at overrides it.\n\n"
        + "A photo that the plant already has is skipped. One that only looks like another is added and reported. A file that is no photo is refused, and the others are added.",
      section: .photos, isWriting: true)
  ) { context in try context.addPhotos() }

  static let photoList = Command(
    definition: CommandDefinition(
      path: ["photo", "list"],
      summary: "List the photos of plants",
      arguments: [PlantChoice.argument],
      options: PlantChoice.options + [.latest, .pictures]
        + GlobalOptions.reading,
      examples: ["plantguide photo list Monty", "plantguide photo list --all"],
      discussion:
        "On a terminal that shows pictures they are shown, the latest last. Most do so with coloured blocks; kitty, iTerm2 and those for which 'chafa' draws do better. --pictures none lists days and sizes.\n\n"
        + "A file that is damaged is marked, if its length tells so. In a list of more than 500 photos only missing files are marked. 'photo show' and 'photo compare' read the whole file, and 'plantguide doctor --full' reads all.",
      section: .photos)
  ) { context in try context.listPhotos() }

  static let photoShow = Command(
    definition: CommandDefinition(
      path: ["photo", "show"],
      summary: "Show a photo of a plant, and what is known of it",
      arguments: [photographed, picked],
      options: [.pictures] + GlobalOptions.reading,
      examples: [
        "plantguide photo show Monty", "plantguide photo show Monty 2026-03",
      ], section: .photos)
  ) { context in
    let photo = try context.pickedPhoto()
    let path = context.path(of: photo.photo)
    let isDamaged =
      PhotoFiles(of: context.journal)
      .fault(of: photo.photo, reading: true) == .damaged
    if try context.printedJSON({
      $0.photo(photo.photo, at: path, isDamaged: isDamaged)
    }) {
      return
    }
    try context.show(
      photo.photo, of: photo.series, at: path, isDamaged: isDamaged)
  }

  static let photoOpen = Command(
    definition: CommandDefinition(
      path: ["photo", "open"],
      summary: "Open a photo of a plant in the program for pictures",
      arguments: [photographed, picked],
      options: [.program] + GlobalOptions.readingText,
      examples: ["plantguide photo open Monty --program echo"],
      discussion:
        "The photo is decoded first. A file that is not the picture that its event claims is refused.",
      section: .photos)
  ) { context in
    let photo = try context.pickedPhoto()
    guard let path = context.path(of: photo.photo),
      let content = try PhotoFiles(of: context.journal).content(of: photo.photo)
    else {
      throw NothingMatched(
        reason: "the file of photo \(photo.photo.shortID) is not here",
        remedy: .text("'plantguide sync --photos' brings it"))
    }
    // Another member of the journal may have named any file a photo.
    do {
      try PhotoStudio(program: CommandContext.photoProgram)
        .check(content, is: photo.photo.file.mediaType)
    } catch PhotoFault.refused(let reason) {
      throw PhotoFault.refused(
        "photo \(photo.photo.shortID) is not opened: \(reason)")
    }
    try context.output.flush()
    try TextEditor(viewer: context.arguments[.program] ?? "xdg-open").open(path)
  }

  static let photoEdit = Command(
    definition: CommandDefinition(
      path: ["photo", "edit"],
      summary: "Change what is said of a photo",
      arguments: [photographed, picked],
      options: [
        .cover, .noCover, .favoritePhoto, .noFavoritePhoto, .at, .note,
        .noNote,
      ] + GlobalOptions.writing,
      examples: [
        "plantguide photo edit Monty --cover",
        "plantguide photo edit Monty 2026-11 --at '2026-11-07 10:00'",
      ],
      discussion:
        "The cover is the photo that stands for its plant; where none is chosen the latest does. --at says when it was taken; of a day alone the time of day stays.",
      section: .photos, isWriting: true)
  ) { context in
    try context.report(
      try context.journal.annotate(context.photoEdit(), context.mode))
  }

  static let photoRemove = Command(
    definition: CommandDefinition(
      path: ["photo", "remove"],
      summary: "Take photos of a plant away",
      arguments: [
        photographed,
        ArgumentDefinition(
          name: "PHOTO", isRepeatable: true,
          help: "Each, by its id in 'photo list', or a month or day"),
      ],
      options: GlobalOptions.writing,
      examples: ["plantguide photo remove Monty 2026-11-08"],
      discussion:
        "Its file stays for thirty days, so that undo brings the photo back; then 'photo gc' removes it. To have it gone at once, and everywhere, erase it.",
      section: .photos, isWriting: true)
  ) { context in
    let picks = try context.arguments.positional.dropFirst().map {
      try context.pick($0)
    }
    try context.confirmBatch(picks.count, "Remove \(picks.count) photos?")
    try context.report(
      try context.journal.removePhotos(
        of: try context.photographedPlant(), picks, context.mode))
  }

  static let photoMove = Command(
    definition: CommandDefinition(
      path: ["photo", "move"],
      summary: "Move photos to the plant that they show",
      arguments: [
        photographed,
        ArgumentDefinition(
          name: "PHOTO", isOptional: true, isRepeatable: true,
          help:
            "Each, by its id in 'photo list', or a month or day; the latest by default"
        ),
      ],
      options: [.shownPlant] + GlobalOptions.writing,
      examples: ["plantguide photo move Monty --to Jade"],
      discussion:
        "Each keeps its id, its day, its remark and whether it is a favourite. 'undo' moves all of them back. A reminder that a photo settled stays settled.",
      section: .photos, isWriting: true)
  ) { context in
    guard let plant = try context.arguments[.shownPlant] else {
      throw UsageError(
        "say which plant the photo shows", hint: "name it: --to PLANT",
        usage: context.command.usage)
    }
    let picks = try context.arguments.positional.dropFirst().map {
      try context.pick($0)
    }
    try context.confirmBatch(picks.count, "Move \(picks.count) photos?")
    try context.report(
      try context.journal.movePhotos(
        of: try context.photographedPlant(), picks.isEmpty ? [.latest] : picks,
        to: try PlantChoice([plant], of: context, takesFilters: false),
        context.mode))
  }

  static let photoRemind = Command(
    definition: CommandDefinition(
      path: ["photo", "remind"],
      summary: "Be reminded of photos of plants",
      arguments: [
        PlantChoice.argument,
        ArgumentDefinition(
          name: "CADENCE",
          completion: .choice(PhotoCadence.allCases.map(\.rawValue)),
          help: "weekly, biweekly, monthly or off"),
      ],
      options: PlantChoice.options + [.at] + GlobalOptions.writing,
      examples: ["plantguide photo remind Monty weekly"],
      discussion:
        "Asks for a photo on the same day of each week or month as today, or as --at. In short months, the 31st becomes the last day.\n\n"
        + "'today' shows the reminder as a task of the kind photo. A photo settles it, even if it is up to three days old. The task stays settled if you remove the photo or change its date; only 'undo' opens it again.",
      section: .photos, isWriting: true)
  ) { context in
    var words = context.arguments.positional
    let word = words.removeLast()
    guard let cadence = PhotoCadence(rawValue: word) else {
      throw UsageError(
        "'\(word)' is not weekly, biweekly, monthly or off")
    }
    try context.change(words, .remindOfPhotos(cadence))
  }

  static let photographed = ArgumentDefinition(
    name: "PLANT", completion: .plant, help: "The plant")
  static let picked = ArgumentDefinition(
    name: "PHOTO", isOptional: true,
    help:
      "Which photo: its id in 'photo list', or the month or day when it was taken; the latest where left out"
  )
}

extension OptionDefinition {
  static let keepOriginal = Flag(
    "keep-original",
    help: "Keep the file as it came, too; it never leaves this machine")
  fileprivate static let latest = limit(
    "Of each plant at most so many, the latest")
  fileprivate static let shownPlant = Option(
    "to", value: "PLANT", completion: .plant, help: "The plant that they show")
  fileprivate static let program = Option(
    "program", value: "PROGRAM",
    help: "What opens it, instead of xdg-open")
  fileprivate static let cover = Flag(
    "cover", help: "It is the picture of its plant")
  fileprivate static let noCover = Flag(
    "no-cover", help: "It is that no longer")
  fileprivate static let favoritePhoto = Flag(
    "favorite", help: "It is a favourite")
  fileprivate static let noFavoritePhoto = Flag(
    "no-favorite", help: "It is none")
}

extension CommandContext {
  /// The path of the program that decodes photos.
  static var photoProgram: String {
    ChildProcess.sibling("plantguide-photo")
  }

  /// The plant that a command on photos names.
  fileprivate func photographedPlant() throws -> PlantChoice {
    try PlantChoice(
      [arguments.positional[0]], of: self, takesFilters: false)
  }

  /// The photo that a word means; for viewing, the nearest one is enough.
  func pick(_ text: String) throws -> PhotoPick {
    guard let days = DateInput.pastDays(text, today: try today()) else {
      return .named(text)
    }
    return command.isWriting ? .taken(days) : .near(days)
  }

  /// The photo that the arguments of a command mean.
  fileprivate func pickedPhoto() throws -> (
    series: PhotoSeries, photo: PhotoView
  ) {
    let naming = naming()
    let name = arguments.positional[0]
    let pick =
      try arguments.positional.count > 1
      ? pick(arguments.positional[1]) : .latest
    let series = try read { try $0.photos(of: name, naming) }
    return (series, try photo(pick, of: series, as: arguments.positional.last))
  }

  /// The photo of a plant that a word means; warns if it is only near.
  func photo(
    _ pick: PhotoPick, of series: PhotoSeries, as word: String?
  ) throws -> PhotoView {
    let photo = try series.photo(pick)
    let day = photo.at.localDay
    if case .near(let days) = pick, !days.contains(day) {
      warnings.add(
        ErrorReport(
          .init(
            .nothingMatched,
            "there is no photo of \(word ?? ""): the nearest is of \(day.words(on: try today()))"
          )))
    }
    return photo
  }

  fileprivate func photoEdit() throws -> PhotoEdit {
    let pick =
      try arguments.positional.count > 1
      ? pick(arguments.positional[1]) : .latest
    var edit = PhotoEdit(try photographedPlant(), pick)
    func either(_ yes: Flag, _ no: Flag) throws -> Bool? {
      guard arguments[yes] || arguments[no] else { return nil }
      guard arguments[yes] != arguments[no] else {
        throw UsageError("--\(yes.name) and --\(no.name) contradict each other")
      }
      return arguments[yes]
    }
    edit.isCover = try either(.cover, .noCover)
    edit.isFavorite = try either(.favoritePhoto, .noFavoritePhoto)
    edit.note = try change(
      arguments[.note], of: .note, clearedBy: .noNote)
    edit.takenAt = try arguments[.at].map(DateInput.correction)
    guard
      edit.isCover != nil || edit.isFavorite != nil || edit.note != .keep
        || edit.takenAt != nil
    else {
      throw UsageError(
        "nothing is to be changed",
        hint: "say what: --note, --at, --cover or --favorite")
    }
    return edit
  }

  /// The path of a photo's file; `nil` if it is not here.
  func path(of photo: PhotoView) -> String? {
    PhotoFiles(of: journal).path(of: photo)
  }

  // MARK: Adding

  fileprivate mutating func addPhotos() throws {
    let choice = try photographedPlant()
    let paths = arguments.positional.dropFirst()
    let plant = try read { try $0.plants(choice)[0] }
    let at = try arguments.contains(.at) ? occasion().at : nil
    let clock = LocalClock(now: journal.now, zone: try journal.zone())
    let taken = try at?.value(by: clock)
    let note = try arguments[.note]
    try take(
      paths.map { PhotoFile(at: $0, of: plant, note: note, taken: taken) })
  }

  /// Returns the intake for the files.
  func intake(
    _ files: [PhotoFile], into journal: CareJournal
  ) throws -> PhotoIntake {
    try PhotoIntake(
      into: journal, program: Self.photoProgram, files: files.count,
      keepsOriginals: arguments.contains(.keepOriginal)
        && arguments[.keepOriginal], isRehearsal: isDryRun)
  }

  /// Takes files in, adds their photos, and reports the refused ones, earlier
  /// ones included.
  mutating func take(
    _ files: [PhotoFile], noting notes: [String] = [],
    refused: [(path: String, cause: any Error)] = []
  ) throws {
    let signals = try EndingSignals()
    let progress = progress()
    progress.begin("adding", .photos, of: files.count)
    defer { progress.end() }
    var outcome = try intake(files, into: journal).add(
      files, to: journal, mode, until: { signals.haveCome },
      progress: { progress.advance(to: $0) })
    progress.end()
    for (path, cause) in refused { outcome.refuse(path, cause) }
    var report = WriteReport(outcome, .commandLine, isDryRun: isDryRun)
    report.lines += notes
    if !outcome.batches.isEmpty || !report.lines.isEmpty {
      try self.report(report)
    }
    guard outcome.refused.isEmpty, outcome.left == 0 else {
      throw RefusedPhotos(outcome: outcome)
    }
  }

  // MARK: Showing

  fileprivate mutating func listPhotos() throws {
    let selection = try PlantChoice(
      arguments.positional, of: self, includesRemoved: true,
      followsMerges: true, mayBeEmpty: true)
    let limit = try arguments[.latest] ?? .max
    let series = try read { try $0.photos(of: selection) }
    let files = PhotoFiles(
      of: journal,
      for: series.reduce(0) { $0 + min(limit, $1.photos.count) })
    guard !wantsJSON else {
      var writer = JSONWriter(capacity: 1 << 17)
      try writer.photos(
        series, latest: limit, path: { files.path(of: $0) },
        isDamaged: { files.fault(of: $0, reading: false) == .damaged },
        handingOnTo: { try output.write(bytes: $0) })
      writer.newline()
      return try output.write(bytes: writer.bytes)
    }
    guard !series.isEmpty else {
      return try print("no photos. Add one: plantguide photo add NAME FILE")
    }
    let pictures = try PhotoPictures(self)
    let today = try today()
    for (index, plant) in series.enumerated() {
      if index > 0 { try print() }
      let photos = plant.latest(limit)
      let count = Phrase.count(plant.photos.count, "photo")
      try print(
        terminal.styled(SafeText.shown(plant.plant.displayName), .heading)
          + terminal.styled(
            photos.count < plant.photos.count
              ? "  the latest \(photos.count) of \(count)" : "  \(count)", .dim)
      )
      if let pictures {
        try pictures.print(photos, on: &output) { photo, isShown in
          [
            .init(
              "\(photo.at.localDay.words(on: today)) \(photo.shortID)", .dim),
            files.fault(of: photo, reading: false).cell(isShown)
              ?? .init(photo.remark),
          ]
        }
      } else {
        try print(table(of: photos, files, on: today))
      }
    }
  }

  private func table(
    of photos: [PhotoView], _ files: PhotoFiles, on today: Day
  ) -> Table {
    let paths = photos.map { files.path(of: $0) ?? "" }
    // A part of a path is of no use; they end in hashes, and are equally long.
    let widest =
      paths.first { !$0.isEmpty }
      .map { TextWidth.columns(of: SafeText.shown($0)) } ?? 0
    var table = Table([
      .init(narrowest: 12), .init(narrowest: 10, dropOrder: 3),
      .init(dropOrder: 1), .init(dropOrder: 2), .init(narrowest: 6),
      .init(narrowest: widest, dropOrder: 4, movesBelow: true),
    ])
    for (photo, path) in zip(photos, paths) {
      table.add([
        .init("  \(photo.at.localDay.words(on: today))"), .init(photo.remark),
        .init("\(photo.file.width) × \(photo.file.height)", .dim),
        files.fault(of: photo, reading: false).cell()
          ?? .init(ProgressUnit.bytes.number(photo.file.byteCount), .dim),
        .init(photo.shortID, .identifier),
        .init(path, .dim),
      ])
    }
    return table
  }

  fileprivate mutating func show(
    _ photo: PhotoView, of series: PhotoSeries, at path: String?,
    isDamaged: Bool
  ) throws {
    try print(
      terminal.styled(SafeText.shown(series.plant.displayName), .heading)
        + terminal.styled(" (\(ShortID.text(of: photo.plant)))", .identifier))
    if let pictures = try PhotoPictures(self, perBand: 1) {
      try pictures.print([photo], on: &output) { _, _ in [] }
    }
    let place = series.photos.firstIndex { $0.id == photo.id }.map { $0 + 1 }
    let fields: [(label: String, text: String?)] = [
      (
        "taken",
        "\(photo.at.localDay.words(on: try today())) \(photo.at.localTime) (\(photo.dateSource.words))"
      ),
      ("age", series.cameOn.flatMap { photo.age(since: $0) }),
      (
        "note",
        photo.note.map { TextWidth.truncated(SafeText.shownNote($0), to: 60) }
      ),
      ("photo", place.map { "\($0) of \(series.photos.count)" + photo.role }),
      (
        "size",
        "\(photo.file.width) × \(photo.file.height), "
          + ProgressUnit.bytes.number(photo.file.byteCount)
      ),
      (
        "file",
        path.map {
          SafeText.shown($0)
            + (isDamaged
              ? " (damaged; 'plantguide doctor' says what helps)" : "")
        } ?? "not here; 'plantguide sync --photos' brings it"
      ),
      ("id", photo.shortID),
    ]
    try print(fields: fields, width: 7)
  }
}

extension PhotoView {
  /// The photo's role among several.
  fileprivate var role: String {
    (isCover ? ", the cover" : "") + (isFavorite ? ", a favourite" : "")
  }

  /// The remark in a list: a star for a favourite, as of plants.
  var remark: String {
    [
      isFavorite ? "*" : nil, isCover ? "cover" : nil,
      note.map { TextWidth.truncated(SafeText.shownNote($0), to: 60) },
    ]
    .compactMap(\.self).joined(by: " ")
  }
}

extension PhotoFiles.Fault? {
  /// The mark of a photo whose file cannot be shown; `nil` for a sound one.
  func cell(_ isShown: Bool = true) -> Table.Cell? {
    switch self {
    case .missing: .init("not here", .dim)
    case .damaged: .init("damaged", .attention)
    case nil: isShown ? nil : .init("cannot be shown", .attention)
    }
  }
}
