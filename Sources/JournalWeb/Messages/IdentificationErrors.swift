internal import ErrorKit
internal import JournalIdentification
internal import JournalPhotos

/// An identification that failed and may succeed later. The photos are kept, so
/// nobody has to send them again.
struct FailedIdentification: DescribedError {
  /// The name under which the photos are kept.
  let id: String
  let facts: ErrorFacts
}

/// A photo in which nothing can be identified.
struct UnusablePhoto: DescribedError {
  let facts: ErrorFacts

  init(_ reason: String) {
    facts = ErrorFacts(
      .invalidInput, "the photo cannot be used: \(reason)",
      "take another one, or choose a JPEG, PNG, HEIC, WebP or AVIF file",
      title: "Identification Failed", canRetry: false)
  }
}

extension RequestError {
  /// Returns an error of identification as a guest of the server may see it:
  /// the machine's own faults are for its owner.
  static func ofIdentification(_ error: any Error) -> any Error {
    switch error {
    case let fault as ModelFault:
      switch fault.kind {
      case .missing: RequestError.noIdentifier
      case .refused, .machine: RequestError.badModel
      }
    case is NoService: RequestError.noIdentifier
    case PhotoFault.refused(let reason), PhotoFault.tooLarge(let reason):
      UnusablePhoto(reason)
    case PhotoFault.noProgram, PhotoFault.useless:
      RequestError.noDecoder(adds: true)
    default: error
    }
  }
}
