internal import JournalPhotos
internal import POSIXKit
public import PlantServices

/// Identifies plants with a model of this machine.
public final class DeviceIdentifier {
  /// The least score at which anything was recognised.
  static let leastScore = 0.1
  /// The number of plants of an answer.
  private static let mostCandidates = 10

  private let model: StoredModel
  private let runner: ModelRunner
  private let studio: PhotoStudio

  /// Starts the program that runs the model; it loads the model meanwhile.
  ///
  /// - Throws: ``ModelFault`` or the system's refusal.
  public init(_ model: StoredModel, _ programs: StoredModel.Programs) throws {
    self.model = model
    let network = try File(
      "\(model.directory)/\(StoredModel.FileName.network)", .readingAtOnce)
    runner = try ModelRunner(program: programs.identify, network: network)
    studio = PhotoStudio(program: programs.photo, threads: 1)
  }

  /// The guards that the system did not provide, in words; `nil` if it provided
  /// all, or no photo was identified yet.
  public var lackOfGuards: String? { runner.guards.lack }

  /// Identifies the plant that several photos show; their scores are averaged.
  ///
  /// - Parameter photos: The photos; at least one.
  /// - Returns: The likeliest plants.
  /// - Throws: ``ModelFault``, `PhotoFault`, or the system's refusal.
  public func answer(
    to photos: [PlantIdentifier.Photo]
  ) throws -> IdentificationAnswer {
    var sums = [Double](repeating: 0, count: model.labels.names.count)
    for photo in photos {
      let scores = try PhotoFault.naming(photo.name) {
        try self.scores(of: photo.file)
      }
      for (index, score) in scores.enumerated() {
        sums[index] += score / Double(photos.count)
      }
    }
    let best = model.labels.names.indices
      .filter { model.labels.names[$0] != nil }
      .sorted { (sums[$1], $0) < (sums[$0], $1) }
      .prefix(Self.mostCandidates)
    return IdentificationAnswer(
      service: "onDevice", model: model.card.name, version: model.card.version,
      candidates: best.map { index in
        .init(
          scientificName: model.labels.names[index] ?? "", score: sums[index])
      })
  }

  /// Returns the probabilities of the labels for a photo.
  ///
  /// - Parameters:
  ///   - photo: The file of the photo.
  ///   - isSelfTest: Whether the photo must have the size that the network
  ///     takes, so that nothing is scaled, which each program does in its way.
  /// - Returns: The probabilities.
  /// - Throws: ``ModelFault``, `PhotoFault`, or the system's refusal.
  func scores(
    of photo: [UInt8], isSelfTest: Bool = false
  ) throws -> [Double] {
    let input = model.card.input
    let opened = try studio.open(photo)
    if isSelfTest {
      guard (opened.width, opened.height) == (input.width, input.height),
        opened.mediaType == "image/png"
      else {
        throw ModelFault(
          "the picture of its self-test must be a PNG of \(input.width) × \(input.height) pixels"
        )
      }
    }
    let room =
      isSelfTest
      ? max(input.width, input.height)
      : input.room(forPhotoOf: opened.width, opened.height)
    let pixels = try input.middle(of: studio.pixels(within: room, room))
    let scores = try runner.scores(of: pixels, input)
    guard scores.count == model.labels.names.count else {
      throw ModelFault(
        "it gives \(scores.count) scores, and has \(model.labels.names.count) labels"
      )
    }
    return try model.card.probabilities(of: scores)
  }
}
