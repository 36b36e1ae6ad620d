internal import JournalEvents

/// A place that stores segments: a folder, or a server of objects.
///
/// Names are relative paths, such as `SegmentName` and `BlobName` make them. A
/// store never overwrites objects.
public protocol ObjectStore: AnyObject {
  /// Lists the objects whose names begin with `prefix`, a path that ends in a
  /// slash, and sort after `start`, both compared as bytes.
  ///
  /// - Parameters:
  ///   - prefix: The path to list. A path that does not exist has no objects.
  ///   - start: The name to start after; empty for all.
  ///   - body: Gets each name, in no particular order.
  /// - Returns: The time of the store's own clock.
  /// - Throws: `StoreError`, or errors of `body`.
  func forEachName(
    under prefix: String, after start: String, _ body: (String) throws -> Void
  ) throws -> StoreHour

  /// Returns an object's bytes; `nil` if there is no object of that name.
  ///
  /// - Throws: `StoreError`, also if it is longer than `limit`.
  func object(_ name: String, atMost limit: Int) throws -> [UInt8]?

  /// Stores an object durably, if there is none of that name.
  ///
  /// - Returns: Whether it was stored; otherwise the same bytes were there.
  /// - Throws: `StoreError`, also if other bytes are there.
  func put(_ bytes: [UInt8], as name: String) throws -> Bool

  /// Removes an object, and returns whether it existed.
  func remove(_ name: String) throws -> Bool

  /// A Boolean value that indicates whether objects may appear under past
  /// hours.
  var keepsNoHours: Bool { get }

  /// The cost of its use so far.
  var cost: TransferCost { get throws }

  /// The number of free bytes; `nil` if the store does not tell, such as S3.
  var room: Int? { get throws }
}

extension ObjectStore {
  public var room: Int? { nil }
}

/// The cost of using a remote.
public struct TransferCost: Sendable, Hashable {
  /// The number of requests; a folder takes none.
  public var requests = 0
  /// The number of bytes sent.
  public var bytesSent = 0
  /// The number of bytes received.
  public var bytesReceived = 0

  /// Creates a cost.
  public init(requests: Int = 0, bytesSent: Int = 0, bytesReceived: Int = 0) {
    self.requests = requests
    self.bytesSent = bytesSent
    self.bytesReceived = bytesReceived
  }
}
