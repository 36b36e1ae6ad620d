internal import Encodings
public import JournalEvents
internal import LMDBKit
public import POSIXKit

/// The valid events in a data file, even if the rest of the file is damaged.
///
/// An event contains its writer, sequence and hashes, so it is found without a
/// tree. Pages outside the log's tree, such as older copies, count only if the
/// tree lacks events: they may contain events that were never committed.
public struct LogSalvage {
  /// The missing sequences of a writer.
  public struct Gap: Sendable, Hashable {
    /// The writer.
    public let writer: WriterID
    /// The sequences in ascending order.
    public let sequences: [ClosedRange<UInt64>]
  }

  /// An event's place in the file.
  private struct Found {
    let reference: EventReference
    /// The start of the preceding event's hash.
    let previous: UInt64
    let page: UInt32
    let offset: UInt16
    let count: UInt32
    /// A Boolean value that indicates whether the log's tree contains the page.
    let isReached: Bool
    /// A Boolean value that is `false` if the event has the key of another.
    let isKeyed: Bool
    /// A Boolean value that indicates whether the payload is absent.
    let isEmptied: Bool
  }

  private let pages: DataPages
  private var continued: [Found] = []
  private var stray: [Found] = []
  /// The erasures by the events that describe them.
  private var erasures: [EventReference: Erasure] = [:]
  /// The full names of events without payload.
  private var emptied: [EventReference: Erasure] = [:]
  /// The events that are known to have existed and were not found.
  public private(set) var gaps: [Gap] = []

  /// A Boolean value that indicates whether commits are missing according to
  /// the head beside the data file.
  public private(set) var isMissingCommits = false

  /// The number of events in chains from their writer's first event.
  public var continuedCount: Int { continued.count }
  /// The number of events whose predecessor was not found.
  public var strayCount: Int { stray.count }

  /// Searches a data file.
  ///
  /// - Parameters:
  ///   - path: The file; nobody must write to it during the search.
  ///   - progress: Called from time to time with the number of bytes read, and
  ///     the total.
  /// - Throws: `FileSystemError` if the file cannot be read.
  /// - Complexity: O(*n*) for *n* bytes; about 60 bytes of memory per event.
  public init(
    of path: String, progress: (Int, Int) -> Void = { _, _ in }
  ) throws(FileSystemError) {
    pages = try DataPages(of: path)
    let use = PageUse(of: pages)
    var found: [Found] = []
    var known: [WriterID: UInt64] = [:]
    for page in 0..<pages.count {
      if page & 0xff == 0 {
        progress(page * pages.pageSize, pages.count * pages.pageSize)
      }
      let bytes = try pages.bytes(from: page, count: pages.pageSize)
      for (writer, sequence) in Self.tips(in: pages.entries(of: bytes)) {
        known[writer] = max(known[writer] ?? 0, sequence)
      }
      try find(
        in: bytes, page, isReached: use?.isPage(page, of: LogDatabase.log),
        &found)
    }
    // The hash of an altered event differs from the hash in its key and in the
    // next event.
    let named = Set(found.map(\.previous))
    found.removeAll { event in
      let isOther =
        !event.isKeyed && !named.contains(event.reference.hashPrefix)
      if isOther {
        let writer = event.reference.writer
        known[writer] = max(known[writer] ?? 0, event.reference.sequence)
      }
      return isOther
    }
    found.sort {
      $0.reference == $1.reference
        ? $0.isReached && !$1.isReached : $0.reference < $1.reference
    }
    let head = JournalHead.read("\(path.dropLast("data.mdb".count))head")
    let isOlder = head.map { $0.commit > use?.commit ?? 0 } ?? false
    choose(among: found.filter(\.isReached), known)
    if use?.isWhole != true || isOlder || !gaps.isEmpty || !stray.isEmpty {
      choose(among: found, known)
    }
    isMissingCommits =
      head.map { $0.missing > 0 || $0.events > continued.count + stray.count }
      ?? false
  }

  /// Adds the events that start on a page.
  private mutating func find(
    in page: [UInt8], _ number: Int, isReached: Bool?,
    _ found: inout [Found]
  ) throws(FileSystemError) {
    var offset = 16
    while offset + 2 <= page.count {
      defer { offset += 2 }
      // An array of two items, with a byte string of at least 24 bytes first.
      guard page[offset] == 0x82, page[offset + 1] & 0xfe == 0x58 else {
        continue
      }
      var bytes = page[offset...]
      var count = EventFrame.byteCount(atStartOf: bytes.span.bytes)
      if count == nil, offset == 16 {
        // A long event has its own pages.
        let whole = try pages.bytes(
          from: number, count: RecordedEvent.maximumByteCount + offset)
        bytes = whole[offset...]
        count = EventFrame.byteCount(atStartOf: bytes.span.bytes)
      }
      guard let count,
        let event = try? RecordedEvent(
          decoding: bytes.span.bytes.extracting(0..<count))
      else { continue }
      let isKeyed = Self.isKeyed(event.reference, at: offset, on: page)
      // Without a payload, only the key proves that it was stored like this.
      guard event.payloadBytes == nil ? isKeyed : event.hasIntactPayload else {
        continue
      }
      note(event)
      found.append(
        Found(
          reference: event.reference, previous: event.header.previous.prefix,
          page: UInt32(number), offset: UInt16(offset), count: UInt32(count),
          isReached: isReached == true, isKeyed: isKeyed,
          isEmptied: event.payloadBytes == nil))
      offset += count / 2 * 2 - 2
    }
  }

