public import JournalActions
internal import JournalCare
public import JournalEvents
internal import JournalLog
internal import JournalProjections
public import JournalQueries
public import JournalTime
internal import POSIXKit

/// A file of a photo to be imported.
public struct PhotoFile: Sendable, Hashable {
  /// The path of the file, or its name if its bytes are given.
  public let path: String
  /// The bytes of the file, if they were sent; `nil` to read them.
  private(set) var content: [UInt8]?
  /// The time of the file's last change, if it was read before.
  private(set) var modified: Instant?
  /// The directory below which no link is followed on the way to the file;
  /// `nil` if its owner has named it.
  let folder: String?
  /// The plant in the photo.
  public let plant: PlantID
  /// The note on the photo.
  public let note: String?
  /// The time at which the photo was taken; `nil` to read it from the file.
  public let at: OffsetInstant?
  /// The time at which the photo was added to the program that it comes from,
  /// in which case its name and file time say nothing.
  var addedAt: OffsetInstant?

  public init(
    at path: String, of plant: PlantID, note: String? = nil,
    taken at: OffsetInstant? = nil
  ) {
    self.init(at: path, below: nil, of: plant, note: note, taken: at)
  }

  /// Creates a file that was sent.
  ///
  /// - Parameters:
  ///   - content: The bytes of the file.
  ///   - name: The name of the file; empty if it has none.
  ///   - plant: The plant in the photo.
  ///   - note: The note on the photo.
  ///   - at: The time at which the photo was taken; `nil` to read it from the
  ///     file.
  public init(
    _ content: [UInt8], named name: String, of plant: PlantID,
    note: String? = nil, taken at: OffsetInstant? = nil
  ) {
    self.init(at: name, of: plant, note: note, taken: at)
    self.content = content
  }

  /// Creates a file that was read.
  public init(_ contents: PhotoContents, of plant: PlantID) {
    self.init(contents.bytes, named: contents.path, of: plant)
    modified = contents.modified
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
    // Somebody may have put a link in the file's place meanwhile.
    let below = path.utf8.dropFirst(folder.utf8.count + 1)
    return try Folder(folder).file(String(Substring(below)))
  }
}

/// The contents of a photo's file.
public struct PhotoContents: Sendable {
  /// The path of the file.
  public let path: String
  /// The bytes of the file.
  public let bytes: [UInt8]
  /// The time of its last change.
  let modified: Instant

  /// Reads a file whose owner has named it.
  ///
  /// - Throws: ``PhotoFault/refused(_:)`` with its path, or `FileSystemError`.
  public init(of path: String) throws {
    self = try PhotoFault.naming(path) {
      try PhotoContents(of: try File(path, .readingAtOnce), path)
    }
  }

  /// Reads a file.
  fileprivate init(of file: borrowing File, _ path: String) throws {
    let status = try file.status
    guard status.kind == .file else {
      throw PhotoFault.refused("it is not a file")
    }
    guard status.byteCount > 0 else { throw PhotoFault.refused("it is empty") }
    try PhotoStudio.checkSize(status.byteCount)
    self.path = path
    bytes = try file.contents(atMost: PhotoStudio.mostBytes)
    modified = Instant(milliseconds: Int64(status.modifiedAt) * 1_000)
  }
}

/// A photo made of a file.
public struct TakenPhoto: Sendable {
  /// A hint about the quality of a picture.
  public enum Hint: Sendable, Hashable, CaseIterable {
    case dark, bright, blurred
  }

