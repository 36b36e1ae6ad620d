internal import Encodings
public import JournalEvents
internal import JournalLog
public import LMDBKit

/// The metadata of a journal: its versions and this home's writers.
public struct JournalMeta: Sendable, Hashable {
  /// The version of the storage layout.
  public var formatVersion = Journal.formatVersion
  /// The version of the folds that created the projections.
  public var reducerVersion = Journal.reducerVersion
  /// The writers that this home has used, the current one last.
  public var ownWriters: [WriterID] = []
  /// The writers of the people who act through this home, in the order in which
  /// they started.
  var people: [PersonalWriter] = []
  /// A Boolean value that indicates whether another copy wrote under this
  /// home's writer, so that the next action needs a new one.
  public var needsNewWriter = false
  /// A Boolean value that indicates whether plants and rooms, and only these,
  /// are behind the log, because more events were expected.
  public var isBehind = false

  /// The writer of a person who acts through this home.
  struct PersonalWriter: Sendable, Hashable {
    /// The home's own writer at the start of the person's. Once the home has
    /// another, this one may be in use elsewhere, and continues no more.
    let home: WriterID
    /// The key of the person.
    let person: String
    /// The writer.
    let writer: WriterID
  }

  static let key: [UInt8] = Array("meta".utf8)

  /// Returns the writers of a person in this home, the latest last.
  public func writers(of person: Person) -> [WriterID] {
    people.filter { $0.person == person.key }.map(\.writer)
  }

  /// Returns the writer that a person had last in this home.
  func latestWriter(of person: Person) -> PersonalWriter? {
    people.last { $0.person == person.key }
  }

  /// Every writer under which this home has written.
  public var everyOwnWriter: [WriterID] { ownWriters + people.map(\.writer) }

  /// Returns the writers that continue as long as the home's own one is `home`:
  /// that, and those of people beside it.
  func writers(beside home: WriterID) -> [WriterID] {
    [home] + people.filter { $0.home == home }.map(\.writer)
  }

  /// Returns whether everything must be folded, because another layout or other
  /// folds created the stored data, or plants and rooms are behind.
  ///
  /// - Throws: `StorageError.newerFormat(found:known:)`.
  func isStale() throws(StorageError) -> Bool {
    guard formatVersion <= Journal.formatVersion else {
      throw .newerFormat(found: formatVersion, known: Journal.formatVersion)
    }
    return isOfOtherFolds || isBehind
  }

  /// A Boolean value that indicates whether another layout or other folds
  /// created the stored data.
  var isOfOtherFolds: Bool {
    formatVersion != Journal.formatVersion
      || reducerVersion != Journal.reducerVersion
  }

  var stored: [UInt8] {
    var writer = CBORWriter(capacity: 48)
    writer.array(people.isEmpty ? isBehind ? 5 : 4 : 6)
    writer.unsigned(formatVersion)
    writer.unsigned(reducerVersion)
    writer.array(ownWriters.count)
    for own in ownWriters { writer.id(own) }
    writer.bool(needsNewWriter)
    if isBehind || !people.isEmpty { writer.bool(isBehind) }
    if !people.isEmpty {
      // Programs that know of no people read the rest, and leave them out.
      writer.array(people.count)
      for own in people {
        writer.array(3)
        writer.id(own.home)
        writer.text(own.person)
        writer.id(own.writer)
      }
    }
    return SealedValue.seal(writer.bytes)
  }
}

extension JournalMeta {
  init(stored: RawSpan) throws {
    self = try SealedValue.open(stored, in: ProjectionDatabase.meta) {
      content in
      var reader = CBORReader(content)
      let count = try reader.array()
      let format = try reader.unsigned()
      // The following belongs to the format; a newer one may differ.
      guard format <= Journal.formatVersion else {
        return JournalMeta(formatVersion: format, reducerVersion: 0)
      }
      var meta = JournalMeta(
        formatVersion: format, reducerVersion: try reader.unsigned(),
        ownWriters: try reader.items { try $0.id() },
        needsNewWriter: try reader.bool(),
        isBehind: try count > 4 && reader.bool())
      if count > 5 {
        meta.people = try reader.items { reader in
          _ = try reader.array()
          return PersonalWriter(
            home: try reader.id(), person: try reader.text(),
            writer: try reader.id())
        }
      }
      return meta
    }
  }
}

extension Journal {
  /// Returns the journal's metadata; `nil` before the first write.
  public func meta(
    in transaction: borrowing some Transaction
  ) throws -> JournalMeta? {
    try transaction.get(JournalMeta.key, in: projections.meta) {
      try JournalMeta(stored: $0)
    }
  }

  func setMeta(
    _ meta: JournalMeta, in transaction: borrowing WriteTransaction
  ) throws {
    try transaction.put(JournalMeta.key, meta.stored, in: projections.meta)
  }
}
