internal import JournalEvents

/// Where segments are kept: a folder, or a server that keeps objects.
///
/// Names are relative paths, such as `SegmentName` and `BlobName` make them.
/// Nothing is ever overwritten.
public protocol ObjectStore: AnyObject {
  /// Lists the objects whose names begin with `prefix`, a path that ends in a
  /// slash, and come after `start`, both compared as bytes.
  ///
  /// - Parameters:
  ///   - prefix: Where to look. What does not exist has no objects.
  ///   - start: Where to begin; empty for all.
  ///   - body: Gets each name, in no particular order.
  /// - Returns: What the store's own clock shows.
  /// - Throws: `StoreError`, or what `body` threw.
  func forEachName(
    under prefix: String, after start: String, _ body: (String) throws -> Void
  ) throws -> StoreHour

  /// An object's bytes; `nil` where there is none.
  ///
  /// - Throws: `StoreError`, also where it is longer than `limit`.
  func object(_ name: String, atMost limit: Int) throws -> [UInt8]?

  /// Keeps an object, durably, where there is none of that name.
  ///
  /// - Returns: Whether it was stored; else the same bytes were there.
  /// - Throws: `StoreError`, also where other bytes are there.
  func put(_ bytes: [UInt8], as name: String) throws -> Bool

  /// Removes an object, and says whether it was there.
  func remove(_ name: String) throws -> Bool

  /// Whether objects may come under hours that have passed, as where other
  /// programs bring them.
  var keepsNoHours: Bool { get }

  /// What using it has cost so far.
  var cost: TransferCost { get throws }

  /// How many bytes it has room for; `nil` where it does not tell, as S3 does
  /// not.
  var room: Int? { get throws }
}

extension ObjectStore {
  public var room: Int? { nil }
}

/// What it costs to use a remote.
public struct TransferCost: Sendable, Hashable {
  /// How many requests were made; a folder takes none.
  public var requests = 0
  /// How many bytes went out.
  public var bytesSent = 0
  /// How many bytes came in.
  public var bytesReceived = 0

  /// Creates a cost.
  public init(requests: Int = 0, bytesSent: Int = 0, bytesReceived: Int = 0) {
    self.requests = requests
    self.bytesSent = bytesSent
    self.bytesReceived = bytesReceived
  }
}
