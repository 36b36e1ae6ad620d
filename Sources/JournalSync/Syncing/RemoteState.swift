internal import Encodings
internal import JournalEvents
internal import JournalLog
internal import JournalTime
internal import POSIXKit

/// The known contents of a remote: a cache, without which a sync only asks for
/// more.
struct RemoteState: Equatable {
  /// The store's hour when it was last looked at.
  var hour: StoreHour?
  /// The time at which all of the store was listed last.
  var listedAt: Instant?
  /// The time of the last sync.
  var syncedAt: Instant?
  /// The events up to which the remote holds everything, by writer. Each is
  /// held here as well.
  var tips: [WriterID: [EventReference]] = [:]
  /// The erased events of which the remote holds no payload, as far as this
  /// replica knows.
  var clean: Set<EventReference> = []
  /// The number of erasures known here when that was found out; `nil` if
  /// unknown.
  var erasureCount: Int?
  /// The number of erased events that are not known to be clean.
  var uncleanCount = 0
  /// Events that it lacked, so that its later ones could not be taken.
  var gaps: [SyncReport.Gap] = []
  /// The times at which events of this home were sent to it, the latest last.
  private(set) var departures: [Departure] = []

  /// The events of a writer that one sync has sent.
  struct Departure: Equatable {
    let writer: WriterID
    let sequences: ClosedRange<UInt64>
    let at: Instant
  }
}

extension RemoteState {
  private static let mostDepartures = 64

  /// Notes that `count` events of a writer, its last ones there, were sent.
  mutating func noteDeparture(
    of count: UInt64, by writer: WriterID, at moment: Instant
  ) {
    guard let last = tips[writer]?.map(\.sequence).max(), 1...last ~= count
    else { return }
    departures.append(
      Departure(
        writer: writer, sequences: last - count + 1...last, at: moment))
    departures = departures.suffix(Self.mostDepartures)
  }

  /// Returns whether the writer of `received` may have seen `own`, an earlier
  /// event of this home, by way of the remote before it wrote.
  func mayHaveShown(
    _ own: EventHeader, before received: EventHeader
  ) -> Bool {
    guard
      tips[own.writer]?.contains(where: { $0.sequence >= own.sequence })
        == true
    else { return false }
    let departure = departures.first {
      $0.writer == own.writer && $0.sequences.contains(own.sequence)
    }
    guard let departure else { return true }
    // A clock that is behind that of an earlier event says nothing.
    return received.recorded >= departure.at || received.recorded < own.recorded
  }
}

extension RemoteState {
  private static let version: UInt64 = 4

  /// Reads the stored state; an unreadable one is empty.
  init(at path: String) {
    self.init()
    guard let bytes = try? File.contents(of: path, atMost: 1 << 28) else {
      return
    }
    let state = try? SealedValue.open(bytes.span.bytes, in: path) { content in
      var reader = CBORReader(content)
      return try Self.read(&reader)
    }
    if let state { self = state }
  }

  private static func read(
    _ reader: inout CBORReader
  ) throws(CBORError) -> RemoteState {
    var state = RemoteState()
    let count = try reader.array()
    // Version 1 ended with the tips, 2 with the gaps, 3 with what is unclean.
    guard [5: 1, 7: 2, 9: 3, 10: 4][count] == (try reader.unsigned()) else {
      return state
    }
    state.hour =
      reader.readNull()
      ? nil : StoreHour(digits: try reader.unsigned())
    state.listedAt = try instant(&reader)
    state.syncedAt = try instant(&reader)
    state.tips = try events(&reader)
    guard count >= 7 else { return state }
    state.clean = Set(try events(&reader).values.joined())
    for _ in 0..<(try reader.array()) {
      _ = try reader.array()
      let writer: WriterID = try reader.id()
      let (first, last) = (try reader.unsigned(), try reader.unsigned())
      guard first <= last else { continue }
      state.gaps.append(.init(writer: writer, sequences: first...last))
    }
    guard count >= 9 else { return state }
    state.erasureCount =
      reader.readNull() ? nil : Int(clamping: try reader.unsigned())
    state.uncleanCount = Int(clamping: try reader.unsigned())
    guard count == 10 else { return state }
    for _ in 0..<(try reader.array()) {
      _ = try reader.array()
      let writer: WriterID = try reader.id()
      let (first, last) = (try reader.unsigned(), try reader.unsigned())
      guard let at = try instant(&reader), first <= last else { continue }
      state.departures.append(
        Departure(writer: writer, sequences: first...last, at: at))
    }
    return state
  }

  private static func events(
    _ reader: inout CBORReader
  ) throws(CBORError) -> [WriterID: [EventReference]] {
    var found: [WriterID: [EventReference]] = [:]
    for _ in 0..<(try reader.array()) {
      _ = try reader.array()
      let writer: WriterID = try reader.id()
      var events: [EventReference] = []
      for _ in 0..<(try reader.array()) {
        _ = try reader.array()
        let sequence = try reader.unsigned()
        let hashPrefix = try reader.unsigned()
        events.append(
          EventReference(
            writer: writer, sequence: sequence, hashPrefix: hashPrefix))
      }
      found[writer] = events
    }
    return found
  }

  private static func write(
    _ events: [WriterID: [EventReference]], to writer: inout CBORWriter
  ) {
    writer.array(events.count)
    for (id, events) in events.sorted(by: { $0.key < $1.key }) {
      writer.array(2)
      writer.byteString(id.bytes)
      writer.array(events.count)
      for event in events.sorted() {
        writer.array(2)
        writer.unsigned(event.sequence)
        writer.unsigned(event.hashPrefix)
      }
    }
  }

  private static func instant(
    _ reader: inout CBORReader
  ) throws(CBORError) -> Instant? {
    reader.readNull() ? nil : Instant(milliseconds: try reader.integer())
  }

  /// Stores the state.
  ///
  /// - Throws: `FileSystemError`.
  func write(to path: String) throws {
    var writer = CBORWriter()
    writer.array(10)
    writer.unsigned(Self.version)
    if let digits = hour.flatMap({ UInt64($0.description) }) {
      writer.unsigned(digits)
    } else {
      writer.null()
    }
    for moment in [listedAt, syncedAt] {
      if let moment {
        writer.integer(moment.milliseconds)
      } else {
        writer.null()
      }
    }
    Self.write(tips, to: &writer)
    Self.write(Dictionary(grouping: clean, by: \.writer), to: &writer)
    writer.array(gaps.count)
    for gap in gaps {
      writer.array(3)
      writer.byteString(gap.writer.bytes)
      writer.unsigned(gap.sequences.lowerBound)
      writer.unsigned(gap.sequences.upperBound)
    }
    if let erasureCount {
      writer.unsigned(UInt64(erasureCount))
    } else {
      writer.null()
    }
    writer.unsigned(UInt64(uncleanCount))
    writer.array(departures.count)
    for departure in departures {
      writer.array(4)
      writer.byteString(departure.writer.bytes)
      writer.unsigned(departure.sequences.lowerBound)
      writer.unsigned(departure.sequences.upperBound)
      writer.integer(departure.at.milliseconds)
    }
    if let parent = FileSystem.parent(of: path) {
      try FileSystem.makeDirectory(parent)
    }
    try File.replace(path, with: SealedValue.seal(writer.bytes))
  }
}
