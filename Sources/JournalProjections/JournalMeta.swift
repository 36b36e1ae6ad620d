internal import Encodings
public import JournalEvents
internal import JournalLog
public import LMDBKit

/// What a journal says of itself: versions, and the writers of this home.
public struct JournalMeta: Sendable, Hashable {
  /// The version of the storage layout.
  public var formatVersion = Journal.formatVersion
  /// The version of the folds that made the projections.
  public var reducerVersion = Journal.reducerVersion
  /// The writers that this home has used, the present one last.
  public var ownWriters: [WriterID] = []
  /// Whether another copy wrote under this home's writer, so that the next
  /// action needs a new one.
  public var needsNewWriter = false
  /// Whether plants and rooms are behind the log, and nothing else is: events
  /// came in, of which more were to come.
  public var isBehind = false

  static let key: [UInt8] = Array("meta".utf8)

  /// Whether all is to be folded: another layout or other folds than this
  /// program's made what is stored, or plants and rooms are behind.
  ///
  /// - Throws: ``JournalLog/StorageError/newerFormat(found:known:)``.
  func isStale() throws(StorageError) -> Bool {
    guard formatVersion <= Journal.formatVersion else {
      throw .newerFormat(found: formatVersion, known: Journal.formatVersion)
    }
    return isOfOtherFolds || isBehind
  }

  /// Whether another layout or other folds made what is stored.
  var isOfOtherFolds: Bool {
    formatVersion != Journal.formatVersion
      || reducerVersion != Journal.reducerVersion
  }

  var stored: [UInt8] {
    var writer = CBORWriter(capacity: 48)
    writer.array(isBehind ? 5 : 4)
    writer.unsigned(formatVersion)
    writer.unsigned(reducerVersion)
    writer.array(ownWriters.count)
    for own in ownWriters { writer.id(own) }
    writer.bool(needsNewWriter)
    if isBehind { writer.bool(true) }
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
      // What follows belongs to the format; a newer one may differ.
      guard format <= Journal.formatVersion else {
        return JournalMeta(formatVersion: format, reducerVersion: 0)
      }
      return JournalMeta(
        formatVersion: format, reducerVersion: try reader.unsigned(),
        ownWriters: try reader.items { try $0.id() },
        needsNewWriter: try reader.bool(),
        isBehind: try count > 4 && reader.bool())
    }
  }
}

extension Journal {
  /// What the journal says of itself; `nil` before anything was written.
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
