public import JournalActions
internal import JournalCare
public import JournalEvents
internal import JournalLog
internal import JournalProjections
public import JournalQueries
public import JournalTime
internal import POSIXKit

/// A file of a photo that is to be taken in.
public struct PhotoFile: Sendable, Hashable {
  /// Where it lies.
  public let path: String
  /// The directory below which no link is followed on the way to it; `nil`
  /// where its owner has named it.
  let folder: String?
  /// The plant that it shows.
  public let plant: PlantID
  /// What is said of it.
  public let note: String?
  /// When it was taken; `nil` where the file is to tell.
  public let at: OffsetInstant?
  /// When it was added to another program, where it comes from there: neither
  /// its name nor its time says anything then.
  var addedAt: OffsetInstant?

  public init(
    at path: String, of plant: PlantID, note: String? = nil,
    taken at: OffsetInstant? = nil
  ) {
    self.init(at: path, below: nil, of: plant, note: note, taken: at)
  }

  init(
    at path: String, below folder: String?, of plant: PlantID,
    note: String? = nil, taken at: OffsetInstant? = nil
  ) {
    self.path = path
    self.folder = folder
    self.plant = plant
    self.note = note
    self.at = at
  }
}

extension PhotoFile {
  fileprivate func opened() throws(FileSystemError) -> File {
    guard let folder else { return try File(path, .readingAtOnce) }
    // Somebody may have put a link in its place since it was found.
    let below = path.utf8.dropFirst(folder.utf8.count + 1)
    return try Folder(folder).file(String(Substring(below)))
  }
}

/// What became of a file of a photo.
public struct TakenPhoto: Sendable {
  /// What is worth knowing of a picture.
  public enum Hint: Sendable, Hashable, CaseIterable {
    case dark, bright, blurred
  }

  /// The photo, whose file is kept now.
  public let photo: NewPhoto
  /// What it looks like.
  public let hints: [Hint]
  /// Those of its files that were not here before.
  let newFiles: [BlobName]
  /// Whether its file was damaged here, and is whole again.
  let isMended: Bool
  /// Whether the file that it was made of was not kept before, and is now.
  let keepsOriginal: Bool
  /// What its file says of the time where it is to be another; `nil` for
  /// nothing, or where the file is to tell.
  public let told: PhotoTime?

  // Measured on drawn and on blurred plants.
  private static let usualBrightness = 40...215
  private static let leastSharpness = 20

  init(
    _ photo: NewPhoto, _ developed: PhotoStudio.Developed,
    newFiles: [BlobName], isMended: Bool = false, keepsOriginal: Bool = false,
    told: PhotoTime? = nil
  ) {
    self.photo = photo
    self.newFiles = newFiles
    self.isMended = isMended
    self.keepsOriginal = keepsOriginal
    self.told = told
    var hints: [Hint] = []
    if developed.brightness < Self.usualBrightness.lowerBound {
      hints.append(.dark)
    }
    if developed.brightness > Self.usualBrightness.upperBound {
      hints.append(.bright)
    }
    if developed.sharpness < Self.leastSharpness { hints.append(.blurred) }
    self.hints = hints
  }
}

/// Takes photos in: has them decoded and made small, and keeps their files, so
/// that events can name them.
///
/// Several files are decoded at a time, each by a process of its own; a file
/// that is refused keeps no other from being taken. As long as the intake is
/// there, no file is swept that no event names yet.
public final class PhotoIntake {
  private let home: JournalHome
  private let blobs: BlobFolder
  private let originals: BlobFolder?
  private let thumbnails: ThumbnailCache
  private let studios: [PhotoStudio]
  private let form: PhotoStudio.Form
  private let now: Instant
  private let zone: TimeZoneRules
  private let isRehearsal: Bool
  /// What gives the bytes of files that do not lie under their paths.
  private let read: ((String) throws -> [UInt8])?
  /// Held from the first file that is kept until its photo is in the journal.
  private var lock: File?
  /// The files of which photos were made that were kept.
  private var sources: Set<BlobName> = []
  private var randomness = Randomness.system()

  /// A file that is being decoded.
  private struct Begun {
    let file: PhotoFile
    let source: BlobName
    let bytes: [UInt8]
    let time: PhotoTime
    let told: PhotoTime
  }

