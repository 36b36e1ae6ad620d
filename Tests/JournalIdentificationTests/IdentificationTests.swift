import ErrorKit
import JournalActions
import JournalCare
import JournalEvents
import JournalQueries
import JournalTime
import PlantServices
import Testing

@testable import JournalIdentification

/// The choice of method, and what is sure.
struct IdentificationTests {
  /// The photos that the service got, in order.
  private final class Asked {
    var count = 0
  }

  private static func answer(_ scores: Double...) -> IdentificationAnswer {
    IdentificationAnswer(
      service: "plantnet", model: "k-world-flora", version: "7.5",
      candidates: scores.enumerated().map { index, score in
        .init(
          scientificName: index == 0
            ? "Sansevieria trifasciata Prain" : "Aloe species\(index)",
          score: score)
      })
  }

  /// An identifier on a machine without models.
  private static func identifier(
    _ answer: IdentificationAnswer?, _ asked: Asked
  ) throws -> PlantIdentifier {
    let journal = CareJournal(
      at: "/nonexistent/plantguide-tests", program: "tests",
      clock: Instant(milliseconds: 0))
    return try PlantIdentifier(
      of: journal, .init(photo: "/nonexistent", identify: "/nonexistent"),
      service: answer.map { answer in
        { _ in
          asked.count += 1
          return answer
        }
      })
  }

  private static let photos = [PlantIdentifier.Photo([1, 2, 3])]

  @Test func withoutAModelTheServiceIsAskedAndTheReasonGiven() throws {
    let asked = Asked()
    let found = try Self.identifier(Self.answer(0.9, 0.1), asked)
      .identify(Self.photos)
    #expect(asked.count == 1)
    #expect(found.source == .plantNetAPI)
    #expect(found.isSure)
    #expect(found.notes.first?.contains("no model on this machine") == true)
  }

