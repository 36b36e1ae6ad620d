public import CatalogueKit
public import ErrorKit
public import JournalEvents
public import PlantServices

/// The method that identifies plants in photos.
public enum IdentificationMethod: String, CaseIterable, Sendable {
  /// The device first; the service if the device is unsure or has no model.
  case hybrid
  /// The device alone.
  case deviceOnly = "onDevice"
  /// The service alone.
  case apiOnly
}

/// The plants that a photo may show, with what the catalogue has of them.
public struct Identification: Sendable {
  /// A plant that the photo may show.
  public struct Plant: Sendable {
    /// The answer's facts about it.
    public let candidate: IdentificationAnswer.Candidate
    /// The plant of the catalogue with this scientific or former name; `nil`
    /// for none.
    public let entry: CatalogueEntry?

    /// The name of the plant: the catalogue's, if it has the plant.
    public var scientificName: String {
      entry?.scientificName ?? candidate.scientificName
    }
    /// The common names: the catalogue's, else the answer's.
    public var commonNames: [String] {
      entry.map {
        $0.commonNames.isEmpty ? candidate.commonNames : $0.commonNames
      }
        ?? candidate.commonNames
    }
    /// The family; empty if it is unknown.
    public var family: String { entry?.family ?? candidate.family }
    /// The score, from 0 to 1.
    public var score: Double { candidate.score }
  }

  /// The number of plants among which a person may choose.
  public static let mostPlants = 5
  /// The least distance of the best score to the second, if it is sure.
  static let leastGap = 0.2

  /// The method that gave the answer.
  public let source: IdentificationSource
  /// The answer.
  public let answer: IdentificationAnswer
  /// A Boolean value that indicates whether the first plant is meant.
  public let isSure: Bool
  /// The plants, the likeliest first: if it is sure, those with the minimum
  /// confidence; otherwise the best five, of which a person has to choose.
  public let plants: [Plant]
  /// The reasons why the answer is not better, in words.
  public internal(set) var notes: [String]

  /// Reads an answer.
  ///
  /// - Throws: ``NothingRecognised`` if it has no plant of any likelihood.
  package init(
    _ answer: IdentificationAnswer, from source: IdentificationSource,
    minimumConfidence: Double, notes: [String] = []
  ) throws {
    self.answer = answer
    self.source = source
    self.notes = notes
    let found = try Self.plants(of: answer)
    guard let best = found.first, best.score >= DeviceIdentifier.leastScore
    else { throw NothingRecognised() }
    isSure = Self.isSure(found, minimumConfidence)
    let count =
      isSure
      ? found.count { $0.score >= minimumConfidence } : Self.mostPlants
    plants = Array(found.prefix(min(count, Self.mostPlants)))
  }

  /// Returns the first plants of an answer, each once: a former name of a
  /// plant of the catalogue means the same plant, whose first score counts.
  private static func plants(
    of answer: IdentificationAnswer
  ) throws -> [Plant] {
    var plants: [Plant] = []
    var names: Set<String> = []
    for candidate in answer.candidates where plants.count < mostPlants {
      let plant = Plant(
        candidate: candidate,
        entry: try StoredModel.entry(forLabel: candidate.scientificName))
      if names.insert(plant.scientificName.lowercased()).inserted {
        plants.append(plant)
      }
    }
    return plants
  }

  /// Returns whether the first plant of an answer is meant.
  static func isSure(
    _ answer: IdentificationAnswer, _ minimumConfidence: Double
  ) throws -> Bool {
    isSure(try plants(of: answer), minimumConfidence)
  }

  /// Returns whether the first plant is meant: its score reaches the minimum,
  /// and the second comes well behind. A service's scores do not add up to 1,
  /// so several can be high.
  private static func isSure(
    _ plants: [Plant], _ minimumConfidence: Double
  ) -> Bool {
    guard let best = plants.first?.score, best >= minimumConfidence else {
      return false
    }
    return plants.count == 1 || best - plants[1].score >= leastGap
  }