  /// Creates an intake; no process is started before a file is taken.
  ///
  /// - Parameters:
  ///   - journal: The journal, for its home, clock and zone.
  ///   - program: Where `plantguide-photo` lies.
  ///   - files: How many are going to be taken: several are decoded at a time,
  ///     as many as this machine has processors.
  ///   - keepsOriginals: Whether the file is kept as it came, too. It never
  ///     leaves this machine: it may say where it was taken.
  ///   - isRehearsal: Whether all is decoded and nothing is kept.
  /// - Throws: What reading the journal's settings throws.
  public convenience init(
    into journal: CareJournal, program: String, files: Int,
    keepsOriginals: Bool = false,
    isRehearsal: Bool = false
  ) throws {
    try self.init(
      into: journal, program: program, files: files,
      keepsOriginals: keepsOriginals, isRehearsal: isRehearsal, reading: nil)
  }

  /// - `read`: Gives the bytes of a file by its path, a few more than one may
  ///   have where it is longer.
  init(
    into journal: CareJournal, program: String, files: Int,
    keepsOriginals: Bool = false, isRehearsal: Bool,
    reading read: ((String) throws -> [UInt8])?
  ) throws {
    self.read = read
    home = journal.home
    blobs = BlobFolder(of: home)
    originals = keepsOriginals ? BlobFolder(ofOriginalsOf: home) : nil
    thumbnails = ThumbnailCache(of: journal)
    let count = max(1, min(files, ChildProcess.processorCount))
    studios = (0..<count).map { _ in
      PhotoStudio(program: program, threads: count > 1 ? 1 : 2)
    }
    now = journal.now
    zone = try journal.zone()
    let format = try journal.read { $0.settings.photoFormat }
    form = PhotoStudio.Form(kind: .init(rawValue: format) ?? .jpeg)
    if !isRehearsal {
      let seconds = Int(journal.clock.milliseconds / 1_000)
      blobs.removeOldParts(now: seconds)
      BlobFolder(ofOriginalsOf: home).removeOldParts(now: seconds)
    }
    self.isRehearsal = isRehearsal
  }

  deinit {
    guard !sources.isEmpty else { return }
    // An inbox that still holds them must not bring them back once erased.
    var imported = ImportedFiles(of: home)
    imported.add(sources)
  }

  /// Takes files in, in their order.
  ///
  /// - Parameters:
  ///   - files: The files.
  ///   - isEnded: Asked before each file; where it says so no other is begun.
  ///   - body: Gets the place of each, and what became of it: a photo, or
  ///     why its file is refused. What it throws ends the taking.
  /// - Throws: What `body` throws; ``PhotoFault/noProgram(_:)`` and
  ///   ``PhotoFault/useless(_:)``; `FileSystemError` where a photo cannot be
  ///   kept.
  public func take(
    _ files: [PhotoFile], until isEnded: () -> Bool = { false },
    _ body: (Int, Result<TakenPhoto, any Error>) throws -> Void
  ) throws {
    var begun: [(place: Int, studio: PhotoStudio, file: Begun)] = []
    func finish() throws {
      let (place, studio, file) = begun.removeFirst()
      try report(place, body) {
        let developed = try studio.developed()
        return { try self.keep(developed, of: file) }
      }
    }
    for (place, file) in files.enumerated() {
      guard !isEnded() else { break }
      if begun.count == studios.count { try finish() }
      // Those that wait are the ones before it, in turn.
      let studio = studios[place % studios.count]
      while begun.contains(where: { $0.studio === studio }) { try finish() }
      do {
        begun.append((place, studio, try begin(file, in: studio)))
      } catch {
        while !begun.isEmpty { try finish() }
        try report(place, body) { throw error }
      }
    }
    while !begun.isEmpty { try finish() }
    if !isRehearsal { thumbnails.trim() }
  }

  /// Tells what became of a file. What is wrong with that file alone ends
  /// nothing; what it takes to keep any does.
  private func report(
    _ place: Int,
    _ body: (Int, Result<TakenPhoto, any Error>) throws -> Void,
    _ developing: () throws -> () throws -> TakenPhoto
  ) throws {
    do {
      let keep = try developing()
      try body(place, .success(try keep()))
    } catch let fault as PhotoFault where !fault.isOfFile {
      throw fault
    } catch let fault as PhotoFault {
      try body(place, .failure(fault))
    } catch let error as UnreadableFile {
      try body(place, .failure(error.cause))
    }
  }

  /// Why a file of a photo could not be read: nothing of the journal's.
  private struct UnreadableFile: Error { let cause: any Error }

  private func begin(
    _ file: PhotoFile, in studio: PhotoStudio
  ) throws -> Begun {
    let (bytes, modified) = try contents(of: file)
    let opened = try studio.open(bytes)
    let told = PhotoTime(
      of: PhotoTime.Clues(
        texts: opened.times,
        fileName: modified == nil ? "" : FileSystem.name(of: file.path),
        modified: modified, added: file.addedAt),
      now: now, in: zone)
    let time = file.at.map { PhotoTime(at: $0, source: .given) } ?? told
    try studio.beginDeveloping(form, taken: time.at)
    return Begun(
      file: file, source: BlobName(of: bytes), bytes: bytes, time: time,
      told: told)
  }

