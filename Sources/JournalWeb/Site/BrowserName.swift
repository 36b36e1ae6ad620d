/// The short name of a browser, which is proposed as the name of its session.
enum BrowserName {
  // The first that occurs counts: most browsers name others, too.
  private static let programs = [
    ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"), ("FxiOS", "Firefox"), ("CriOS", "Chrome"),
    ("Chrom", "Chrome"), ("Safari", "Safari"),
  ]
  private static let systems = [
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"),
    ("Windows", "Windows"), ("CrOS", "Chromebook"), ("Mac OS", "Mac"),
    ("Linux", "Linux"),
  ]

  /// Returns the name of the browser that sends such a header `User-Agent`.
  static func name(of header: String?) -> String {
    let header = header ?? ""
    func first(of list: [(sign: String, name: String)]) -> String? {
      list.first { header.contains($0.sign) }?.name
    }
    let program = first(of: programs) ?? "Browser"
    return first(of: systems).map { "\(program) on \($0)" } ?? program
  }
}