  /// Refuses a choice that no result can be, before anybody is asked.
  ///
  /// - Parameter choice: The number of a plant from 1, or its scientific name.
  /// - Throws: ``NoSuchResult``.
  package static func check(choice: String) throws(NoSuchResult) {
    let isNone =
      NewName.trimmed(choice).isEmpty
      || Int(choice).map { !(1...mostPlants ~= $0) } ?? false
    if isNone { throw NoSuchResult(choice: choice, count: nil) }
  }

  /// Returns the index of the plant that is meant: the chosen one, else the
  /// first if it is sure.
  ///
  /// - Parameter choice: The number of a plant from 1, or its scientific name in
  ///   any case.
  /// - Returns: The index; `nil` if somebody has to choose.
  /// - Throws: ``NoSuchResult``.
  package func index(choosing choice: String?) throws(NoSuchResult) -> Int? {
    guard let choice else { return index(choosing: nil as Int?) }
    if let number = Int(choice), 1...plants.count ~= number {
      return number - 1
    }
    let name = choice.lowercased()
    let index = plants.firstIndex {
      $0.scientificName.lowercased() == name
        || $0.candidate.scientificName.lowercased() == name
    }
    guard let index else {
      throw NoSuchResult(choice: choice, count: plants.count)
    }
    return index
  }

  /// Returns the index of the plant that is meant: that with the number, else
  /// the first if it is sure; `nil` if somebody has to choose.
  package func index(choosing number: Int?) -> Int? {
    number.map { $0 - 1 } ?? (isSure ? 0 : nil)
  }

  /// Returns the record of the identification for the journal.
  ///
  /// - Parameters:
  ///   - plant: The index of the chosen plant in ``plants``, which comes first.
  ///   - place: The place that a person gave; the photo's is never taken.
  /// - Returns: The record.
  public func record(
    choosing plant: Int, at place: Coordinates?
  ) -> PlantIdentified {
    var order = Array(plants)
    order.insert(order.remove(at: plant), at: 0)
    return PlantIdentified(
      source: source, confidence: order.first.map(\.confidence),
      topResults: order.map { plant in
        .init(
          scientificName: plant.scientificName, commonNames: plant.commonNames,
          family: plant.family.isEmpty ? nil : plant.family,
          confidence: plant.confidence)
      }, model: answer.model.isEmpty ? nil : answer.model,
      modelVersion: answer.version.isEmpty ? nil : answer.version,
      place: place)
  }
}

extension Identification.Plant {
  /// The score to two digits: more would say nothing.
  public var confidence: Double {
    (min(max(score, 0), 1) * 100).rounded() / 100
  }
}

/// An error for a choice that is none of the results.
package struct NoSuchResult: DescribedError {
  let choice: String
  /// The number of results; `nil` if no answer can have the choice.
  let count: Int?

  package var facts: ErrorFacts {
    ErrorFacts(
      .invalidInput,
      count.map { "none of the \($0) results is '\(choice)'" }
        ?? "no result can be '\(choice)': there are at most \(Identification.mostPlants)",
      "choose by a number from 1, or by a scientific name",
      outcome: .nothingWritten)
  }
}

/// An error for a result that is not sure, if nobody says which plant it is.
package struct UnsureIdentification: DescribedError {
  private let found: Identification

  /// Creates the error for a result.
  package init(_ found: Identification) { self.found = found }

  package var facts: ErrorFacts {
    ErrorFacts(
      .needsAnswer, "it is not sure which plant the photo shows",
      .chooseResult, outcome: .nothingWritten,
      details: found.plants.enumerated().map { index, plant in
        let share = Int((plant.confidence * 100).rounded())
        return "\(index + 1) \(plant.scientificName), \(share) %"
      }, title: "Uncertain Result")
  }
}

/// An error for photos in which no plant was recognised.
public struct NothingRecognised: DescribedError {
  public var facts: ErrorFacts {
    ErrorFacts(
      .nothingMatched, "no plant was recognized in the photo",
      "take another one of a single leaf or flower, near and sharp",
      title: "No Plant Detected")
  }
}
