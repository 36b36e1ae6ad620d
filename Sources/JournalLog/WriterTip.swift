internal import Encodings
public import JournalEvents

/// The last event of one branch of a writer's chain.
public struct WriterTip: Sendable, Hashable {
  /// The event's sequence number.
  public let sequence: UInt64
  /// The event's hash.
  public let hash: EventHash
  /// The event's stamp.
  public let stamp: Stamp

  public init(sequence: UInt64, hash: EventHash, stamp: Stamp) {
    self.sequence = sequence
    self.hash = hash
    self.stamp = stamp
  }

  /// Returns a reference to the event, given its writer.
  public func reference(of writer: WriterID) -> EventReference {
    EventReference(writer: writer, sequence: sequence, hashPrefix: hash.prefix)
  }
}

/// The known tips of one writer: one, or several after a fork.
public struct WriterTips: Sendable, Hashable {
  /// The tips by sequence, then hash.
  public private(set) var tips: [WriterTip]

  /// No tips.
  public static let none = WriterTips([])

  private init(_ tips: [WriterTip]) {
    self.tips = tips
  }

  /// Returns whether the event with this hash is a tip.
  public func has(_ hash: EventHash) -> Bool {
    tips.contains { $0.hash == hash }
  }

  /// A Boolean value that indicates whether the writer's chain has branches.
  public var isForked: Bool { tips.count > 1 }

  /// The greatest stamp of the tips.
  public var latestStamp: Stamp? { tips.map(\.stamp).max() }

  /// Records an event whose predecessor is `previous`: it replaces that tip, or
  /// starts a branch if `previous` is not a tip.
  public mutating func advance(past previous: EventHash, to tip: WriterTip) {
    // The common case: an unforked chain continues.
    if tips.count == 1, tips[0].hash == previous {
      tips[0] = tip
      return
    }
    tips.removeAll { $0.hash == previous }
    tips.append(tip)
    tips.sort { ($0.sequence, $0.hash) < ($1.sequence, $1.hash) }
  }

  var encoded: [UInt8] {
    var writer = CBORWriter(capacity: 64)
    writer.array(tips.count)
    for tip in tips {
      writer.array(4)
      writer.unsigned(tip.sequence)
      writer.byteString(tip.hash.bytes)
      writer.unsigned(tip.stamp.milliseconds)
      writer.unsigned(UInt64(tip.stamp.counter))
    }
    return SealedValue.seal(writer.bytes)
  }

  static func decode(_ sealed: RawSpan) throws -> WriterTips {
    try SealedValue.open(sealed, in: LogDatabase.writers) { content in
      var reader = CBORReader(content)
      var tips: [WriterTip] = []
      for _ in 0..<(try reader.array()) {
        _ = try reader.array()
        let sequence = try reader.unsigned()
        let hash = EventHash(bytes: try reader.byteString())
        let stamp = Stamp(
          milliseconds: try reader.unsigned(), counter: try reader.unsigned())
        guard let hash, let stamp else {
          throw CBORError(.outOfRange, at: reader.offset)
        }
        tips.append(WriterTip(sequence: sequence, hash: hash, stamp: stamp))
      }
      return WriterTips(tips)
    }
  }
}
