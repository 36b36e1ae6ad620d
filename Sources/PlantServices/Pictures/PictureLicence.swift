/// A licence under which a picture may be kept and shown: one that allows
/// everybody any use, at most with credit and under the same licence.
package struct PictureLicence: Hashable, Sendable {
  /// The name, such as `CC BY-SA 4.0`.
  package var name: String
  /// The address of its text; `nil` if unknown.
  package var url: String?
  /// A Boolean value that indicates whether the author must be named.
  package var requiresAuthor: Bool

  /// Words that allow less than any use.
  private static let limits: Set<String> = [
    "nc", "nd", "noncommercial", "noderivatives", "noderivs", "nonfree",
    "fair", "reserved", "educational",
  ]
  /// The first words of licences other than those of Creative Commons.
  private static let others: Set<String> = [
    "attribution", "fal", "gfdl", "kogl", "ogl",
  ]

  /// Reads a licence as services name it; one that is unknown or not free is
  /// `nil`.
  ///
  /// - Parameters:
  ///   - text: The name, such as `cc-by-sa` or `CC BY 2.0`.
  ///   - url: The address of its text.
  package init?(_ text: String, url: String? = nil) {
    let words = text.lowercased().split {
      !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "."))
    }.map(String.init)
    guard let first = words.first, Self.limits.isDisjoint(with: words) else {
      return nil
    }
    let link = url.flatMap(WebLink.init)?.text
    let version = words.first { $0.first?.isNumber == true }
    if first == "cc0" || words.starts(with: ["cc", "zero"]) {
      self.init(
        name: "CC0",
        url: link ?? "https://creativecommons.org/publicdomain/zero/1.0/",
        requiresAuthor: false)
    } else if first == "pd" || words.starts(with: ["public", "domain"])
      || words.starts(with: ["no", "restrictions"])
    {
      self.init(name: "public domain", url: link, requiresAuthor: false)
    } else if words.starts(with: ["cc", "by"]) {
      let kind = words.contains("sa") ? "by-sa" : "by"
      let own = version.map {
        "https://creativecommons.org/licenses/\(kind)/\($0)/"
      }
      self.init(
        name: "CC \(kind.uppercased())" + (version.map { " \($0)" } ?? ""),
        url: link ?? own, requiresAuthor: true)
    } else if Self.others.contains(first)
      || words.starts(with: ["free", "art"])
    {
      self.init(
        name: PictureCredit.line(text), url: link, requiresAuthor: true)
    } else {
      return nil
    }
  }

  private init(name: String, url: String?, requiresAuthor: Bool) {
    self.name = name
    self.url = url
    self.requiresAuthor = requiresAuthor
  }
}

/// The address of a page on the web that people can open: `https://`, a host
/// and a path.
struct WebLink {
  let text: String

  private static let mostBytes = 1_000

  /// Reads an address; one of another scheme, or with a user's name, is none.
  init?(_ address: String) {
    var text = address
    if text.hasPrefix("//") { text = "https:" + text }
    if text.hasPrefix("http://") { text = "https" + text.dropFirst(4) }
    guard text.hasPrefix("https://"), text.utf8.count <= Self.mostBytes,
      text.utf8.allSatisfy({
        $0 > 0x20 && $0 < 0x7f && !"\"<>\\^`{|}".utf8.contains($0)
      }),
      case let host = text.dropFirst(8).prefix(while: { $0 != "/" }),
      host.contains("."), !host.contains("@")
    else { return nil }
    self.text = text
  }
}
