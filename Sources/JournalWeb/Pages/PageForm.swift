internal import HTMLKit
internal import JournalEvents
internal import JournalTime

/// A form that a page sent: an action of the API, and what the page itself
/// needs.
struct PageForm {
  /// The method of the action.
  let method: WebRequest.Method
  /// The path of the action below `/api/v1`.
  let path: [String]
  /// The fields of the action.
  let fields: RequestFields
  /// The key under which the action is carried out once.
  let key: String?
  /// The page that is shown afterwards.
  let backPath: PagePath
  /// The page that has the form.
  let page: PagePath
  /// A Boolean value that indicates whether the person has been asked.
  let isSure: Bool
  /// All fields as they were sent, for a page that asks or shows them again.
  let everything: [(name: String, value: String)]
  /// A Boolean value that indicates whether files were sent, too.
  let hasFiles: Bool

  /// The address of the page that is shown afterwards.
  var back: String { backPath.text }

  /// Reads a form; its path begins with `do`.
  init(_ request: WebRequest) throws {
    guard request.method == .post else {
      throw RequestError.badMethod(["POST"])
    }
    var fields = try RequestFields(request)
    everything = fields.allTexts
    _ = try fields.text("form-token")
    let key = try fields.text("key")
    isSure = try fields.flag("sure") ?? false
    method =
      switch try fields.text("method") {
      case nil, "POST": .post
      case "PATCH": .patch
      case "DELETE": .delete
      default: throw FieldError("method", "must be POST, PATCH or DELETE")
      }
    // A control that was left empty says nothing, unless an edit clears a field.
    if method != .patch { fields.removeEmptyTexts() }
    backPath = PagePath(back: try fields.text("back"))
    page = try fields.text("form-page").map { PagePath(back: $0) } ?? backPath
    hasFiles = fields.hasFiles
    path = Array(request.path.dropFirst())
    // Two tabs may send different contents from the same page, and two buttons of
    // a form lead to different actions.
    let action = path.first?.utf8.prefix(6) ?? "".utf8.prefix(0)
    self.key = key.map {
      "\(String(decoding: $0.utf8.prefix(40), as: UTF8.self))."
        + "\(String(decoding: action, as: UTF8.self)).\(fields.digest)"
    }
    self.fields = fields
  }
}

extension PagePath {
  /// The greatest number of bytes of the address to which a form leads back,
  /// more than any page has.
  private static let mostBackBytes = 2_000

  /// Creates the address to which a form leads back: only a path on this
  /// server; everything else is the first page.
  init(back: String?) {
    guard let back, back.utf8.count <= Self.mostBackBytes else {
      self.init()
      return
    }
    self = WebRequest(.get, back).map { PagePath($0) } ?? PagePath()
  }

  /// Creates the address of a request, whose components are encoded again.
  init(_ request: WebRequest) {
    self.init(components: request.path.filter { !$0.isEmpty })
    for (name, value) in request.queryFields where name != "did" {
      self = with(name, value)
    }
  }
}

extension WebRequest {
  /// The fields of the query, as far as they can be decoded.
  var queryFields: [(name: String, value: String)] {
    RequestFields.fields(of: query).compactMap { $0 }
  }

  /// The request of the API for the file of a photo.
  var ofAPI: WebRequest {
    WebRequest(
      method, path: WebAPI.prefix + path, target: target, headers: headers,
      body: body)
  }

  /// Returns the request of the API that a form stands for.
  func sending(_ form: PageForm, key: String?) -> WebRequest {
    var headers = headers
    headers["idempotency-key"] = key
    var request = WebRequest(
      form.method, path: WebAPI.prefix + form.path, target: target,
      headers: headers, body: body)
    request.site = site
    return request
  }

  /// The moment of an action that a script could not send at once; `nil` for
  /// the present one.
  ///
  /// The script gives its age, as the clocks of two machines differ. It is a
  /// header because a request that is sent again under its key is the same one.
  func moment(at clock: Instant) -> Instant? {
    guard let seconds = headers["x-action-age"].flatMap({ Int64($0) }),
      1...(90 * 86_400) ~= seconds
    else { return nil }
    return Instant(milliseconds: clock.milliseconds - seconds * 1_000)
  }
}

extension WebRequest {
  /// The appearance that the reader chose, as the cookie says.
  var colorScheme: HTMLWriter.ColorScheme {
    for cookie in headers["cookie"]?.headerParts(by: ";") ?? [] {
      switch cookie {
      case "appearance=light": return .light
      case "appearance=dark": return .dark
      default: continue
      }
    }
    return .system
  }
}

/// The appearance that a form chooses, which this browser keeps for a year.
struct AppearanceChoice {
  static let path = ["appearance"]

  private let scheme: HTMLWriter.ColorScheme
  private let back: PagePath

  /// Reads the form.
  init(_ request: WebRequest) throws {
    var fields = try RequestFields(request)
    back = PagePath(back: try fields.text("back"))
    scheme =
      switch try fields.requiredText("appearance") {
      case "system": .system
      case "light": .light
      case "dark": .dark
      default: throw FieldError("appearance", "must be system, light or dark")
      }
  }

  /// The answer, which shows the page again.
  var response: WebResponse {
    let age = scheme == .system ? 0 : 31_536_000
    return WebResponse(
      303,
      headers: [
        "location": back.text,
        "set-cookie":
          "appearance=\(scheme); Path=/; Max-Age=\(age); SameSite=Strict",
      ])
  }
}
