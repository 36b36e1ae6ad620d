internal import ErrorKit
internal import TextKit

/// A request that cannot be read, or that is not allowed.
enum RequestError: DescribedError, Hashable {
  /// The query or the form is not encoded as it has to be.
  case badForm
  /// The JSON is not an object.
  case noObject
  /// The body has a type that is not read.
  case unknownBody(String)
  /// The path cannot be decoded.
  case badTarget
  /// There are too many fields.
  case tooManyFields
  /// There is nothing of this name.
  case notFound
  /// The name has other methods.
  case badMethod([String])
  /// The role of the person does not include it.
  case forbidden
  /// The idempotency key is empty or too long.
  case badKey
  /// The answer that was given has been erased.
  case answerErased
  /// A request to read has a body.
  case needlessBody
  /// The server has no program that decodes photos, which a request to show one
  /// or to add some needs.
  case noDecoder(adds: Bool)
  /// The server has neither a model nor a service that identifies plants.
  case noIdentifier
  /// The server's model, or the program that runs it, cannot be used.
  case badModel
  /// The photos to be identified are no longer kept.
  case identificationEnded

  var facts: ErrorFacts {
    switch self {
    case .badForm:
      .init(
        .invalidInput, "the fields of the request are not encoded correctly",
        "encode them in UTF-8, with percent signs for other characters")
    case .noObject:
      .init(.invalidInput, "the body is not a JSON object")
    case .unknownBody(let type):
      .init(
        .invalidInput,
        "a body of the type '\(SafeText.shown(type))' is not read",
        "send application/json, application/x-www-form-urlencoded or multipart/form-data, and one photo as image/jpeg or its own type"
      )
    case .badTarget:
      .init(.invalidInput, "the path of the request is not encoded correctly")
    case .tooManyFields:
      .init(.invalidInput, "the request has too many fields")
    case .notFound: .init(.nothingMatched, "there is nothing of this name")
    case .badMethod(let methods):
      .init(
        .invalidInput,
        "this can only be asked with \(methods.joined(separator: ", "))")
    case .forbidden:
      .init(
        .invalidInput, "your role does not include this",
        "ask the owner of the journal for another role",
        title: "Not Allowed")
    case .badKey:
      .init(.invalidInput, "an idempotency key has 1 to 64 bytes")
    case .answerErased:
      .init(
        .nothingMatched,
        "the request was carried out, and its answer has been erased since",
        canRetry: false)
    case .needlessBody:
      .init(
        .invalidInput, "a request to read has no body",
        "send the fields in the query")
    case .noDecoder(let adds):
      .init(
        adds ? .system : .nothingMatched,
        "the server has no working program to decode photos",
        .install("plantguide-photo"),
        outcome: adds ? .nothingWritten : nil, canRetry: false)
    case .noIdentifier:
      .init(
        .conflict, "nothing on the server can identify plants",
        .addModel(orKey: true), title: "Model Not Ready", canRetry: false)
    case .badModel:
      .init(
        .system, "the model on the server's machine cannot be used",
        .checkModel(nil), title: "Model Not Ready", canRetry: false)
    case .identificationEnded:
      .init(
        .nothingMatched, "the photos are no longer kept here",
        "identify them again: they wait for half an hour, or until they are added",
        title: "Identification Ended", canRetry: false)
    }
  }

  /// The status, if the kind of the error does not give it.
  var status: Int? {
    switch self {
    case .unknownBody: 415
    case .badMethod: 405
    case .forbidden: 403
    case .answerErased: 410
    case .noDecoder(true), .badModel: 501
    default: nil
    }
  }
}
