import JournalActions
import JournalCare
import JournalEvents
import JournalProjections
import JournalQueries
import JournalTestSupport
import JournalTime
import Testing

/// Tests of changed statements about photos.
@Suite struct PhotoEditTests {
  private let keeper: Keeper
  private let monty: PlantID

  init() throws {
    keeper = try Keeper()
    monty = try keeper.add("Monty")
    let file = PhotoCaptured(
      photo: id(1), sha256: BlobName(of: [1]), byteCount: 1, width: 1,
      height: 1, mediaType: "image/jpeg", dateSource: .fileTime)
    _ = try keeper.journal.addPhotos([
      NewPhoto(of: monty, file, at: instant("2026-03-01"), note: nil)
    ])
  }

  private func edit(takenAt text: String) throws -> Receipt {
    var edit = PhotoEdit(.named("Monty"), .latest)
    let takenAt = instant(text)
    edit.takenAt = Timed { _ in .moment(takenAt) }
    return try keeper.journal.annotate(edit)
  }

  @Test(arguments: ["1850-01-01", "2099-01-01"])
  func aTimeOfNoPhotoIsRefused(text: String) throws {
    let before = try keeper.eventCount()
    #expect(throws: CareError.self) { try edit(takenAt: text) }
    #expect(try keeper.eventCount() == before)
  }

  @Test func aReceiptTellsThePhotoAsItIsThen() throws {
    var edit = PhotoEdit(.named("Monty"), .latest)
    let takenAt = instant("2026-02-01")
    edit.takenAt = Timed { _ in .moment(takenAt) }
    edit.note = .set("a leaf")
    edit.isCover = true
    edit.isFavorite = true
    let receipt = try keeper.journal.annotate(edit)
    guard case .photoAnnotated(_, let photo)? = receipt.changes.first else {
      Issue.record("\(receipt.changes)")
      return
    }
    #expect(photo.at == takenAt && photo.dateSource == .given)
    #expect(photo.file.dateSource == .fileTime)
    #expect(try photos("Monty") == [photo])
  }

  private func photos(_ name: String) throws -> [PhotoView] {
    try keeper.journal.read { try $0.photos(of: name, PlantNaming()).photos }
  }

  @Test func aPhotoIsMovedToThePlantThatItShows() throws {
    try keeper.add("Jade")
    var edit = PhotoEdit(.named("Monty"), .latest)
    edit.note = .set("a leaf")
    edit.isFavorite = true
    _ = try keeper.journal.annotate(edit)
    let former = try #require(try photos("Monty").first)
    let receipt = try keeper.journal.movePhotos(
      of: .named("Monty"), [.latest], to: .named("Jade"))
    #expect(receipt.actions.count == 1)
    #expect(try photos("Monty").isEmpty)
    let moved = try #require(try photos("Jade").first)
    #expect(moved.id == former.id && moved.at == former.at)
    #expect(moved.note == "a leaf" && moved.isFavorite)
    #expect(moved.file.sha256 == former.file.sha256)
    _ = try keeper.journal.undo()
    #expect(try photos("Monty") == [former] && photos("Jade").isEmpty)
  }

  @Test func aPhotoThatIsMovedThereAndBackIsThereAgain() throws {
    try keeper.add("Jade")
    _ = try keeper.journal.movePhotos(
      of: .named("Monty"), [.latest], to: .named("Jade"))
    // An id that a plant had once is no other photo's.
    _ = try keeper.journal.movePhotos(
      of: .named("Jade"), [.latest], to: .named("Monty"))
    #expect(try photos("Jade").isEmpty)
    #expect(
      try photos("Monty").map(\.file.sha256) == [BlobName(of: [1])])
    #expect(throws: SamePlant.self) {
      try keeper.journal.movePhotos(
        of: .named("Monty"), [.latest], to: .named("Monty"))
    }
  }
}
