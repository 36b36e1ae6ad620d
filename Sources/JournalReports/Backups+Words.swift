package import Encodings
internal import ErrorKit
internal import JournalEvents
package import JournalExchange
internal import JournalQueries
internal import JournalTime
internal import TextKit

// Backups, the results of restoring them, and deletions.

extension Backup {
  /// The contents in words: "12 events and 3 photos".
  package var contents: String {
    let events = Phrase.count(manifest.events, "event")
    let photos = manifest.photos.count
    return photos > 0
      ? "\(events) and \(Phrase.count(photos, "photo"))" : events
  }

  /// A short remark on the backup.
  package var remark: String {
    if place.isReplaced {
      return "set aside by a restore; 'latest' skips it"
    }
    if manifest.isMissingCommits {
      return "commits were missing when it was made"
    }
    let missing = manifest.missingPhotos.count
    return missing > 0 ? "lacks \(Phrase.count(missing, "photo"))" : ""
  }
}

extension BackupError {
  /// Returns a short remark on an entry that is not a backup.
  package func remark(on place: BackupPlace) -> String {
    switch self {
    case .noManifest where place.isReplaced:
      "set aside by a restore and not checked, as it was damaged or the restore "
        + "was killed; remove it once the journal is complete"
    case .noManifest: "not a finished backup: it has no manifest"
    case .absent:
      place.name.contains("\u{FFFD}")
        ? "its name is not UTF-8; rename it" : "it was removed meanwhile"
    case .newerFormat: "made by a newer program"
    default: "the manifest cannot be read"
    }
  }
}

extension BroughtPhotos {
  /// Returns a line on the copied files.
  package func words(isDryRun: Bool) -> String {
    guard copied > 0 else { return "no file of a photo came" }
    return Verb("bring", "brought").sentence(
      "the \(copied == 1 ? "file" : "files") of "
        + Phrase.count(copied, "photo"), isDryRun: isDryRun)
  }
}

extension Deletion {
  /// A sentence that says what the deletion will remove.
  package var announcement: String {
    "The journal '\(SafeText.shown(name))' has "
      + Phrase.count(plants, "plant") + " and "
      + Phrase.count(events, "event") + "."
  }
}

extension JSONWriter {
  /// Writes a backup and its manifest.
  package mutating func backup(_ backup: Backup) {
    let manifest = backup.manifest
    object { writer in
      writer.member("name", backup.place.name)
      writer.member("path", backup.place.path)
      writer.member("createdAt", manifest.createdAt.description)
      writer.member("program", manifest.program)
      writer.member("journals", manifest.journals.map(\.description))
      writer.member("events", manifest.events)
      writer.member("bytes", manifest.byteCount)
      writer.member("hash", manifest.hash.description)
      if manifest.isMissingCommits { writer.member("missingCommits", true) }
      writer.member("photos", manifest.photos.count)
      writer.member("missingPhotos", manifest.missingPhotos.count)
    }
  }

  /// Writes a list of backups.
  package mutating func backups(
    _ entries: [BackupList.Entry], in directory: String
  ) {
    object { writer in
      writer.member("directory", directory)
      writer.list("backups", entries.compactMap { try? $0.result.get() }) {
        $0.backup($1)
      }
      writer.member("others") { writer in
        writer.array { writer in
          for entry in entries {
            guard case .failure(let error) = entry.result else { continue }
            writer.object { writer in
              writer.member("name", entry.place.name)
              writer.member("path", entry.place.path)
              writer.member(
                "problem", error.remark(on: entry.place))
            }
          }
        }
      }
    }
  }

  /// Writes the result of a restore.
  package mutating func restored(
    _ backup: Backup, _ photos: BroughtPhotos, replaced: ReplacedJournal?,
    to home: String, isDryRun: Bool
  ) {
    object { writer in
      if isDryRun { writer.member("dryRun", true) }
      writer.member("home", home)
      writer.member("restored") { $0.backup(backup) }
      writer.member("replaced", replaced?.place.path)
      let canUndo = replaced.map { $0.problem == nil }
      writer.member("canUndo", canUndo) { $0.bool($1) }
      writer.member("erasedAgain", replaced?.erasedAgain)
      writer.member("photos", photos.copied)
    }
  }

  /// Writes the result of restoring photos only.
  package mutating func restored(
    _ photos: BroughtPhotos, of backup: Backup, to home: String,
    isDryRun: Bool
  ) {
    object { writer in
      if isDryRun { writer.member("dryRun", true) }
      writer.member("home", home)
      writer.member("restored") { $0.backup(backup) }
      writer.member("replaced", nil as String?)
      writer.member("canUndo") { $0.null() }
      writer.member("erasedAgain", nil as Int?)
      writer.member("photos", photos.copied)
    }
  }

  /// Writes the result of a deletion; `restore` is the command that reverts it.
  package mutating func deletion(
    _ deletion: Deletion, _ backup: Backup?, restore: String?,
    remotes: [String], left: Int
  ) {
    let path = backup?.place.path
    object { writer in
      writer.member("name", deletion.name)
      writer.member("plants", deletion.plants)
      writer.member("events", deletion.events)
      writer.member("removed", backup != nil)
      writer.member("backup", path)
      writer.member("restore", restore)
      writer.member("photos", deletion.photos)
      writer.member("photoBytes", deletion.photoByteCount)
      if left > 0 { writer.member("photoFilesLeft", left) }
      writer.member("remotes", remotes)
    }
  }
}
