/// The browser of the user of this machine.
public enum WebBrowser {
  /// Opens an address in a process of its own.
  ///
  /// - Returns: A Boolean value that indicates whether a program was started
  ///   for it: the one that `BROWSER` names, or `xdg-open`.
  public static func open(_ address: String) -> Bool {
    guard var words = command else { return false }
    let program = words.removeFirst()
    if !words.contains("%s") { words.append("%s") }
    do {
      try ChildProcess.startDetached(
        program, arguments: words.map { $0 == "%s" ? address : $0 },
        variables: [:])
      return true
    } catch {
      return false
    }
  }

  /// The program and its arguments; `nil` if there is none.
  private static var command: [String]? {
    // The variable may name several programs, of which the first counts.
    let named = ProcessEnvironment["BROWSER"]?.split(separator: ":").first
    if let words = named?.split(separator: " "), !words.isEmpty {
      return words.map(String.init)
    }
    return FileSystem.isInstalled("xdg-open") ? ["xdg-open"] : nil
  }
}
