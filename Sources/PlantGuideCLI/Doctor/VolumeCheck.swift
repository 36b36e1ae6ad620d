internal import JournalLog
internal import LMDBKit
internal import POSIXKit
internal import TerminalKit

/// Looks at the file system below the home: its kind, and what room it has.
enum VolumeCheck {
  private static let kind = "volume"
  private static let space = "space"

  static func findings(_ home: JournalHome) -> [Finding] {
    Finding.guarded(kind) {
      let volume = try Volume(of: home.path)
      return [
        finding(of: volume.kind),
        finding(
          free: volume.freeByteCount, data: dataByteCount(of: home)),
      ]
    }
  }

  private static func finding(of found: Volume.Kind) -> Finding {
    switch found {
    case .local: .ok(kind, "a local file system")
    case .network:
      .problem(
        kind,
        "a network file system, on which the journal would be damaged",
        remedy: "set PLANTGUIDE_HOME to a directory on a local disk", .system)
    case .memory:
      .warning(
        kind, "the home lies in memory and is gone after a restart",
        remedy: "set PLANTGUIDE_HOME to a directory on a disk")
    case .overlay:
      .note(
        kind,
        "the home lies in a container's own layer and is gone with the container",
        remedy: "set PLANTGUIDE_HOME to a directory that is mounted into it")
    }
  }

  /// A commit writes new pages before it frees the old, and a backup needs
  /// the whole file once more.
  private static func finding(free: Int, data: Int) -> Finding {
    let text = "\(Phrase.bytes(free)) free"
    guard free >= 1 << 20 else {
      return .problem(
        space, "the disk is full: \(text)", remedy: "free some space on it",
        .system)
    }
    guard free >= data + (16 << 20) else {
      return .warning(
        space, "\(text), too little for a backup beside the journal",
        remedy: "free some space on the disk")
    }
    return .ok(space, text)
  }

  private static func dataByteCount(of home: JournalHome) -> Int {
    (try? FileStatus(of: home.dataFile))?.byteCount ?? 0
  }
}
