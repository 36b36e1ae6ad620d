public import ErrorKit

/// What came of a sync with one remote.
public struct SyncOutcome {
  /// The remote.
  public let remote: Remote
  /// What was done, or why it could not be.
  public let result: Result<SyncReport, any Error>

  /// Creates an outcome.
  public init(_ remote: Remote, _ result: Result<SyncReport, any Error>) {
    self.remote = remote
    self.result = result
  }

  /// What was done; `nil` where it failed.
  public var report: SyncReport? { try? result.get() }

  /// Whether events came.
  public var hasReceived: Bool { report?.received.isEmpty == false }

  /// Whether events came or went.
  public var hasMoved: Bool { hasReceived || report?.sent.isEmpty == false }

  /// Whether it was asked to end.
  var isEnded: Bool {
    guard case .failure(let error) = result else { return false }
    return error as? RemoteError == .ended
  }
}

/// There is nothing to sync with.
public struct NoRemote: DescribedError {
  /// Creates the error.
  public init() {}

  public var facts: ErrorFacts {
    .init(.nothingMatched, "there is no remote to sync with", .addRemote)
  }
}
