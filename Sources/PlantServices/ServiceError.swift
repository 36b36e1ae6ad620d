package import ErrorKit
package import JournalSync
package import JournalTime

/// The refusal or failure of a service, or the reason not to ask it.
package enum ServiceError: DescribedError, Sendable, Hashable {
  /// The settings of this machine forbid connections, and no answer is kept.
  case offline(PlantService)
  /// No source has a key.
  case keyMissing(PlantService)
  /// The file or the command of the key cannot be used, or gives none.
  case keyUnreadable(PlantService, RemoteError)
  /// The key has characters that no key has.
  case keyMalformed(PlantService)
  /// The key could be read on its way.
  case keyWithoutTLS(PlantService, host: String)
  /// The address of the service is malformed.
  case badAddress(PlantService, reason: String)
  /// An option of the service can never work.
  case badOption(PlantService, String, Remedy)
  /// No service has the name.
  case unknownService(String)
  /// The service does not know the key.
  case invalidKey(PlantService, String?)
  /// The service does not accept the key from here, or for this.
  case keyNotAllowed(PlantService, String?)
  /// Too many requests came in a short time; the moment from which more are
  /// accepted, if it is known.
  case rateLimited(PlantService, resetsAt: Instant?)
  /// The requests of a day are used up.
  case quotaUsedUp(PlantService, resetsAt: Instant?)
  /// The service knows no such species; the names that come near.
  case speciesNotFound(PlantService, name: String, near: [String])
  /// The photos show no plant.
  case noPlantDetected(PlantService)
  /// The service cannot use the photos.
  case photoRefused(PlantService, status: Int, String?)
  /// The service does not understand the request.
  case refused(PlantService, status: Int, String?)
  /// The service failed.
  case server(PlantService, status: Int, String?)
  /// The service is closed for a while.
  case unavailable(PlantService, status: Int)
  /// The service could not be reached.
  case network(PlantService, reason: String)
  /// The service does not prove its identity, or cannot be reached as asked.
  case notTrusted(PlantService, reason: String)
  /// The service did not answer in time.
  case timeout(PlantService, reason: String)
  /// The answer is not what the service's description promises.
  case invalidResponse(PlantService, reason: String)
  /// A link in an answer leads to another host.
  case otherHost(PlantService)
  /// The answer has more bytes than any answer needs.
  case tooLarge(PlantService)

  /// A Boolean value that indicates whether an old answer may stand for a new
  /// one: the service is out of reach, has failed, or cannot be asked without a
  /// key, and has not refused.
  var spares: Bool {
    switch self {
    case .network, .timeout, .server, .unavailable, .invalidResponse,
      .rateLimited, .quotaUsedUp, .keyMissing:
      true
    default: false
    }
  }

  package var facts: ErrorFacts {
    switch self {
    case .offline(let service):
      .init(
        .network,
        "\(service.title) was not asked, because this machine is offline by your settings",
        .goOnline,
        title: "Service Unavailable", canRetry: false)
    case .keyMissing(let service):
      .init(
        .invalidInput, "there is no key for \(service.title)",
        service.keyRemedy, title: "Service Unavailable")
    case .keyUnreadable(let service, let error):
      Self.facts(of: error, service)
    case .keyMalformed(let service):
      .init(
        .invalidInput,
        "the key of \(service.title) has a blank, or another character that no key has",
        .text("copy the key again from \(service.keyPage)"),
        title: "Service Unavailable")
    case .keyWithoutTLS(let service, let host):
      .init(
        .invalidInput,
        "the key of \(service.title) is not sent to \(host): others could read it on its way",
        "use an address that begins with https://",
        title: "Service Unavailable")
    case .badAddress(let service, let reason):
      .init(
        .invalidInput,
        "the address of \(service.title) is malformed: \(reason)",
        .text("write it like \(service.usualURL)"))
    case .badOption(let service, let reason, let remedy):
      .init(.invalidInput, "\(service.title): \(reason)", remedy)
    case .unknownService(let name):
      .init(
        .nothingMatched, "there is no service '\(name)'",
        .text(
          "the services are "
            + PlantService.allCases.map(\.rawValue).joined(separator: ", ")))
    case .invalidKey(let service, let words):
      .init(
        .network,
        "\(service.title) does not accept the key\(Self.quoted(words))",
        .text("check the key at \(service.keyPage)"),
        title: "Service Unavailable", canRetry: false)
    case .keyNotAllowed(let service, let words):
      .init(
        .network,
        "\(service.title) does not allow this use of the key\(Self.quoted(words))",
        .text("check at \(service.keyPage) where the key may be used"),
        title: "Service Unavailable", canRetry: false)
    case .rateLimited(let service, let moment):
      .init(
        .network, "\(service.title) takes no more requests for now",
        Self.waiting(for: moment), title: "Too Many Requests", canRetry: false)
    case .quotaUsedUp(let service, let moment):
      .init(
        .network, "the requests that \(service.title) grants a day are used up",
        Self.waiting(for: moment), title: "Daily Limit Reached",
        canRetry: false)
    case .speciesNotFound(let service, let name, let near):
      .init(
        .nothingMatched, "\(service.title) does not know '\(name)'",
        near.isEmpty
          ? "check the name, or use the catalogue's care" : .didYouMean(near),
        title: "Care Info Unavailable")
    case .noPlantDetected(let service):
      .init(
        .nothingMatched, "\(service.title) sees no plant in the photo",
        "take a sharp photo of a leaf or a flower that fills the picture",
        title: "No Plant Detected")
    case .photoRefused(let service, let status, let words):
      .init(
        .invalidInput,
        "\(service.title) cannot use the photo (\(status))\(Self.quoted(words))",
        "use one to five JPEG or PNG photos", title: "Identification Failed",
        canRetry: false)
    case .refused(let service, let status, let words):
      .init(
        .network,
        "\(service.title) refuses the request (\(status))\(Self.quoted(words))",
        "check the name and the service's address", title: "Server Error",
        canRetry: false)
    case .server(let service, let status, let words):
      .init(
        .network, "\(service.title) failed (\(status))\(Self.quoted(words))",
        "try again later", title: "Server Error")
    case .unavailable(let service, let status):
      .init(
        .network, "\(service.title) is not available (\(status))",
        "try again later", title: "Service Unavailable")
    case .network(let service, let reason):
      .init(
        .network, "\(service.title): \(reason)",
        "check the connection, then try again",
        title: "No Internet Connection")
    case .notTrusted(let service, let reason):
      .init(
        .network, "\(service.title): \(reason)",
        "check the service's address", title: "Server Error", canRetry: false)
    case .timeout(let service, let reason):
      .init(
        .network, "\(service.title): \(reason)", "try again later",
        title: "Connection Timed Out")
    case .invalidResponse(let service, let reason):
      .init(
        .network, "\(service.title) answers \(reason)", "try again later",
        title: "Server Error")
    case .otherHost(let service):
      .init(
        .network,
        "\(service.title) refers to another host, and nothing is sent there",
        "check the service's address", title: "Server Error", canRetry: false)
    case .tooLarge(let service):
      .init(
        .network, "\(service.title) answers with more than it should",
        "check the service's address", title: "Server Error", canRetry: false)
    }
  }

  /// Returns the facts of an error of secrets, which speaks of passwords.
  private static func facts(
    of error: RemoteError, _ service: PlantService
  ) -> ErrorFacts {
    let title = "Service Unavailable"
    let key = "the key of \(service.title)"
    return switch error {
    case .noPasswordFile(let path):
      .init(
        .invalidInput, "there is no file \(path), which should hold \(key)",
        "write the key into its first line, and make it readable for you alone",
        title: title)
    case .readableByOthers(let path):
      .init(
        .invalidInput, "other users can read \(path), which holds \(key)",
        .run(["chmod", "600", path]), title: title)
    case .notAPasswordFile(let path):
      .init(
        .invalidInput, "\(path), which should hold \(key), is not a file",
        "name a file with the key in its first line", title: title)
    case .longPasswordFile(let path):
      .init(
        .invalidInput, "\(path) is too long to hold \(key)",
        "name a file that holds only the key", title: title)
    case .noPassword(let source):
      .init(
        .invalidInput, "\(source) gave no key of \(service.title)",
        "the key must be in the first line", title: title)
    default:
      .init(
        error.facts.kind, "\(key): \(error.facts.message)",
        error.facts.remedy, title: title)
    }
  }

  private static func quoted(_ words: String?) -> String {
    words.map { ": \($0)" } ?? ""
  }

  private static func waiting(for moment: Instant?) -> Remedy {
    moment.map { .tryAfter(milliseconds: $0.milliseconds) } ?? "try again later"
  }
}
