/// The plants that a service or a model recognises in photos.
public struct IdentificationAnswer: Hashable, Sendable {
  /// A plant that the photos may show.
  public struct Candidate: Hashable, Sendable {
    /// The scientific name without its author.
    public var scientificName: String
    /// The author of the scientific name; empty if unknown.
    public var author = ""
    /// The common names in the language of the request.
    public var commonNames: [String] = []
    /// The family; empty if unknown.
    public var family = ""
    /// The genus; empty if unknown.
    public var genus = ""
    /// The score from 0 to 1. The scores of an answer are independent of each
    /// other, so they need not add up to 1.
    public var score: Double
    /// The key of the species in the taxonomy of GBIF.
    public var gbifID: String?
    /// Pictures of the species for comparison.
    public var pictures: [Picture] = []

    /// Creates a candidate of which nothing else is known.
    public init(scientificName: String, score: Double) {
      self.scientificName = scientificName
      self.score = score
    }
  }

  /// A picture of a species, with the credit that it requires.
  public struct Picture: Hashable, Sendable {
    /// The address of the picture.
    public var url: String
    /// The address of a small version, if there is one.
    public var thumbnailURL: String?
    /// The part of the plant that it shows, such as leaf or flower.
    public var organ: String?
    /// The photographer; empty if unknown.
    public var author = ""
    /// The licence as the service names it; empty if unknown.
    public var licence = ""

    /// Creates a picture without credit.
    public init(url: String) { self.url = url }
  }

  /// The identifications that a service still grants.
  public struct Quota: Hashable, Sendable {
    /// The number of identifications left; `nil` if the service does not say.
    public var remaining: Int?
    /// The number of identifications in a period; `nil` if unknown.
    public var total: Int?
    /// The seconds since 1970 when the count starts again; `nil` if unknown.
    public var resetsAt: Int?

    /// Creates a quota.
    public init(remaining: Int?, total: Int? = nil, resetsAt: Int? = nil) {
      self.remaining = remaining
      self.total = total
      self.resetsAt = resetsAt
    }
  }

  /// The name of the service, such as `plantnet`, or of the kind of model.
  public var service: String
  /// The model or the flora that was searched.
  public var model: String
  /// The version of the model; empty if unknown.
  public var version: String
  /// The candidates, the highest score first.
  public var candidates: [Candidate]
  /// The remaining quota; `nil` for a model on this machine.
  public var quota: Quota?

  /// Creates an answer.
  public init(
    service: String, model: String, version: String = "",
    candidates: [Candidate], quota: Quota? = nil
  ) {
    self.service = service
    self.model = model
    self.version = version
    self.candidates = candidates
    self.quota = quota
  }
}
