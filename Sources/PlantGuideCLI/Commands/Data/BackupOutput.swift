internal import Encodings
internal import ErrorKit
internal import JournalEvents
internal import JournalExchange
internal import JournalQueries
internal import JournalTime
internal import TerminalKit
internal import TextKit

/// The list of backups for people.
enum BackupTable {
  static func table(of entries: [BackupList.Entry]) -> Table {
    var table = Table([
      .init("NAME"), .init("EVENTS", alignment: .right),
      .init("KIB", alignment: .right), .init("PHOTOS", alignment: .right),
      .init("REMARK"),
    ])
    for entry in entries {
      switch entry.result {
      case .success(let backup):
        table.add([
          .init(entry.place.name), .init("\(backup.manifest.events)"),
          .init("\(backup.manifest.byteCount / 1024)"),
          .init("\(backup.manifest.photos.count)"),
          .init(remark(on: backup), .hint),
        ])
      case .failure(let error):
        table.add([
          .init(entry.place.name), .init(""), .init(""), .init(""),
          .init(remark(error, on: entry.place), .hint),
        ])
      }
    }
    return table
  }

  private static func remark(on backup: Backup) -> String {
    if backup.place.isReplaced {
      return "put away by a restore; 'latest' passes over it"
    }
    if backup.manifest.isMissingCommits {
      return "commits were missing when it was made"
    }
    let missing = backup.manifest.missingPhotos.count
    return missing > 0 ? "lacks \(Phrase.count(missing, "photo"))" : ""
  }

  /// Why an entry is no backup, in few words.
  static func remark(
    _ error: BackupError, on place: BackupPlace
  ) -> String {
    switch error {
    case .noManifest where place.isReplaced:
      "what a restore put away, unchecked: it was damaged, or the restore was "
        + "killed; remove it once the journal has all you want"
    case .noManifest: "no manifest, so no finished backup"
    case .absent: "it was removed meanwhile"
    case .newerFormat: "made by a newer program"
    default: "the manifest cannot be read"
    }
  }
}

extension CommandContext {
  /// Warns where a backup was made of a journal that had lost something, as a
  /// journal that is restored from it does not know of that.
  ///
  /// Of photos without files it does; they are told all the same.
  mutating func warnOfMissing(in backup: Backup) {
    let photos = backup.manifest.missingPhotos.count
    if photos > 0 {
      warnings.add(
        ErrorReport(
          .init(
            .damagedData,
            "the backup \(SafeText.shown(backup.place.name)) lacks the files of "
              + "\(Phrase.count(photos, "photo")), which were not here",
            .bringPhotos)))
    }
    guard backup.manifest.isMissingCommits else { return }
    warnings.add(
      ErrorReport(
        .init(
          .damagedData,
          "commits that were acknowledged were missing when the backup "
            + "\(SafeText.shown(backup.place.name)) was made, and are not in it",
          "import the events of another replica, or of an older backup")))
  }
}

extension Backup {
  /// What it holds: "12 events and 3 photos".
  var contents: String {
    let events = Phrase.count(manifest.events, "event")
    let photos = manifest.photos.count
    return photos > 0
      ? "\(events) and \(Phrase.count(photos, "photo"))" : events
  }
}

extension JSONWriter {
  /// Writes a backup and what its manifest says.
  mutating func backup(_ backup: Backup) {
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
  mutating func backups(_ entries: [BackupList.Entry], in directory: String) {
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
                "problem", BackupTable.remark(error, on: entry.place))
            }
          }
        }
      }
    }
  }
}
