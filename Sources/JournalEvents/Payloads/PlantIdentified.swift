internal import Encodings

/// What an identification said of a plant.
///
/// It is an observation: what the plant is taken for changes with
/// `plant.edited`.
public struct PlantIdentified: Hashable, Sendable {
  /// One species that the plant may be.
  public struct Result: Hashable, Sendable {
    /// The scientific name.
    public let scientificName: String
    /// Names in people's languages, the preferred one first.
    public let commonNames: [String]
    /// The botanical family.
    public let family: String?
    /// How sure it is, 0 to 1.
    public let confidence: Double?

    /// Creates a result.
    public init(
      scientificName: String, commonNames: [String] = [], family: String? = nil,
      confidence: Double? = nil
    ) {
      self.scientificName = scientificName
      self.commonNames = commonNames
      self.family = family
      self.confidence = confidence
    }
  }

  /// How it was identified.
  public let source: IdentificationSource
  /// How sure the identification is as a whole, 0 to 1.
  public let confidence: Double?
  /// What it may be, the likeliest first; empty where nothing was recognized.
  public let topResults: [Result]

  /// Creates a body.
  public init(
    source: IdentificationSource, confidence: Double? = nil,
    topResults: [Result]
  ) {
    self.source = source
    self.confidence = confidence
    self.topResults = topResults
  }
}

extension PlantIdentified: EventBodyCoding {
  init(
    from reader: inout FieldReader, common: inout CommonFields
  ) throws(EventDecodingError) {
    var source: IdentificationSource?
    var confidence: Double?
    var topResults: [Result]?
    while let field = try reader.next() {
      switch field {
      case "source": source = try reader.choice(IdentificationSource.self)
      case "confidence": confidence = try reader.float(in: 0...1)
      case "topResults":
        topResults = try reader.objects { reader throws(EventDecodingError) in
          try Result(from: &reader)
        }
      default: try common.take(field, from: &reader)
      }
    }
    guard let source else { throw .missingField("source") }
    guard let topResults else { throw .missingField("topResults") }
    self.init(source: source, confidence: confidence, topResults: topResults)
  }

  func encode(into map: inout CBORMapWriter) {
    map.field("source") { $0.text(source.rawValue) }
    if let confidence { map.field("confidence") { $0.float(confidence) } }
    map.field("topResults") { field in
      field.array(topResults.count)
      for result in topResults { result.encode(into: &field) }
    }
  }
}

extension PlantIdentified.Result {
  fileprivate init(
    from reader: inout FieldReader
  ) throws(EventDecodingError) {
    var scientificName: String?
    var commonNames: [String] = []
    var family: String?
    var confidence: Double?
    while let field = try reader.next() {
      switch field {
      case "scientificName": scientificName = try reader.text()
      case "commonNames": commonNames = try reader.texts()
      case "family": family = try reader.text()
      case "confidence": confidence = try reader.float(in: 0...1)
      default: try reader.skip()
      }
    }
    guard let scientificName else {
      throw .missingField("topResults.scientificName")
    }
    self.init(
      scientificName: scientificName, commonNames: commonNames,
      family: family, confidence: confidence)
  }

  fileprivate func encode(into writer: inout CBORWriter) {
    var map = CBORMapWriter()
    map.field("scientificName") { $0.text(scientificName) }
    if !commonNames.isEmpty {
      map.field("commonNames") { $0.texts(commonNames) }
    }
    if let family { map.field("family") { $0.text(family) } }
    if let confidence { map.field("confidence") { $0.float(confidence) } }
    map.finish(into: &writer)
  }
}
