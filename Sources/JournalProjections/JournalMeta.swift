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
  /// A Boolean value that indicates whether another copy wrote under this
  /// home's writer, so that the next action needs a new one.
  public var needsNewWriter = false
  /// A Boolean value that indicates whether plants and rooms, and only these,
  /// are behind the log, because more events were expected.
  public var isBehind = false

  static let key: [UInt8] = Array("meta".utf8)

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
      // The following belongs to the format; a newer one may differ.
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