  private func contents(
    of photo: PhotoFile
  ) throws -> (bytes: [UInt8], modified: Instant?) {
    if let read {
      let bytes: [UInt8]
      do {
        bytes = try read(photo.path)
      } catch {
        throw UnreadableFile(cause: error)
      }
      guard !bytes.isEmpty else { throw PhotoFault.refused("it is empty") }
      try PhotoStudio.checkSize(bytes.count)
      return (bytes, nil)
    }
    do {
      let file = try photo.opened()
      let status = try file.status
      guard status.kind == .file else {
        throw PhotoFault.refused("it is no file")
      }
      guard status.byteCount > 0 else {
        throw PhotoFault.refused("it is empty")
      }
      try PhotoStudio.checkSize(status.byteCount)
      return (
        try file.contents(atMost: PhotoStudio.mostBytes),
        Instant(milliseconds: Int64(status.modifiedAt) * 1_000)
      )
    } catch let error as FileSystemError {
      throw UnreadableFile(cause: error)
    }
  }

  private func keep(
    _ developed: PhotoStudio.Developed, of begun: Begun
  ) throws -> TakenPhoto {
    if !isRehearsal, lock == nil { lock = try blobs.locked(isShared: true) }
    var newFiles: [BlobName] = []
    var mended: Set<BlobName> = []
    func store(_ bytes: [UInt8]) throws -> BlobName {
      guard !isRehearsal else { return BlobName(of: bytes) }
      let (name, storing) = try blobs.storing(bytes)
      if storing == .new { newFiles.append(name) }
      if storing == .mended { mended.insert(name) }
      return name
    }
    let name = try store(developed.file)
    let thumbnail = try store(developed.thumbnail)
    var keepsOriginal = false
    if !isRehearsal {
      keepsOriginal = try originals?.store(begun.bytes).isNew ?? false
      thumbnails.keep(developed.thumbnail, of: name)
      sources.insert(begun.source)
    }
    let digits = String(developed.looks, radix: 16)
    let file = PhotoCaptured(
      photo: randomness.id(), sha256: name, byteCount: developed.file.count,
      width: developed.width, height: developed.height,
      mediaType: form.kind.mediaType, dateSource: begun.time.source,
      sourceSha256: begun.source,
      dhash: String(repeating: "0", count: 16 - digits.count) + digits,
      thumbnailSha256: thumbnail)
    return TakenPhoto(
      NewPhoto(
        of: begun.file.plant, file, at: begun.time.at, note: begun.file.note),
      developed, newFiles: newFiles, isMended: mended.contains(name),
      keepsOriginal: keepsOriginal,
      told: begun.told == begun.time ? nil : begun.told)
  }

  /// Removes the files of a photo that did not get into the journal, but for
  /// those that others name.
  public func discard(
    _ taken: TakenPhoto, keeping named: Set<BlobName> = []
  ) {
    let name = taken.photo.file.sha256
    let unnamed = taken.newFiles.filter { !named.contains($0) }
    for file in unnamed { _ = try? blobs.remove(file) }
    guard !named.contains(name) else { return }
    if let source = taken.photo.file.sourceSha256 { sources.remove(source) }
    guard unnamed.contains(name) else { return }
    thumbnails.remove(name)
    if let source = taken.photo.file.sourceSha256 {
      _ = try? originals?.remove(source)
    }
  }
}

/// What became of files that were to be added.
public struct PhotoOutcome: Sendable {
  /// An action, and the files whose photos it was asked to add.
  public struct Batch: Sendable {
    /// What was written.
    public let receipt: Receipt
    /// The files, in the order of the receipt's changes.
    public let files: [PhotoFile]
  }

  /// What was written: an action for some fifty photos each.
  public fileprivate(set) var batches: [Batch] = []
  /// A file of a photo that was there already.
  public enum BroughtBack: Sendable {
    /// Its own, which was missing or damaged.
    case photo(PhotoView)
    /// The one that it was made of, which was not kept before.
    case original(PhotoView)
  }

  /// What came back of photos that were there already.
  public fileprivate(set) var broughtBack: [BroughtBack] = []
  /// What is worth knowing of pictures that were added.
  public fileprivate(set) var hints:
    [(file: PhotoFile, hint: TakenPhoto.Hint)] =
      []
  /// The files that were refused, and why.
  public fileprivate(set) var refused: [(path: String, cause: any Error)] = []
  /// The guards that the system did not lend the program that decoded them, in
  /// words; `nil` if it lent all.
  public fileprivate(set) var lackOfGuards: String?
  /// How many were not begun, as the taking was ended.
  public fileprivate(set) var left = 0

