internal import JournalExchange
internal import TerminalKit

/// Tells how far the steps of work on a backup are.
final class BackupProgress {
  private let progress: Progress
  private let manifest: BackupManifest?
  private var step: BackupStep?

  /// - `manifest`: Where it is known already, it says how much there is.
  init(_ progress: Progress, _ manifest: BackupManifest? = nil) {
    self.progress = progress
    self.manifest = manifest
  }

  /// Tells how much of a step is done; another step than the last begins.
  func advance(_ step: BackupStep, _ done: Int) {
    if step != self.step {
      self.step = step
      switch step {
      case .bytes: progress.begin("reading", .bytes, of: manifest?.byteCount)
      case .events: progress.begin("checking", .events, of: manifest?.events)
      }
    }
    progress.advance(to: done)
  }

  /// Ends the work.
  func end() {
    progress.end()
  }
}
