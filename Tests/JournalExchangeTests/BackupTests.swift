import Glibc
import JournalActions
import JournalCare
import JournalEvents
import JournalExchange
import JournalLog
import JournalProjections
import JournalQueries
import JournalTestSupport
import JournalTime
import LMDBKit
import POSIXKit
import Testing

/// Copies of journals, and journals made of copies.
@Suite struct BackupTests {
  let fixture: ImportFixture
  let now = instant("2026-11-21T11:00:00Z")

  init() throws {
    fixture = try ImportFixture()
    try fixture.importTable("name,species\nMonty,Monstera deliciosa\n")
  }

  private var backups: String { fixture.directory.path + "/backups" }

  private func makeBackup() throws -> Backup {
    try fixture.care.backUp()
  }

  @Test func aBackupHoldsEveryEvent() throws {
    let backup = try makeBackup()
    #expect(backup.place.name == "20261121T110000Z")
    #expect(backup.manifest.events == (try fixture.eventCount))
    #expect(backup.manifest.program == "test")
    #expect(backup.manifest.createdAt == now)
    try backup.verify()
    #expect(try Backup(at: backup.place) == backup)
  }

  @Test func aBackupDoesNotChangeWithTheJournal() throws {
    let backup = try makeBackup()
    try fixture.importTable("name,species\nFig,Ficus\n")
    try backup.verify()
    #expect(backup.manifest.events < (try fixture.eventCount))
  }

  @Test func everyFlippedBitIsNoticed() throws {
    let backup = try makeBackup()
    let path = backup.place.path + "/lmdb/data.mdb"
    for offset in stride(from: 0, to: backup.manifest.byteCount, by: 4_001) {
      try flipBit(at: offset, of: path)
      #expect(throws: BackupError.self) { try backup.verify() }
      try flipBit(at: offset, of: path)
    }
    try backup.verify()
  }

  @Test func aBackupIsRestoredIntoAnEmptyHome() throws {
    let backup = try makeBackup()
    let other = try TemporaryDirectory()
    let home = JournalHome(path: other.path + "/home")
    let empty = CareJournal(
      at: home.path, program: "test", clock: ImportFixture.now)
    #expect(try empty.restore(backup, .rehearse).replaced == nil)
    #expect(!home.exists)
    #expect(try empty.restore(backup).replaced == nil)
    let journal = try Journal.open(home, access: .readOnly)
    let count = try journal.read { try journal.log.count(in: $0) }
    #expect(count == backup.manifest.events)
    #expect(try home.identity() == nil)
  }

  private func flipBit(at offset: Int, of path: String) throws {
    guard let file = fopen(path, "r+") else {
      throw TestFailure("no file \(path)")
    }
    defer { fclose(file) }
    fseek(file, offset, SEEK_SET)
    let byte = fgetc(file)
    fseek(file, offset, SEEK_SET)
    fputc(byte ^ 1, file)
  }
}

extension BackupTests {
  @Test func aJournalIsDeletedByItsNameAloneAndComesBack() throws {
    let deletion = try fixture.care.deletion()
    #expect(deletion.plants == 1)
    #expect(deletion.events == (try fixture.eventCount))
    let error = #expect(throws: DeletionError.self) {
      try fixture.care.delete(named: "yes")
    }
    #expect(error == .otherName("yes", name: deletion.name))
    #expect(try fixture.care.backups().isEmpty)
    let backup = try fixture.care.delete(named: deletion.name)
    let again = CareJournal(
      at: fixture.directory.path, program: "test", clock: ImportFixture.now)
    #expect(throws: StorageError.self) { try again.deletion() }
    #expect(try again.backup(named: "latest") == backup)
    #expect(try again.backup(named: backup.place.name) == backup)
    #expect(try again.restore(backup).replaced == nil)
    #expect(try again.deletion().events == deletion.events)
  }

  @Test func whatARestoreReplacesIsABackupThatLatestPassesOver() throws {
    let backup = try fixture.care.backUp()
    try fixture.importTable("name,species\nFig,Ficus\n")
    let replaced = try #require(try fixture.care.restore(backup).replaced)
    #expect(replaced.place.isReplaced && replaced.problem == nil)
    #expect(try fixture.care.backups().count == 2)
    #expect(try fixture.care.backup(named: "latest") == backup)
    #expect(
      try Backup(at: replaced.place).manifest.events > backup.manifest.events)
  }

  @Test func whyThereIsNoBackupOfADamagedJournalIsTold() throws {
    let backup = try fixture.care.backUp()
    try fixture.care.close()
    let file = JournalHome(path: fixture.directory.path).dataFile
    #expect(truncate(file, 3 * 4_096) == 0)
    let replaced = try #require(try fixture.care.restore(backup).replaced)
    #expect(replaced.problem is LMDBError)
    #expect(!FileSystem.exists(replaced.place.path + "/manifest.json"))
    #expect(try fixture.care.deletion().events == backup.manifest.events)
  }

  @Test func aRemovalThatFailsLeavesTheJournalAndNoBackup() throws {
    let deletion = try fixture.care.deletion()
    let home = JournalHome(path: fixture.directory.path)
    // What cannot be unlinked, where the identity is written first.
    try FileSystem.makeDirectory(File.temporaryPath(for: home.identityFile))
    #expect(throws: FileSystemError.self) {
      try fixture.care.delete(named: deletion.name)
    }
    #expect(try fixture.care.backups().isEmpty)
    #expect(try fixture.care.deletion().events == deletion.events)
  }
}
