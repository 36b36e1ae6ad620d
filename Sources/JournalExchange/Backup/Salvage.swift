internal import Encodings
public import ErrorKit
public import JournalEvents
internal import JournalFormats
internal import JournalLog
internal import JournalProjections
internal import JournalQueries
internal import LMDBKit
internal import POSIXKit

/// The outcome of salvaging a damaged journal.
public struct Salvage: Sendable {
  /// The missing sequences of a writer's events.
  public struct Gap: Sendable, Hashable {
    /// The writer.
    public let writer: WriterID
    /// The sequences, in ascending order.
    public let sequences: [ClosedRange<UInt64>]
  }

  /// The data file that was read.
  public let source: String
  /// The home of the new journal.
  public let target: String
  /// The number of events in the new journal.
  public let events: Int
  /// The number of stray events, which cannot be held without a missing one.
  public let stray: Int
  /// The path of the stray events, as lines that can be imported once the
  /// missing events are back; `nil` if there are none.
  public let strayFile: String?
  /// The missing events.
  public let gaps: [Gap]
  /// A Boolean value that indicates whether unknown commits are missing.
  public let isMissingCommits: Bool

  /// Saves every event that still verifies into a new journal. The source is
  /// neither changed nor trusted.
  ///
  /// - Parameters:
  ///   - source: The home of a journal, a backup, a directory with a
  ///     `data.mdb`, or such a file.
  ///   - target: The home of the new journal; created if it is missing.
  ///   - progress: Receives the progress.
  /// - Throws: ``SalvageError``, and errors of the system or the store; the
  ///   salvage then leaves nothing in the target.
  public init(
    of source: String, into target: String,
    progress: WorkProgress = { _, _, _ in }
  ) throws {
    let file = try Self.dataFile(of: source)
    let home = JournalHome(path: target)
    let hadDirectory = home.hasDirectory
    guard !home.exists else { throw SalvageError.occupied(path: target) }
    let found = try LogSalvage(of: file) { progress(.reading, $0, $1) }
    guard found.continuedCount + found.strayCount > 0 else {
      throw SalvageError.nothing(path: file)
    }
    do {
      try home.create()
      try Self.put(found, in: home, progress)
    } catch {
      if !hadDirectory { home.removeIfEmpty() }
      throw error
    }
    strayFile = found.strayCount > 0 ? Self.strayPath(in: target) : nil
    self.source = file
    self.target = target
    events = found.continuedCount
    stray = found.strayCount
    gaps = found.gaps.map { Gap(writer: $0.writer, sequences: $0.sequences) }
    isMissingCommits = found.isMissingCommits
  }

  /// Makes the journal in a hidden directory, and moves it into place when it
  /// is complete.
  private static func put(
    _ found: LogSalvage, in home: JournalHome, _ progress: WorkProgress
  ) throws {
    PartialBackup.removeDead(in: home.path)
    let maker = try PartialBackup(named: "salvage", in: home.path)
    defer { maker.release() }
    let staged = maker.place
    defer { BackupFiles.remove(staged) }
    try keepApart(found, in: staged.path)
    try store(found, in: staged.home, progress)
    if found.strayCount > 0 {
      try FileSystem.rename(
        strayPath(in: staged.path), to: strayPath(in: home.path))
    }
    try FileSystem.rename(
      staged.home.dataDirectory, to: home.dataDirectory)
    try FileSystem.flush(home.path)
  }

  static func dataFile(of source: String) throws -> String {
    guard FileSystem.isDirectory(source) else { return source }
    let candidates = [JournalHome(path: source).dataFile, source + "/data.mdb"]
    guard let found = candidates.first(where: FileSystem.exists) else {
      throw SalvageError.noData(path: source)
    }
    return found
  }

  /// Makes a journal of the events that follow their writers' first ones.
  static func store(
    _ found: LogSalvage, in home: JournalHome, _ progress: WorkProgress
  ) throws {
    let journal = try Journal.open(home, access: .readWrite)
    defer { try? journal.environment.close() }
    _ = try store(found, in: journal, isMerging: true, progress)
    try journal.verify().check()
  }

  /// Adds these events to a journal.
  ///
  /// - Returns: The number of events that it did not have.
  static func store(
    _ found: LogSalvage, in journal: Journal, isMerging: Bool,
    _ progress: WorkProgress = { _, _, _ in }
  ) throws -> Int {
    try store(
      found.continuedCount, in: journal, isMerging: isMerging, progress
    ) { try found.continued(at: $0) }
  }

  /// Adds the events that follow missing ones, if a journal has these by now.
  ///
  /// - Returns: The number of events added.
  static func store(
    stray: [[UInt8]], in journal: Journal
  ) throws -> Int {
    var fitting: [[UInt8]] = []
    try journal.read { transaction in
      var known: Set<EventReference> = []
      for bytes in stray {
        let event = try RecordedEvent(decoding: bytes.span.bytes)
        let previous = EventReference(
          writer: event.header.writer, sequence: event.header.sequence - 1,
          hashPrefix: event.header.previous.prefix)
        guard
          try known.contains(previous)
            || journal.log.event(previous, in: transaction) != nil
        else { continue }
        known.insert(event.reference)
        fitting.append(bytes)
      }
    }
    return try store(fitting.count, in: journal, isMerging: true) {
      fitting[$0]
    }
  }

  private static func store(
    _ count: Int, in journal: Journal, isMerging: Bool,
    _ progress: WorkProgress = { _, _, _ in },
    _ event: (Int) throws -> [UInt8]
  ) throws -> Int {
    var (stored, received) = (0, 0)
    while stored < count {
      var index = stored
      received += try journal.receive(merging: isMerging, limit: batch) {
        if $0 { index = stored }
        guard index < count else { return nil }
        defer { index += 1 }
        return try event(index)
      }.received
      stored = index
      progress(.writingEvents, stored, count)
    }
    return received
  }

  /// The number of events stored at once.
  private static let batch = 1 << 15

  private static func strayPath(in target: String) -> String {
    target + "/salvaged-apart.jsonl"
  }

  private static func keepApart(
    _ found: LogSalvage, in target: String
  ) throws {
    guard found.strayCount > 0 else { return }
    let file = try File(strayPath(in: target), .making)
    for index in 0..<found.strayCount {
      let bytes = try found.stray(at: index)
      let event = try RecordedEvent(decoding: bytes.span.bytes)
      var writer = JSONWriter(capacity: bytes.count * 2)
      try EventExport.write(
        VisitedEvent(bytes.span.bytes, stored: event.reference),
        bytes.span.bytes, to: &writer)
      try file.write(writer.bytes[...])
    }
    try file.flush()
  }
}

/// An error of salvaging a journal.
public enum SalvageError: DescribedError, Hashable {
  /// There is no data file.
  case noData(path: String)
  /// The target already has a journal.
  case occupied(path: String)
  /// No event in the file verifies.
  case nothing(path: String)
  /// Somebody wrote to the file while it was read.
  case changed(path: String)

  public var facts: ErrorFacts {
    switch self {
    case .noData(let path):
      .init(
        .nothingMatched, "there is no data.mdb in \(path)",
        "name the home of a journal, a backup, or the data file itself")
    case .occupied(let path):
      .init(
        .invalidInput, "\(path) already holds a journal",
        "name an empty directory, or one that does not exist",
        outcome: .nothingWritten)
    case .nothing(let path):
      .init(
        .damagedData, "no event in \(path) is whole", "restore a backup",
        outcome: .nothingWritten)
    case .changed(let path):
      .init(
        .conflict, "another command wrote to \(path) meanwhile", "try again",
        outcome: .nothingWritten)
    }
  }
}
