internal import ErrorKit
internal import TextKit

/// A request of a browser, or of a program before its token counts, that the
/// server refuses without asking the journal.
enum SiteError: DescribedError, Hashable {
  /// The request names no host.
  case noHost
  /// The request is for another server.
  case foreignHost
  /// The request comes from a page of another server.
  case foreignPage
  /// The form is not one of this session.
  case oldForm
  /// Nobody is signed in.
  case notSignedIn
  /// The session of the browser was revoked, or is over.
  case accessEnded
  /// A program shows no token that counts.
  case noToken
  /// The connection could be overheard.
  case notEncrypted
  /// The text holds no invitation.
  case noInvitation
  /// The invitation lets nobody in.
  case usedInvitation
  /// The name of the browser is too long.
  case badDevice
  /// The name of the person is too long.
  case badPerson
  /// The length of a body with photos is not known.
  case noLength
  /// The body is too long.
  case tooLong
  /// The link of a reminder was not made here.
  case noAnswer
  /// The link of a reminder counts no more.
  case answerOver
  /// There were too many requests.
  case tooMany
  /// The server has no room for these seconds.
  case busy(seconds: Int)
  /// The server has failed, for example as it cannot read its tokens.
  case failing

  /// Creates the error of a request that was refused with a status.
  init?(
    status: Int, seconds: Int, isOfProgram: Bool, hasFailed: Bool
  ) {
    switch status {
    case 401: self = isOfProgram ? .noToken : .notSignedIn
    case 411: self = .noLength
    case 413: self = .tooLong
    case 429: self = .tooMany
    case 503: self = hasFailed ? .failing : .busy(seconds: seconds)
    default: return nil
    }
  }

  var facts: ErrorFacts {
    switch self {
    case .noHost:
      .init(.invalidInput, "the request does not name its host")
    case .foreignHost:
      .init(
        .invalidInput, "this server is not known by this name",
        "open it by an address in figures, or start it with --host and this name",
        title: "Unknown Name")
    case .foreignPage:
      .init(
        .invalidInput, "the request does not come from a page of this server",
        "open the page here, and try again", title: "Not Allowed")
    case .oldForm:
      .init(
        .invalidInput, "the form belongs to another session",
        "open the page again, and repeat what you did",
        title: "Form Too Old")
    case .notSignedIn:
      .init(
        .invalidInput, "nobody is signed in",
        "open the link of an invitation, or paste it here",
        title: "Sign In")
    case .accessEnded:
      .init(
        .invalidInput, "your access has ended",
        "ask for another invitation, and open its link",
        title: "Access Ended")
    case .noToken:
      .init(
        .invalidInput, "the request has no valid token",
        "send the header 'Authorization: Bearer' with a token of this server",
        title: "Not Allowed")
    case .notEncrypted:
      .init(
        .invalidInput,
        "nobody can sign in here, because this connection is not encrypted",
        "open this page by its https address", title: "Not Encrypted")
    case .noInvitation:
      .init(
        .invalidInput, "this is not an invitation",
        "paste the whole link, or the line that begins with plantguide:join",
        title: "Not an Invitation")
    case .usedInvitation:
      .init(
        .nothingMatched,
        "this invitation was already used, has expired or was revoked",
        "ask for another invitation", title: "Invitation Not Valid")
    case .badDevice:
      .init(
        .invalidInput, "the browser needs a name of 1 to 100 characters")
    case .badPerson:
      .init(
        .invalidInput,
        "your name needs 1 to 100 characters on one line")
    case .noAnswer:
      .init(
        .nothingMatched, "this link is not one of a reminder of this server",
        "open Today, and answer there", title: "Unknown Link")
    case .answerOver:
      .init(
        .nothingMatched, "this link counted for a day, which is over",
        "open Today, and answer there", title: "Link Too Old")
    case .noLength:
      .init(.invalidInput, "the request does not say how long it is")
    case .tooLong: .init(.invalidInput, "the request is too long")
    case .tooMany:
      .init(
        .system, "there were too many requests", "try again in a second",
        title: "Too Many Requests")
    case .busy(let seconds):
      .init(
        .system, "the server is busy with other requests",
        .text("try again in \(Phrase.count(seconds, "second"))"),
        title: "Server Busy", canRetry: true)
    case .failing:
      .init(.system, "the server cannot answer now", "try again later")
    }
  }

  var status: Int {
    switch self {
    case .noHost, .noInvitation, .badDevice, .badPerson: 400
    case .notSignedIn, .accessEnded, .noToken: 401
    case .foreignPage, .oldForm, .notEncrypted, .usedInvitation: 403
    case .noAnswer: 404
    case .answerOver: 410
    case .noLength: 411
    case .tooLong: 413
    case .foreignHost: 421
    case .tooMany: 429
    case .busy, .failing: 503
    }
  }
}
