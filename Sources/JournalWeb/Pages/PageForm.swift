internal import HTMLKit
internal import JournalEvents

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
  /// A Boolean value that indicates whether the person has been asked.
  let isSure: Bool
  /// All fields as they were sent, for a page that asks.
  let everything: [(name: String, value: String)]

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
    key = try fields.text("key")
    isSure = try fields.flag("sure") ?? false
    method =
      switch try fields.text("method") {
      case nil, "POST": .post
      case "PATCH": .patch
      case "DELETE": .delete
      default: throw FieldError("method", "must be POST, PATCH or DELETE")
      }
    let back = try fields.text("back") ?? "/"
    // Only a path on this server: everything else leads to the first page.
    backPath =
      WebRequest(.get, back).map { PagePath($0) } ?? PagePath()
    path = Array(request.path.dropFirst())
    self.fields = fields
  }
}

extension PagePath {
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
    query.split(separator: "&").compactMap { part in
      let halves = part.split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = PercentEncoding.decode(halves[0], plusIsSpace: true),
        let value = PercentEncoding.decode(
          halves.count > 1 ? halves[1] : "", plusIsSpace: true)
      else { return nil }
      return (name, value)
    }
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
    return WebRequest(
      form.method, path: WebAPI.prefix + form.path, target: target,
      headers: headers, body: body)
  }
}

extension WebRequest {
  /// The appearance that the reader chose, as the cookie says.
  var colorScheme: HTMLWriter.ColorScheme {
    let cookies = headers["cookie"]?.split(separator: ";") ?? []
    for cookie in cookies {
      switch cookie.filter({ $0 != " " }) {
      case "appearance=light": return .light
      case "appearance=dark": return .dark
      default: continue
      }
    }
    return .system
  }
}