  /// The photo, whose file is now stored.
  public let photo: NewPhoto
  /// The hints about the picture.
  public let hints: [Hint]
  /// The photo's files that are new here.
  let newFiles: [BlobName]
  /// A Boolean value that indicates whether a damaged file was replaced.
  let isMended: Bool
  /// A Boolean value that indicates whether the original is newly kept.
  let keepsOriginal: Bool
  /// The time in the file if the photo gets another one; `nil` if there is
  /// none, or if the file decides.
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

/// Imports photos: has them decoded and made small, and keeps their files, so
/// that events can name them.
///
/// Several files are decoded at a time, each by its own process; a refused file
/// does not stop the others. As long as the intake exists, no file is swept
/// that no event names yet.
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
  /// Returns the bytes of files that are not stored under their paths.
  private let read: ((String) throws -> [UInt8])?
  /// The lock, held from the first kept file until its photo is recorded.
  private var lock: File?
  /// The files of which the kept photos were made.
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
  ///   - program: The path of `plantguide-photo`.
  ///   - files: The expected number of files: several are decoded at a time, as
  ///     many as this machine has processors.
  ///   - keepsOriginals: Whether the original file is kept, too. It never
  ///     leaves this machine, as it may say where it was taken.
  ///   - isRehearsal: Whether files are only decoded, and nothing is kept.
  /// - Throws: The errors of reading the journal's settings.
  public convenience init(
    into journal: CareJournal, program: String, files: Int,
    keepsOriginals: Bool = false,
    isRehearsal: Bool = false
  ) throws {
    try self.init(
      into: journal, program: program, files: files,
      keepsOriginals: keepsOriginals, isRehearsal: isRehearsal, reading: nil)
  }

