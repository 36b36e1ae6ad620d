/// What an identification said of a plant.
///
/// It is an observation: what the plant is taken for changes with
/// `plant.edited`.
public struct PlantIdentified: FieldGroup, Hashable, Sendable {
  /// One species that the plant may be.
  public struct Result: FieldGroup, Hashable, Sendable {
    /// The scientific name.
    public let scientificName: String
    /// Names in people's languages, the preferred one first.
    public let commonNames: [String]
    /// The botanical family.
    public let family: String?
    /// How sure it is, 0 to 1.
    public let confidence: Double?

    public init(
      scientificName: String, commonNames: [String] = [], family: String? = nil,
      confidence: Double? = nil
    ) {
      self.scientificName = scientificName
      self.commonNames = commonNames
      self.family = family
      self.confidence = confidence
    }

    init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {
      family = try fields.optional("family", .name) { $0.family }
      confidence = try fields.optional("confidence", .fraction) {
        $0.confidence
      }
      commonNames = try fields.optional("commonNames", .names, else: []) {
        $0.commonNames
      }
      scientificName = try fields.required("scientificName", .name) {
        $0.scientificName
      }
    }
  }

  /// How it was identified.
  public let source: IdentificationSource
  /// How sure the identification is as a whole, 0 to 1.
  public let confidence: Double?
  /// What it may be, the likeliest first; empty where nothing was recognized.
  public let topResults: [Result]

  public init(
    source: IdentificationSource, confidence: Double? = nil,
    topResults: [Result]
  ) {
    self.source = source
    self.confidence = confidence
    self.topResults = topResults
  }

  init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {
    source = try fields.required("source", .choice(IdentificationSource.self)) {
      $0.source
    }
    confidence = try fields.optional("confidence", .fraction) { $0.confidence }
    topResults = try fields.required("topResults", .objects(of: Result.self)) {
      $0.topResults
    }
  }
}