  /// What became of no file yet.
  public init() {}

  /// Notes a file that was refused before it was taken.
  public mutating func refuse(_ path: String, _ cause: any Error) {
    refused.append((path, cause))
  }
}

extension PhotoIntake {
  /// How many photos one action holds: so many are lost at most where many
  /// are added and the process is killed.
  private static let batchCount = 50

  /// Takes files in and adds the photos that they show.
  ///
  /// - Parameters:
  ///   - files: The files.
  ///   - journal: The journal into which they are taken.
  ///   - mode: Whether anything is kept; as it was said to ``init``.
  ///   - isEnded: Asked before each file; where it says so no other is begun,
  ///     and what was taken is added.
  ///   - progress: Is told how many files are done.
  /// - Returns: What became of them.
  /// - Throws: What ``take(_:until:_:)`` and ``CareJournal/addPhotos(_:_:)``
  ///   throw; what was added before stays.
  public func add(
    _ files: [PhotoFile], to journal: CareJournal,
    _ mode: ActionMode = .commit, until isEnded: () -> Bool = { false },
    progress: (Int) -> Void = { _ in }
  ) throws -> PhotoOutcome {
    var outcome = PhotoOutcome()
    var waiting: [(file: PhotoFile, taken: TakenPhoto)] = []
    var done = 0
    // Originals that were kept for photos that were there, of other files.
    var unnamed: [BlobName] = []
    /// Notes what a photo that a plant has already has brought.
    func note(_ taken: TakenPhoto, _ likeness: AddedPhoto.Likeness?) {
      guard case .same(let other) = likeness else { return }
      let file = taken.photo.file
      if other.file.sha256 == file.sha256,
        taken.isMended || taken.newFiles.contains(file.sha256)
      {
        outcome.broughtBack.append(.photo(other))
      }
      guard taken.keepsOriginal, let source = file.sourceSha256 else { return }
      if other.file.sourceSha256 == source {
        outcome.broughtBack.append(.original(other))
      } else {
        unnamed.append(source)
      }
    }
    func write() throws {
      guard !waiting.isEmpty else { return }
      let batch = waiting
      waiting = []
      do {
        let receipt = try journal.addPhotos(batch.map(\.taken.photo), mode)
        var passedOver: [TakenPhoto] = []
        var named: Set<BlobName> = []
        for (change, (_, taken)) in zip(receipt.changes, batch) {
          guard case .photographed(_, let photo) = change else { continue }
          if photo.isNew {
            named.formUnion(taken.photo.file.files)
          } else {
            note(taken, photo.likeness)
            // The plant has that photo already, made at another time.
            passedOver.append(taken)
          }
        }
        if passedOver.contains(where: { !$0.newFiles.isEmpty }) {
          // A file that was missing here came back.
          named.formUnion(try journal.read { try NamedPhotos(in: $0).files })
        }
        for taken in passedOver { discard(taken, keeping: named) }
        outcome.batches.append(
          .init(receipt: receipt, files: batch.map(\.file)))
      } catch {
        // The disk may be full, and nothing names them. Where it is not known
        // whether they were added they stay.
        if let named = try? journal.read({ try NamedPhotos(in: $0).files }) {
          for (_, taken) in batch { discard(taken, keeping: named) }
        }
        throw error
      }
    }
    do {
      try take(files, until: isEnded) { place, result in
        switch result {
        case .success(let taken):
          waiting.append((files[place], taken))
          outcome.hints += taken.hints.map { (files[place], $0) }
        case .failure(let error): outcome.refuse(files[place].path, error)
        }
        if waiting.count == Self.batchCount { try write() }
        done += 1
        progress(done)
      }
    } catch {
      // What was taken before it is added; what failed first says more.
      try? write()
      throw error
    }
    try write()
    if !unnamed.isEmpty,
      let named = try? journal.read({ try NamedPhotos(in: $0).photos })
    {
      // Another photo may be made of the same file.
      let kept = Set(named.compactMap(\.original))
      for source in unnamed where !kept.contains(source) {
        _ = try? originals?.remove(source)
      }
    }
    outcome.lackOfGuards = studios.lazy.compactMap { $0.guards?.lack }.first
    outcome.left = files.count - done
    return outcome
  }
}

extension PhotoFault {
  /// Whether it says something of one file, and nothing of others.
  var isOfFile: Bool {
    switch self {
    case .refused, .strange: true
    case .noProgram, .useless, .tooLarge, .nothingToShow, .noVideoProgram,
      .noVideo:
      false
    }
  }
}
