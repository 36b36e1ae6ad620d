import Glibc
import JournalActions
import JournalEvents
import JournalExchange
import JournalLog
import JournalProjections
import JournalQueries
import JournalTestSupport
import LMDBKit
import Testing

/// Tests of the data saved from a damaged file, and restored from a whole one.
@Suite struct SalvageTests {
  private let fixture: ImportFixture
  private let other: TemporaryDirectory
  private static let page = 4_096

  init() throws {
    fixture = try ImportFixture()
    other = try TemporaryDirectory()
    // Several pages of events, and one that has pages of its own.
    for number in 0..<120 {
      try fixture.importTable(
        "name,species,family\nP\(number),Ficus,Moraceae\n")
    }
    let notes = String(repeating: "A long note. ", count: 600)
    try fixture.importTable("name,species,notes\nLong,Hoya,\(notes)\n")
    try fixture.care.close()
  }

  private var file: String { fixture.directory.path + "/lmdb/data.mdb" }
  private var target: String { other.path + "/saved" }

  private func hashes(at path: String) throws -> Set<EventHash> {
    let care = CareJournal(
      at: path, program: "test", clock: ImportFixture.now, isWriting: false)
    let journal = try care.open(.readOnly)
    return try journal.read { transaction in
      var hashes: Set<EventHash> = []
      try journal.log.forEachEvent(.forward, in: transaction) { _, bytes in
        hashes.insert(try RecordedEvent(decoding: bytes).hash)
        return true
      }
      return hashes
    }
  }

  private func contents() throws -> [UInt8] {
    let file = try #require(fopen(file, "r"))
    defer { fclose(file) }
    fseek(file, 0, SEEK_END)
    var bytes = [UInt8](repeating: 0, count: ftell(file))
    rewind(file)
    try #require(fread(&bytes, 1, bytes.count, file) == bytes.count)
    return bytes
  }

  private func store(_ bytes: [UInt8]) throws {
    let file = try #require(fopen(file, "w"))
    defer { fclose(file) }
    try #require(fwrite(bytes, 1, bytes.count, file) == bytes.count)
  }