  /// - `read`: Returns the bytes of a file by its path, and a few more than the
  ///   limit if it is longer.
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
    // An inbox that still holds erased photos must not bring them back.
    var imported = ImportedFiles(of: home)
    imported.add(sources)
  }

  /// Takes files, in order.
  ///
  /// - Parameters:
  ///   - files: The files.
  ///   - isEnded: Asked before each file; if it returns `true`, no other is
  ///     begun.
  ///   - body: Gets the place of each file, and its photo or the reason for its
  ///     refusal. An error that it throws ends the call.
  /// - Throws: The errors of `body`; ``PhotoFault/noProgram(_:)`` and
  ///   ``PhotoFault/useless(_:)``; `FileSystemError` if a photo cannot be kept.
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
      // The files before it are waiting, in turn.
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

  /// Reports the outcome of a file. A fault of that file alone ends nothing; a
  /// fault that prevents keeping any does.
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

  /// The cause that made a photo's file unreadable, unrelated to the journal.
  private struct UnreadableFile: Error { let cause: any Error }

  private func begin(
    _ file: PhotoFile, in studio: PhotoStudio
  ) throws -> Begun {
    let (bytes, modified) = try contents(of: file)
    let opened = try studio.open(bytes)
    let told = PhotoTime(
      of: PhotoTime.Clues(
        texts: opened.times,
        fileName: modified == nil && file.content == nil
          ? "" : FileSystem.name(of: file.path),
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
    let sent: [UInt8]?
    do {
      sent = try photo.content ?? read?(photo.path)
    } catch {
      throw UnreadableFile(cause: error)
    }
    if let bytes = sent {
      guard !bytes.isEmpty else { throw PhotoFault.refused("it is empty") }
      try PhotoStudio.checkSize(bytes.count)
      return (bytes, photo.modified)
    }
    do {
      let contents = try PhotoContents(of: photo.opened(), photo.path)
      return (contents.bytes, contents.modified)
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

  /// Takes files, all or none, and writes the action that names their photos.
  ///
  /// - Parameters:
  ///   - files: The files.
  ///   - write: Gets the photos, and writes.
  /// - Returns: The result of `write`.
  /// - Throws: ``RefusedPhotos`` for a refused file; the errors of
  ///   ``take(_:until:_:)`` and of `write`.
  public func act<R>(
    on files: [PhotoFile], _ write: ([NewPhoto]) throws -> R
  ) throws -> R {
    var taken: [TakenPhoto] = []
    do {
      try take(files) { place, result in
        do {
          taken.append(try result.get())
        } catch {
          throw RefusedPhotos(files[place].path, error)
        }
      }
      return try write(taken.map(\.photo))
    } catch {
      for photo in taken { discard(photo) }
      throw error
    }
  }

  /// Removes the files of a photo that did not get into the journal, except
  /// files that other photos name.
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

/// The outcome of adding files.
public struct PhotoOutcome: Sendable {
  /// An action, and the files whose photos it was asked to add.
  public struct Batch: Sendable {
    /// The receipt of the action.
    public let receipt: Receipt
    /// The files, in the order of the receipt's changes.
    public let files: [PhotoFile]
  }

  /// The actions, each of about fifty photos.
  public fileprivate(set) var batches: [Batch] = []
  /// A file of an existing photo that came back.
  public enum BroughtBack: Sendable {
    /// The photo's own file, which was missing or damaged.
    case photo(PhotoView)
    /// The photo's original file, which was not kept before.
    case original(PhotoView)
  }

  /// The files of existing photos that came back.
  public fileprivate(set) var broughtBack: [BroughtBack] = []
  /// The hints about the pictures that were added.
  public fileprivate(set) var hints:
    [(file: PhotoFile, hint: TakenPhoto.Hint)] =
      []
  /// The files that were refused, with the cause.
  public fileprivate(set) var refused: [(path: String, cause: any Error)] = []
  /// The guards that the system did not provide to the decoding program, in
  /// words; `nil` if it provided all.
  public fileprivate(set) var lackOfGuards: String?
  /// The number of files that were not begun, as the call was ended.
  public fileprivate(set) var left = 0

  /// Creates the outcome of no files.
  public init() {}

  /// Notes a file that was refused earlier.
  public mutating func refuse(_ path: String, _ cause: any Error) {
    refused.append((path, cause))
  }
}

extension PhotoIntake {
  /// The number of photos in one action: the most that are lost if the process
  /// is killed while it adds many.
  private static let batchCount = 50

  /// Imports files and adds their photos.
  ///
  /// - Parameters:
  ///   - files: The files.
  ///   - journal: The journal that imports them.
  ///   - mode: The mode of the action; the same as given to ``init``.
  ///   - isWhole: Whether all photos are added in one action, and none if a file
  ///     is refused.
  ///   - isEnded: Asked before each file; if it returns `true`, no other is
  ///     begun, and photos that were taken are added.
  ///   - progress: Gets the number of files that are done.
  /// - Returns: The outcome.
  /// - Throws: The errors of ``take(_:until:_:)`` and
  ///   ``CareJournal/addPhotos(_:_:)``; photos added before stay. If `isWhole`,
  ///   ``RefusedPhotos``.
  public func add(
    _ files: [PhotoFile], to journal: CareJournal,
    _ mode: ActionMode = .commit, isWhole: Bool = false,
    until isEnded: () -> Bool = { false },
    progress: (Int) -> Void = { _ in }
  ) throws -> PhotoOutcome {
    var outcome = PhotoOutcome()
    var waiting: [(file: PhotoFile, taken: TakenPhoto)] = []
    var done = 0
    // The originals that were kept for existing photos of other files.
    var unnamed: [BlobName] = []
    /// Notes the files that a plant's existing photo got back.
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
            // The plant already has that photo, made at another time.
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
        // The disk may be full, and nothing names the files.
        discard(batch.map(\.taken), of: journal)
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
        if waiting.count == Self.batchCount, !isWhole { try write() }
        done += 1
        progress(done)
      }
    } catch {
      // The photos taken before are added; the first failure says more.
      if isWhole {
        discard(waiting.map(\.taken), of: journal)
      } else {
        try? write()
      }
      throw error
    }
    if isWhole, !outcome.refused.isEmpty {
      discard(waiting.map(\.taken), of: journal)
      throw RefusedPhotos(outcome: outcome)
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

extension PhotoIntake {
  /// Removes the files of photos that were not added. If it is unknown whether
  /// they were, the files stay.
  private func discard(_ photos: [TakenPhoto], of journal: CareJournal) {
    guard !photos.isEmpty,
      let named = try? journal.read({ try NamedPhotos(in: $0).files })
    else { return }
    for photo in photos { discard(photo, keeping: named) }
  }
}

extension PhotoFault {
  /// Runs `body`, and says the name of the file if it is refused.
  public static func naming<R>(
    _ name: String?, _ body: () throws -> R
  ) throws -> R {
    do {
      return try body()
    } catch PhotoFault.refused(let reason) {
      throw PhotoFault.refused(name.map { "\($0): \(reason)" } ?? reason)
    }
  }

  /// A Boolean value that indicates whether the fault concerns one file alone.
  public var isOfFile: Bool {
    switch self {
    case .refused, .strange: true
    case .noProgram, .useless, .busy, .tooLarge, .nothingToShow,
      .noVideoProgram,
      .noVideo:
      false
    }
  }
}
