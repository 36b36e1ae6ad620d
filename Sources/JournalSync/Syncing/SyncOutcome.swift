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

extension SyncOutcome {
  /// Whoever started it learns from its status that not all of it was done.
  ///
  /// - Throws: Why it could not be, or ``ThingsRefused``.
  public func check() throws {
    let report = try result.get()
    guard report.refused.isEmpty, report.files?.refused.isEmpty != false else {
      throw ThingsRefused(remote: remote.name)
    }
  }
}

/// Some of what syncs was refused, and all else was done.
struct ThingsRefused: DescribedError {
  let remote: String

  var facts: ErrorFacts {
    .init(
      .damagedData,
      "not all was synced with '\(remote)': what was refused is told above")
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
