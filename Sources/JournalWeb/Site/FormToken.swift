/// The token that a form of a session sends back, or a script in a header.
enum FormToken {
  static let field = "form-token"
  static let header = "x-form-token"

  /// Returns the token of a request; `nil` if it has none. A form with files has
  /// it as its first part.
  static func shown(by request: WebRequest) -> String? {
    if let text = request.headers[header] { return text }
    return switch request.contentType {
    case "application/x-www-form-urlencoded": fieldValue(in: request)
    case "multipart/form-data": firstPart(of: request)
    default: nil
    }
  }

  private static func fieldValue(in request: WebRequest) -> String? {
    let sign = Array("\(field)=".utf8)
    return request.body.split(separator: UInt8(ascii: "&")).first {
      $0.starts(with: sign)
    }.flatMap { String(validating: $0.dropFirst(sign.count), as: UTF8.self) }
  }

  private static func firstPart(of request: WebRequest) -> String? {
    let head = request.body.prefix(512)
    guard
      let text = String(validating: head.prefix { $0 < 0x80 }, as: UTF8.self)
    else { return nil }
    let lines = text.split(
      separator: "\r\n", maxSplits: 4, omittingEmptySubsequences: false)
    guard lines.count > 3, lines[0].hasPrefix("--"), lines[2].isEmpty,
      lines[1].lowercased()
        == "content-disposition: form-data; name=\"\(field)\""
    else { return nil }
    return String(lines[3])
  }
}

extension WebRequest {
  /// The type of the body, without its parameters.
  var contentType: String {
    headers["content-type"]?.split(separator: ";").first
      .map { $0.lowercased().filter { $0 != " " } } ?? ""
  }
}
