import JournalActions
import JournalCare
import JournalEvents
import JournalProjections
import JournalQueries
import JournalTestSupport
import JournalTime
import Testing

/// What is said of photos, changed.
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
    let kept = try keeper.journal.read {
      try PhotoView.all(of: monty, in: $0)
    }
    #expect(kept == [photo])
  }
}
