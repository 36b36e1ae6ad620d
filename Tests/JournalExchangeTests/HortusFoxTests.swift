import Glibc
import JournalCare
import JournalEvents
import JournalExchange
import JournalQueries
import JournalTestSupport
import JournalTime
import Testing

/// A backup of HortusFox becomes a collection.
@Suite struct HortusFoxTests {
  let fixture: ImportFixture

  init() throws {
    fixture = try ImportFixture()
  }

  /// The sample beside this file.
  private static func files() throws -> [HortusFoxFile: [UInt8]] {
    let folder = #filePath.split(separator: "/").dropLast()
      .joined(separator: "/")
    var files: [HortusFoxFile: [UInt8]] = [:]
    for file in HortusFoxFile.allCases {
      files[file] = try contents(
        "/\(folder)/Samples/hortusfox/\(file.rawValue)")
    }
    return files
  }

  private static func contents(_ path: String) throws -> [UInt8] {
    guard let file = fopen(path, "r") else {
      throw TestFailure("no file \(path)")
    }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
    return bytes
  }

  private func importBackup() throws -> ImportReceipt {
    try fixture.care.importHortusFox(try Self.files())
  }

  @Test func plantsAndRoomsAreTakenOver() throws {
    let summary = try importBackup()
    #expect(summary.added.count == 3)
    #expect(summary.rooms == ["Wintergarten 🌴"])
    #expect(summary.withoutSpecies == 1)
    let monstera = try fixture.plant("Monstera")
    let profile = monstera.state.profile
    #expect(profile?.scientificName == "Monstera deliciosa")
    #expect(profile?.tags == ["big", "green"])
    #expect(profile?.acquiredOn == day("2023-05-06"))
    #expect(monstera.room == StandardRoom.livingRoom.id)
    #expect(
      monstera.state.addedAt == instant("2023-08-01T10:05:00+02:00"))
    #expect(
      monstera.notes == ["Aerial roots – leave them.\nTurn it weekly."])
  }

  @Test func theLatestCareIsTakenOver() throws {
    _ = try importBackup()
    let monstera = try fixture.plant("Monstera").state
    #expect(
      monstera.care(.watering)?.lastCompleted
        == instant("2026-11-18T08:30:00+01:00").instant)
    #expect(
      monstera.care(.repotting)?.lastCompleted
        == instant("2025-04-02T00:00:00+02:00").instant)
    #expect(monstera.care(.fertilizing) == nil)
    #expect(
      try fixture.plant("Fern").state.care(.fertilizing)?.lastCompleted != nil)
  }

  @Test func aNameThatIsTakenBecomesACommonName() throws {
    _ = try importBackup()
    let ferns = try fixture.plants().compactMap(\.state.profile)
      .filter { ($0.nickname ?? $0.commonNames.first) == "Fern" }
    #expect(ferns.count == 2)
    #expect(ferns.count { $0.nickname == nil } == 1)
  }

  @Test func aPlantOfTheHistoryHasLeft() throws {
    _ = try importBackup()
    let left = try fixture.plants().filter { $0.state.removal != nil }
    #expect(left.count == 1)
    #expect(
      left.first?.state.removal?.at == instant("2026-01-10T09:00:00+01:00"))
  }

  @Test func whatIsNotTakenOverIsTold() throws {
    let leftOver = try importBackup().leftOver
      .map { "\($0.count) \($0.name)" }
    #expect(
      leftOver == [
        "1 photos of plants", "1 links to descriptions",
        "1 levels of light or humidity", "1 months of cutting",
        "1 marks as perennial or annual", "1 states of health",
        "2 photos of the gallery", "1 tasks, which name no plant",
      ])
  }

  @Test func theSameBackupChangesNothingTheSecondTime() throws {
    _ = try importBackup()
    let count = try fixture.eventCount
    let summary = try importBackup()
    #expect(summary.unchanged == 3)
    #expect(try fixture.eventCount == count)
  }

  @Test func aPlantWithoutItsTimeIsKnownAgain() throws {
    let text = #"[{"id":1,"name":"Fig"},{"id":2,"name":"Fig"}]"#
    let files: [HortusFoxFile: [UInt8]] = [.plants: Array(text.utf8)]
    let first = try fixture.care.importHortusFox(files)
    #expect(first.added.count == 2)
    let second = try fixture.care.importHortusFox(files)
    #expect(second.added.isEmpty && second.unchanged == 2)
    let other = #"[{"id":1,"name":"Fern"}]"#
    let third = try fixture.care.importHortusFox([.plants: Array(other.utf8)])
    #expect(third.added.count == 1)
  }

  @Test func badEntriesAreNamed() {
    let text = """
      [{"id":1,"name":"Fig","last_watered":"soon"},7]
      """
    let error = #expect(throws: TableError.self) {
      _ = try HortusFoxBackup([.plants: Array(text.utf8)], zone: .utc)
    }
    guard case .problems(let problems, count: 2) = error else {
      Issue.record("no problems are told")
      return
    }
    #expect(
      problems.map(\.description) == [
        "plants/data.json, entry 1: 'last_watered' holds 'soon', "
          + "which is not a date",
        "plants/data.json, entry 2: is no object",
      ])
  }
}