  private mutating func note(_ event: RecordedEvent) {
    guard event.payloadBytes != nil else {
      emptied[event.reference] = Erasure(of: event.reference, hash: event.hash)
      return
    }
    guard event.header.erases else { return }
    erasures[event.reference] = event.header.erasure(in: event.payload)
  }

  /// Returns whether the preceding key is the event's own. A long event has
  /// pages without a key.
  private static func isKeyed(
    _ reference: EventReference, at offset: Int, on page: [UInt8]
  ) -> Bool {
    guard offset > 16 else { return true }
    var key: [UInt8] = []
    LogKey.append(reference, to: &key)
    return offset >= key.count && page[..<offset].suffix(key.count) == key[...]
  }

  /// Returns the ends of chains in database entries.
  private static func tips(
    in entries: [(key: [UInt8], value: [UInt8])]
  ) -> [(WriterID, UInt64)] {
    entries.compactMap { key, value in
      guard let writer = WriterID(bytes: key.span.bytes),
        let tips = try? WriterTips.decode(value.span.bytes),
        let last = tips.tips.map(\.sequence).max()
      else { return nil }
      return (writer, last)
    }
  }

  /// Sorts the events into chains. Events without payload count only if another
  /// event erased them.
  private mutating func choose(
    among found: [Found], _ known: [WriterID: UInt64]
  ) {
    var found = found
    while true {
      sort(found, known)
      guard !emptied.isEmpty else { return }
      let erased = Set(continued.compactMap { erasures[$0.reference] })
      let unexplained = Set(
        continued.filter { event in
          event.isEmptied
            && emptied[event.reference].map(erased.contains) != true
        }.map(\.reference))
      guard !unexplained.isEmpty else { return }
      found.removeAll { $0.isEmptied && unexplained.contains($0.reference) }
    }
  }

  private mutating func sort(
    _ found: [Found], _ known: [WriterID: UInt64]
  ) {
    continued = []
    stray = []
    gaps = []
    var rest = found[...]
    while let writer = rest.first?.reference.writer {
      let own = rest.prefix { $0.reference.writer == writer }
      rest = rest.dropFirst(own.count)
      follow(own)
      note(own.map(\.reference.sequence), of: writer, upTo: known[writer])
    }
    let writers = Set(found.map(\.reference.writer))
    for (writer, last) in known where !writers.contains(writer) {
      gaps.append(Gap(writer: writer, sequences: [1...last]))
    }
    gaps.sort { $0.writer < $1.writer }
  }

  private mutating func follow(_ events: ArraySlice<Found>) {
    var parents: Set<UInt64> = []
    var last: UInt64 = 0
    var rest = events
    while let sequence = rest.first?.reference.sequence {
      let all = rest.prefix { $0.reference.sequence == sequence }
      rest = rest.dropFirst(all.count)
      // Events in the tree exclude others with the same sequence.
      let hasReached = all.contains(where: \.isReached)
      if sequence != last + 1 { parents = [] }
      last = sequence
      var held: Set<UInt64> = []
      var prefix: UInt64?
      for event in all where event.isReached || !hasReached {
        guard event.reference.hashPrefix != prefix else { continue }
        prefix = event.reference.hashPrefix
        guard sequence == 1 || parents.contains(event.previous) else {
          stray.append(event)
          continue
        }
        held.insert(event.reference.hashPrefix)
        continued.append(event)
      }
      parents = held
    }
  }

  private mutating func note(
    _ sequences: [UInt64], of writer: WriterID, upTo last: UInt64?
  ) {
    var missing: [ClosedRange<UInt64>] = []
    var next: UInt64 = 1
    for sequence in sequences where sequence >= next {
      if sequence > next { missing.append(next...(sequence - 1)) }
      next = sequence + 1
    }
    if let last, last >= next { missing.append(next...last) }
    guard !missing.isEmpty else { return }
    gaps.append(Gap(writer: writer, sequences: missing))
  }

  /// Returns an event in a chain from its writer's first event; predecessors
  /// come first.
  ///
  /// - Parameter index: Below ``continuedCount``.
  /// - Returns: The stored bytes.
  /// - Throws: `FileSystemError`.
  public func continued(at index: Int) throws(FileSystemError) -> [UInt8] {
    try bytes(of: continued[index])
  }

  /// Returns an event whose predecessor is missing.
  ///
  /// - Parameter index: Below ``strayCount``.
  /// - Returns: The stored bytes.
  /// - Throws: `FileSystemError`.
  public func stray(at index: Int) throws(FileSystemError) -> [UInt8] {
    try bytes(of: stray[index])
  }

  private func bytes(of found: Found) throws(FileSystemError) -> [UInt8] {
    let start = Int(found.offset)
    let bytes = try pages.bytes(
      from: Int(found.page), count: start + Int(found.count))
    return Array(bytes[start...])
  }
}