  @Test func nobodyIsAskedOfflineOrWhereTheDeviceAloneIsWanted() throws {
    let asked = Asked()
    var identifier = try Self.identifier(Self.answer(0.9), asked)
    for method in IdentificationMethod.allCases {
      identifier.method = method
      identifier.isOffline = true
      #expect(throws: ModelFault.self) {
        try identifier.identify(Self.photos)
      }
    }
    identifier.method = .deviceOnly
    identifier.isOffline = false
    #expect(throws: ModelFault.self) { try identifier.identify(Self.photos) }
    #expect(asked.count == 0)
  }

  /// An identifier whose device answers with scores, or fails.
  private static func identifier(
    device: @autoclosure @escaping () throws -> IdentificationAnswer,
    service: @autoclosure @escaping () throws -> IdentificationAnswer,
    _ asked: Asked = Asked()
  ) throws -> PlantIdentifier {
    let journal = CareJournal(
      at: "/nonexistent/plantguide-tests", program: "tests",
      clock: Instant(milliseconds: 0))
    var identifier = try PlantIdentifier(
      of: journal, .init(photo: "/nonexistent", identify: "/nonexistent")
    ) { _ in
      asked.count += 1
      return try service()
    }
    identifier.askDevice = { _, _ in try device() }
    return identifier
  }

  private static func failing(
    _ error: any Error
  ) throws -> IdentificationAnswer { throw error }

  @Test func aNamedModelMeansTheDeviceAlone() throws {
    let asked = Asked()
    var identifier = try Self.identifier(Self.answer(0.9), asked)
    identifier.modelName = "other"
    #expect(throws: ModelFault.none(called: "other")) {
      try identifier.identify(Self.photos)
    }
    identifier = try Self.identifier(
      device: Self.answer(0.5, 0.4), service: Self.answer(0.9), asked)
    identifier.modelName = "colours"
    #expect(try identifier.identify(Self.photos).source == .onDevice)
    identifier.method = .apiOnly
    #expect(throws: ModelNotAsked.self) {
      try identifier.identify(Self.photos)
    }
    #expect(asked.count == 0)
    identifier.isOffline = true
    #expect(try identifier.identify(Self.photos).source == .onDevice)
  }

  @Test(arguments: [
    ModelFault("its card is damaged"), .noProgram("/nonexistent"),
  ])
  func aModelThatCannotBeUsedIsAnErrorAndNothingIsSent(
    fault: ModelFault
  ) throws {
    let asked = Asked()
    let identifier = try Self.identifier(
      device: try Self.failing(fault), service: Self.answer(0.9), asked)
    #expect(throws: fault) { try identifier.identify(Self.photos) }
    #expect(asked.count == 0)
    var means = IdentificationMeans()
    means.model = try Self.card()
    means.hasKey = true
    #expect(means.asksService)
    means.hasProgram = false
    #expect(!means.isAny)
  }

  @Test func theServicesErrorIsToldIfTheDeviceRecognizesNothing() throws {
    let busy = ServiceError.unavailable(.plantnet, status: 503)
    let identifier = try Self.identifier(
      device: Self.answer(0.05, 0.04), service: try Self.failing(busy))
    #expect(throws: busy) { try identifier.identify(Self.photos) }
  }

  @Test func anUnsureDeviceIsBetterThanAServiceThatKnowsNothing() throws {
    let silent = ServiceError.noPlantDetected(.plantnet)
    let identifiers = [
      try Self.identifier(
        device: Self.answer(0.5, 0.4), service: Self.answer(0.05)),
      try Self.identifier(
        device: Self.answer(0.5, 0.4), service: try Self.failing(silent)),
    ]
    var notes: [[String]] = []
    for identifier in identifiers {
      let found = try identifier.identify(Self.photos)
      #expect(found.source == .onDevice && found.plants.count == 2)
      notes.append(found.notes)
    }
    #expect(notes[0] == ["the service recognized no plant in the photo"])
    #expect(notes[1] == ["Pl@ntNet sees no plant in the photo"])
  }

  @Test func withoutAServiceItsMethodSaysSo() throws {
    var identifier = try Self.identifier(nil, Asked())
    identifier.method = .apiOnly
    #expect(throws: NoService.self) { try identifier.identify(Self.photos) }
  }

  @Test func scoresThatAreAllHighAreNotSure() throws {
    let found = try Self.identifier(
      Self.answer(0.889, 0.817, 0.753, 0.734, 0.7, 0.6), Asked()
    ).identify(Self.photos)
    #expect(!found.isSure)
    #expect(found.plants.count == Identification.mostPlants)
  }

  @Test func resultsBelowTheMinimumAreDroppedIfTheFirstIsSure() throws {
    var identifier = try Self.identifier(
      Self.answer(0.95, 0.72, 0.6), Asked())
    #expect(try identifier.identify(Self.photos).plants.count == 2)
    identifier.minimumConfidence = 0.9
    #expect(try identifier.identify(Self.photos).plants.count == 1)
    identifier.minimumConfidence = 0.96
    let found = try identifier.identify(Self.photos)
    #expect(!found.isSure && found.plants.count == 3)
  }

  @Test func lowScoresAreNoPlant() throws {
    for answer in [Self.answer(), Self.answer(0.09, 0.08)] {
      let identifier = try Self.identifier(answer, Asked())
      #expect {
        try identifier.identify(Self.photos)
      } throws: {
        ErrorFacts(of: $0).title == "No Plant Detected"
      }
    }
  }

  @Test func theRecordBeginsWithTheChosenPlantByItsPresentName() throws {
    let found = try Self.identifier(Self.answer(0.6, 0.5), Asked())
      .identify(Self.photos)
    #expect(found.plants[0].scientificName == "Dracaena trifasciata")
    let first = found.record(choosing: 0, at: nil)
    #expect(first.topResults[0].scientificName == "Dracaena trifasciata")
    #expect(first.topResults[0].family == "Asparagaceae")
    #expect(first.confidence == 0.6)
    let second = found.record(choosing: 1, at: nil)
    #expect(second.topResults[0].scientificName == "Aloe species1")
    #expect(second.confidence == 0.5)
    #expect(second.topResults.count == 2)
    #expect(second.model == "k-world-flora")
    #expect(second.modelVersion == "7.5")
  }

  @Test func oneToFivePhotosHaveAnOrganEachOrNone() throws {
    for (photos, organs, places) in [
      (1, 0, nil), (5, 5, nil), (2, 3, 3), (2, 0, 3),
    ] as [(Int, Int, Int?)] {
      try PlantIdentifier.check(photos: photos, organs: organs, places: places)
    }
    for count in [0, 6] {
      #expect(throws: WrongPhotos.number(count)) {
        try PlantIdentifier.check(photos: count, organs: 0)
      }
    }
    for (photos, organs, places) in [(2, 1, nil), (1, 2, nil), (1, 1, 2)]
      as [(Int, Int, Int?)]
    {
      #expect(throws: WrongPhotos.organs) {
        try PlantIdentifier.check(
          photos: photos, organs: organs, places: places)
      }
    }
  }

  @Test func aPlantIsChosenByNumberOrName() throws {
    let unsure = try Self.identifier(Self.answer(0.6, 0.5), Asked())
      .identify(Self.photos)
    let none: String? = nil
    #expect(try unsure.index(choosing: none) == nil)
    #expect(try unsure.index(choosing: "2") == 1)
    #expect(try unsure.index(choosing: "aloe SPECIES1") == 1)
    #expect(try unsure.index(choosing: "dracaena trifasciata") == 0)
    for wrong in ["0", "3", "-1", "Aloe"] {
      #expect(throws: NoSuchResult.self) {
        try unsure.index(choosing: wrong)
      }
    }
    #expect(
      UnsureIdentification(unsure).facts.details == [
        "1 Dracaena trifasciata, 60 %", "2 Aloe species1, 50 %",
      ])
    let sure = try Self.identifier(Self.answer(0.9), Asked())
      .identify(Self.photos)
    #expect(try sure.index(choosing: none) == 0)
  }

  @Test func aChoiceThatNoResultCanBeIsRefusedBefore() throws {
    for possible in ["1", "5", "Aloe vera", "\u{e9}"] {
      try Identification.check(choice: possible)
    }
    for wrong in ["", " ", "0", "6", "-1", "9"] {
      #expect(throws: NoSuchResult.self) {
        try Identification.check(choice: wrong)
      }
    }
  }

  /// The present and the former name of a plant of the catalogue.
  @Test func resultsThatAreOnePlantAreOne() throws {
    var answer = Self.answer(0.46, 0.45, 0.1)
    answer.candidates[1].scientificName = "Dracaena trifasciata"
    let asked = Asked()
    var identifier = try Self.identifier(
      device: answer, service: Self.answer(0.9), asked)
    identifier.minimumConfidence = 0.4
    let found = try identifier.identify(Self.photos)
    #expect(found.source == .onDevice && found.isSure)
    #expect(asked.count == 0)
    #expect(found.plants.map(\.score) == [0.46])
    identifier.minimumConfidence = 0.5
    identifier.isOffline = true
    #expect(
      try identifier.identify(Self.photos).plants.map(\.scientificName) == [
        "Dracaena trifasciata", "Aloe species2",
      ])
  }

  @Test(arguments: ["Aloe \u{1b}[2J", "a\u{0}b", "\u{9b}"])
  func namesOfModelsHaveNoControlCharacters(name: String) throws {
    #expect(throws: ModelFault.self) { try ModelLabels(Array(name.utf8)) }
    #expect(throws: ModelFault.self) {
      try Self.card(version: #"1\u001b[2J"#)
    }
    let labels = try ModelLabels(Array("Aloe_vera\nbackground".utf8))
    #expect(labels.names == ["Aloe vera", nil])
  }

  @Test(arguments: [
    (4_032, 3_024, 342), (3_024, 4_032, 342), (256, 256, 256),
    (20_000, 100, 2_048), (100, 100, 256),
  ])
  func aPhotoIsScaledByItsShorterSide(
    width: Int, height: Int, room: Int
  ) throws {
    let input = try Self.card().input
    #expect(input.room(forPhotoOf: width, height) == room)
  }

  private static func card(version: String = "1") throws -> ModelCard {
    try ModelCard(
      Array(
        """
        {"card": 1, "name": "m", "version": "\(version)", "licence": "l",
         "source": "s", "network": "n", "labels": "l", "output": "logits",
         "input": {"width": 224, "height": 224, "shorterSide": 256,
          "layout": "NCHW", "colours": "RGB", "mean": [0, 0, 0],
          "deviation": [1, 1, 1]},
         "selfTest": {"picture": "p",
          "scores": [{"label": "a", "score": 0.5}]}}
        """.utf8))
  }

  /// A model with a graph of empty operators.
  @Test func aNetworkWithTooManyOperatorsSaysSo() throws {
    func file(_ count: Int) -> [UInt8] {
      var length = 2 * count
      var file: [UInt8] = [0x3a]
      while length > 0x7f {
        file.append(UInt8(length & 0x7f) | 0x80)
        length >>= 7
      }
      file.append(UInt8(length))
      for _ in 0..<count { file += [0x0a, 0x00] }
      return file
    }
    #expect(try ONNXModel(file(20_000)).nodes.count == 20_000)
    #expect(
      throws: ModelFault("its network has more than 20000 operators")
    ) { try ONNXModel(file(20_001)) }
    #expect(throws: ModelFault("its file is not ONNX, or is cut off")) {
      try ONNXModel(Array(file(2).dropLast()))
    }
  }

  @Test func logitsBecomeProbabilities() throws {
    let shares = try Self.card().probabilities(of: [1_000, 1_000, 0])
    #expect(shares == [0.5, 0.5, 0])
  }
}
