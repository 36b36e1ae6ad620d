import JournalEvents
import JournalLog
import JournalProjections
import JournalTestSupport
import JournalTime
import Testing

@testable import JournalQueries

/// Photos as their events tell them.
@Suite struct PhotoViewTests {
  private let fixture: ViewFixture
  private let plants: [PlantID] = [id(1), id(2), id(3), id(4)]
  private var writer = TestWriter(7)

  init() throws {
    fixture = try ViewFixture()
    for plant in plants {
      try tell(.plantAdded(.init(scientificName: "Hoya")), of: plant)
    }
  }

  private mutating func tell(_ body: EventBody, of plant: PlantID) throws {
    try fixture.receive([try writer.append(EventDraft(plant, body))])
  }

  private func ask<R>(
    ofPast: Bool = false, _ body: (borrowing Snapshot) throws -> R
  ) throws -> R {
    let now = Instant(milliseconds: 2_000)
    guard ofPast else { return try fixture.journal.snapshot(clock: now, body) }
    return try fixture.journal.snapshot(clock: now, asOf: { _ in now }, body)
  }

  @Test mutating func anIdIsTakenOnce() throws {
    let photo = PhotoCaptured.sample(9)
    try tell(.photoCaptured(photo), of: plants[0])
    try tell(.photoRemoved(.init(photo: photo.photo)), of: plants[0])
    try tell(.photoCaptured(photo), of: plants[0])
    for isPast in [false, true] {
      try ask(ofPast: isPast) { snapshot in
        let shown = try PhotoView.all(of: plants[0], in: snapshot)
        let files = try PhotoView.files(in: snapshot).photos
        let named = try NamedPhotos(in: snapshot).shownNames
        #expect(shown.isEmpty && files.isEmpty && named.isEmpty)
      }
    }
  }

  @Test mutating func twoPlantsMayHaveOneId() throws {
    let own = PhotoCaptured.sample(9)
    let others = PhotoCaptured(
      photo: own.photo, sha256: BlobName(of: [1]), byteCount: 1, width: 1,
      height: 1, mediaType: "image/jpeg", dateSource: .original)
    try tell(.photoCaptured(own), of: plants[0])
    try tell(.photoCaptured(others), of: plants[1])
    try tell(.photoRemoved(.init(photo: own.photo)), of: plants[0])
    try ask { snapshot in
      let first = try PhotoView.all(of: plants[0], in: snapshot)
      let second = try PhotoView.all(of: plants[1], in: snapshot)
      let files = try PhotoView.files(in: snapshot).photos
      let named = try NamedPhotos(in: snapshot).shownNames
      #expect(first.isEmpty && second.map(\.file) == [others])
      #expect(files == [others.sha256] && named == files)
    }
  }

  @Test mutating func thePastIsReadInTheSameOrder() throws {
    for (number, plant) in plants.enumerated().reversed() {
      try tell(.photoCaptured(.sample(UInt8(number))), of: plant)
    }
    func order(_ snapshot: borrowing Snapshot) throws -> [PlantID] {
      var order: [PlantID] = []
      try snapshot.forEachPosition(of: .photo) { plant, _ in
        order.append(plant)
      }
      return order
    }
    #expect(try ask(order) == plants)
    #expect(try ask(ofPast: true, order) == plants)
  }
}