  @Test func ofAWholeFileEveryEventIsSaved() throws {
    let before = try hashes(at: fixture.directory.path)
    let salvage = try Salvage(of: fixture.directory.path, into: target)
    #expect(salvage.events == before.count && salvage.stray == 0)
    #expect(salvage.gaps.isEmpty && salvage.strayFile == nil)
    #expect(try hashes(at: target) == before)
    #expect(throws: SalvageError.occupied(path: target)) {
      try Salvage(of: fixture.directory.path, into: target)
    }
  }

  @Test func withoutAnyTreeEveryEventIsSaved() throws {
    let before = try hashes(at: fixture.directory.path)
    var bytes = try contents()
    // Both meta pages, so that no tree has a root.
    for index in 0..<(2 * Self.page) { bytes[index] = 0 }
    try store(bytes)
    let salvage = try Salvage(of: file, into: target)
    #expect(try hashes(at: target).isSuperset(of: before))
    #expect(salvage.gaps.isEmpty)
  }

  /// Whatever page is lost: what is saved, kept apart and missing is all that
  /// there was, and nothing ends the process.
  @Test func ofEachLostPageTheEventsAloneAreMissing() throws {
    let before = try hashes(at: fixture.directory.path)
    let whole = try contents()
    var lost = 0
    for page in 0..<(whole.count / Self.page) {
      var bytes = whole
      for index in 0..<Self.page { bytes[page * Self.page + index] = 0xff }
      try store(bytes)
      let target = "\(other.path)/saved-\(page)"
      let salvage = try Salvage(of: file, into: target)
      #expect(try hashes(at: target).isSubset(of: before), "page \(page)")
      let missing = salvage.gaps.flatMap(\.sequences).map(\.count)
        .reduce(0, +)
      #expect(
        salvage.events + salvage.stray + missing == before.count,
        "page \(page): \(salvage)")
      #expect((salvage.strayFile != nil) == (salvage.stray > 0))
      if missing > 0 { lost += 1 }
    }
    #expect(lost > 3)
  }

  @Test func whatIsApartIsTakenOnceTheGapIsFilled() throws {
    let before = try hashes(at: fixture.directory.path)
    let whole = try contents()
    let copy = try Salvage(of: file, into: other.path + "/copy")
    try #require(copy.events == before.count)
    for page in 2..<(whole.count / Self.page) {
      var bytes = whole
      for index in 0..<Self.page { bytes[page * Self.page + index] = 0 }
      try store(bytes)
      let target = "\(other.path)/saved-\(page)"
      let salvage = try Salvage(of: file, into: target)
      guard let apart = salvage.strayFile else { continue }
      let missing = try #require(salvage.gaps.first?.sequences.first)
      try fill(target, missing, from: other.path + "/copy")
      let care = CareJournal(
        at: target, program: "test", clock: ImportFixture.now)
      _ = try care.receive(ReceiveRequest { try lines(of: apart) })
      try care.close()
      #expect(try hashes(at: target) == before)
      return
    }
    Issue.record("no page left events apart")
  }

  /// Brings what is missing from another replica.
  private func fill(
    _ target: String, _ sequences: ClosedRange<UInt64>, from source: String
  ) throws {
    let care = CareJournal(
      at: source, program: "test", clock: ImportFixture.now, isWriting: false)
    let journal = try care.open(.readOnly)
    var events: [[UInt8]] = []
    try journal.read { transaction in
      try journal.log.forEachEvent(.forward, in: transaction) { event, bytes in
        if sequences.contains(event.header.sequence) {
          events.append(bytes.withUnsafeBytes { Array($0) })
        }
        return true
      }
    }
    let own = CareJournal(at: target, program: "test", clock: ImportFixture.now)
    var next = 0
    _ = try own.open(.readWrite).receive { isRepeated in
      if isRepeated { next = 0 }
      defer { next += 1 }
      return next < events.count ? events[next] : nil
    }
    try own.close()
  }

  private func lines(of path: String) throws -> () throws -> [UInt8] {
    let file = try #require(fopen(path, "r"))
    defer { fclose(file) }
    fseek(file, 0, SEEK_END)
    var bytes = [UInt8](repeating: 0, count: ftell(file))
    rewind(file)
    try #require(fread(&bytes, 1, bytes.count, file) == bytes.count)
    var rest = bytes
    return {
      defer { rest = [] }
      return rest
    }
  }

  @Test func whatIsNoJournalIsRefusedAndLeavesNothing() throws {
    #expect(throws: SalvageError.noData(path: other.path)) {
      try Salvage(of: other.path, into: target)
    }
    try store([UInt8](repeating: 7, count: 20_000))
    #expect(throws: SalvageError.nothing(path: file)) {
      try Salvage(of: file, into: target)
    }
    #expect(access(target, F_OK) != 0)
  }

  @Test func compactingKeepsTheEventsTheWriterAndTheFolds() throws {
    let before = try hashes(at: fixture.directory.path)
    let care = CareJournal(
      at: fixture.directory.path, program: "test", clock: ImportFixture.now)
    let writer = try #require(try care.home.identity()).writer
    let rehearsed = try care.compact(.rehearse)
    let result = try care.compact()
    #expect(result == rehearsed)
    #expect(result.after < result.before)
    #expect(try hashes(at: fixture.directory.path) == before)
    #expect(try care.verifyLog().isClean)
    try fixture.importTable("name,species\nAfter,Ficus\n")
    #expect(try care.home.identity()?.writer == writer)
    #expect(try care.verifyLog().isClean)
    let names = try #require(listing(of: fixture.directory.path))
    #expect(!names.contains { $0.hasPrefix(".") }, "\(names)")
  }

  private func listing(of path: String) -> [String]? {
    guard let directory = opendir(path) else { return nil }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }
}
