internal import CWebAssets
internal import Encodings
internal import JournalEvents

/// The style sheets, scripts and icons of the pages, which are in the program.
public enum WebAssets {
  /// A file.
  struct File: Sendable {
    let bytes: [UInt8]
    let type: String
    /// The same, compressed; `nil` if that is not shorter.
    let gzip: [UInt8]?
  }

  private static let files: [String: File] = {
    var files: [String: File] = [:]
    for file in UnsafeBufferPointer(
      start: cwebassets_files(), count: cwebassets_count())
    {
      let name = String(cString: file.name)
      let type = type(of: name)
      let source = UnsafeBufferPointer(start: file.bytes, count: file.count)
      let bytes =
        type.hasPrefix("text/")
        ? withoutComments(String(decoding: source, as: UTF8.self))
        : Array(source)
      files[name] = File(
        bytes: bytes, type: type,
        gzip: WebResponse.compresses(type)
          ? Gzip.compress(bytes, effort: .most) : nil)
    }
    return files
  }()

  /// Returns a script or a style sheet without the lines that are comments, a
  /// third of what a phone would load. Lint keeps comments on lines of their own.
  private static func withoutComments(_ source: String) -> [UInt8] {
    var lines: [Substring] = []
    var isComment = false
    for line in source.split(separator: "\n") {
      let text = line.drop { $0 == " " }
      if isComment || text.hasPrefix("/*") {
        let ends = text.contains("*/")
        // Code may follow a type.
        if !isComment, ends, !text.hasSuffix("*/") { lines.append(line) }
        isComment = !ends
      } else if !text.hasPrefix("//") {
        lines.append(line)
      }
    }
    return Array(lines.joined(separator: "\n").utf8)
  }

  /// The hash of all files, which is a part of their addresses: a file never
  /// changes at its address, and a page always fits its files.
  static let version: String = {
    var all: [UInt8] = []
    for name in files.keys.sorted() {
      all += Array(name.utf8) + [0]
      all += files[name]?.bytes ?? []
    }
    let hash = EventHash(of: all.span.bytes)
    return Hexadecimal.encode(Array(hash.bytes.prefix(8)))
  }()

  /// Returns a Boolean value that indicates whether a path is one of these
  /// files. Everybody may have them.
  public static func serves(_ path: [String]) -> Bool {
    path.first == "assets" || path.count == 1 && rootNames[path[0]] != nil
  }

  /// The files that have to be at the root, and their names here.
  private static let rootNames = [
    "manifest.webmanifest": "manifest.webmanifest",
    "service-worker.js": "service-worker.js",
    "favicon.ico": "icon-192.png",
  ]

  /// Answers a request for a file.
  ///
  /// - Parameters:
  ///   - path: The path of the request.
  ///   - encodings: The encodings that the browser reads, as its header
  ///     `Accept-Encoding` says.
  /// - Returns: The answer.
  public static func respond(
    to path: [String], accepting encodings: String? = nil
  ) -> WebResponse {
    let isAtRoot = path.count == 1
    let name = isAtRoot ? rootNames[path[0]] : path.count == 3 ? path[2] : nil
    // An old page may ask for files of an older program; it gets the present
    // ones rather than none.
    guard let name, let file = files[name] else {
      return WebResponse(problem: RequestError.notFound)
    }
    let isLasting = !isAtRoot && path[1] == version
    var response = WebResponse(
      200,
      headers: [
        "content-type": file.type,
        "cache-control": isLasting
          ? "public, max-age=31536000, immutable" : "no-cache",
      ], body: file.bytes)
    if let gzip = file.gzip { response.compress(to: gzip, for: encodings) }
    return response
  }

  private static func type(of name: String) -> String {
    switch name.split(separator: ".").last {
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "svg": "image/svg+xml"
    case "png": "image/png"
    case "webmanifest": "application/manifest+json"
    default: "application/octet-stream"
    }
  }
}
