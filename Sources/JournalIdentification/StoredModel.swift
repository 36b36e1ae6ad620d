internal import CatalogueKit
internal import CatalogueStore
internal import ErrorKit
internal import Glibc
internal import JournalPhotos
internal import POSIXKit

/// A model in its directory on this machine.
public struct StoredModel: Sendable {
  /// The programs that decode photos and run models.
  public struct Programs: Sendable {
    let photo: String
    let identify: String

    /// Creates the value from the paths of `plantguide-photo` and
    /// `plantguide-identify`.
    public init(photo: String, identify: String) {
      self.photo = photo
      self.identify = identify
    }
  }

  /// The names of the files in the directory.
  enum FileName {
    static let card = ModelCard.fileName
    static let network = "network.onnx"
    static let labels = "labels.txt"
    static let picture = "picture"
  }

  static let mostNetworkBytes = 128 << 20
  static let mostOtherBytes = 8 << 20

  public let card: ModelCard
  let labels: ModelLabels
  let directory: String

  /// Reads the card and the labels of a model.
  ///
  /// - Throws: ``ModelFault`` or the system's refusal.
  init(in directory: String) throws {
    self.directory = directory
    card = try ModelCard(
      Self.contents(directory, FileName.card, atMost: Self.mostOtherBytes))
    labels = try ModelLabels(
      Self.contents(directory, FileName.labels, atMost: Self.mostOtherBytes))
  }

  /// Returns the bytes of a file of a model.
  static func contents(
    _ directory: String, _ name: String, atMost limit: Int
  ) throws -> [UInt8] {
    let path = "\(directory)/\(name)"
    do {
      guard let bytes = try File.contents(of: path, atMost: limit) else {
        throw ModelFault("there is no file \(path)")
      }
      return bytes
    } catch let error as FileSystemError where error.code == EFBIG {
      throw ModelFault("\(path) has more than \(limit >> 20) MiB")
    } catch let error as FileSystemError
      where [EISDIR, EINVAL, ENXIO].contains(error.code)
    {
      throw ModelFault("\(path) is not a file")
    }
  }

  /// The number of plants that the model knows.
  public var plantCount: Int { plants.count }

  /// The plants that the model knows, by name.
  var plants: [String] { labels.names.compactMap(\.self) }

  /// Returns the names of the catalogue for a label: the plant with this
  /// scientific or former name, with or without its author; `nil` if it has
  /// none.
  static func entry(forLabel name: String) throws -> CatalogueEntry? {
    let catalogue = try BundledCatalogue.catalogue()
    for name in [name, BotanicalName.binomial(of: name)] {
      if let entry = try catalogue.entry(called: name) { return entry }
    }
    return nil
  }
}

/// The outcome of checking a model.
public struct ModelCheck: Sendable {
  /// The number of plants that the model knows.
  public let plants: Int
  /// The number of these that the catalogue of house plants has.
  public let inCatalogue: Int
  /// The kinds of operators, by name.
  public let operators: [String]
  /// The size of the network's file, in bytes.
  public let byteCount: Int
  /// The greatest difference of the self-test's scores.
  public let difference: Double
  /// The guards that the system did not provide, in words; `nil` if it
  /// provided all.
  public let lackOfGuards: String?
}

extension StoredModel {
  /// Checks the operators of the network, the number of its labels, and that
  /// the picture of the self-test gets the scores of the card.
  ///
  /// - Throws: ``ModelFault``, `PhotoFault`, or the system's refusal.
  public func check(_ programs: Programs) throws -> ModelCheck {
    let network = try Self.contents(
      directory, FileName.network, atMost: Self.mostNetworkBytes)
    let model = try ONNXModel(network)
    let faults = OperatorCheck.faults(of: model)
    guard faults.isEmpty else {
      throw ModelFault(
        faults.prefix(5).joined(separator: "; "),
        "docs/identify.md says how to export it")
    }
    let picture = try Self.contents(
      directory, FileName.picture, atMost: Self.mostOtherBytes)
    let device = try DeviceIdentifier(self, programs)
    let scores = try device.scores(of: picture, isSelfTest: true)
    let difference = try self.difference(of: scores)
    let plants = self.plants
    return ModelCheck(
      plants: plants.count,
      inCatalogue: try plants.count { try Self.entry(forLabel: $0) != nil },
      operators: Set(model.nodes.map(\.kind)).sorted(),
      byteCount: network.count, difference: difference,
      lackOfGuards: device.lackOfGuards)
  }

  /// Returns the greatest difference between scores and those of the card.
  private func difference(of scores: [Double]) throws(ModelFault) -> Double {
    var greatest = 0.0
    for (rank, expected) in card.expected.enumerated() {
      let label = try ModelLabels(Array(expected.label.utf8)).names[0]
      guard let label, let index = labels.names.firstIndex(of: label) else {
        throw ModelFault("its labels have no '\(expected.label)'")
      }
      let difference = abs(scores[index] - expected.score)
      guard difference <= ModelCard.tolerance else {
        throw ModelFault(
          "its self-test gives '\(label)' \(Self.text(scores[index])), not \(Self.text(expected.score)): it would misname plants here"
        )
      }
      guard rank > 0 || scores[index] == scores.max() else {
        throw ModelFault("its self-test gives another label the best score")
      }
      greatest = max(greatest, difference)
    }
    return greatest
  }

  private static func text(_ score: Double) -> String {
    "\((score * 10_000).rounded() / 10_000)"
  }
}
