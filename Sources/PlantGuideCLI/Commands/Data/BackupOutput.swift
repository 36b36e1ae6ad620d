internal import ErrorKit
internal import JournalEvents
internal import JournalExchange
internal import JournalQueries
internal import JournalReports
internal import JournalTime
internal import TerminalKit
internal import TextKit

/// The list of backups for people.
enum BackupTable {
  static func table(of entries: [BackupList.Entry]) -> Table {
    var table = Table([
      .init("NAME", excess: .wrapped), .init("EVENTS", alignment: .right),
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
          .init(backup.remark, .hint),
        ])
      case .failure(let error):
        table.add([
          .init(entry.place.name), .init(""), .init(""), .init(""),
          .init(error.remark(on: entry.place), .hint),
        ])
      }
    }
    return table
  }
}

extension CommandContext {
  /// Warns of a backup of a journal that had lost something, as a journal
  /// restored from it does not know of the loss.
  ///
  /// It does know of photos without files, but this warns of them as well.
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
