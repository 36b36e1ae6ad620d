public import ErrorKit

/// The outcome of a sync with one remote.
public struct SyncOutcome {
  /// The remote.
  public let remote: Remote
  /// The report, or the error.
  public let result: Result<SyncReport, any Error>

  /// Creates an outcome.
  public init(_ remote: Remote, _ result: Result<SyncReport, any Error>) {
    self.remote = remote
    self.result = result
  }

  /// The report; `nil` if the sync failed.
  public var report: SyncReport? { try? result.get() }

  /// A Boolean value that indicates whether events arrived.
  public var hasReceived: Bool { report?.received.isEmpty == false }

  /// A Boolean value that indicates whether events arrived or were sent.
  public var hasMoved: Bool { hasReceived || report?.sent.isEmpty == false }

  /// A Boolean value that indicates whether the sync was asked to stop.
  var isEnded: Bool {
    guard case .failure(let error) = result else { return false }
    return error as? RemoteError == .ended
  }
}

extension SyncOutcome {
  /// Throws if not everything was synced, for the exit status.
  ///
  /// - Throws: The error of the sync, or ``ThingsRefused``.
  public func check() throws {
    let report = try result.get()
    guard report.refused.isEmpty, report.files?.refused.isEmpty != false else {
      throw ThingsRefused(remote: remote.name)
    }
  }
}

/// The sync refused some objects; everything else was synced.
struct ThingsRefused: DescribedError {
  let remote: String

  var facts: ErrorFacts {
    .init(
      .damagedData,
      "not everything was synced with '\(remote)': the lines above list what was refused"
    )
  }
}

/// The home has no remotes.
public struct NoRemote: DescribedError {
  /// Creates the error.
  public init() {}

  public var facts: ErrorFacts {
    .init(.nothingMatched, "there is no remote to sync with", .addRemote)
  }
}
