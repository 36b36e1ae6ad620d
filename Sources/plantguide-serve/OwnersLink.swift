import Glibc
import JournalSync
import POSIXKit

/// The link that lets a browser of the home's own user in.
struct OwnersLink {
  private let link: String
  private let options: ServeOptions

  /// Makes the link; `nil` if there can be none to such an address.
  init?(of peer: PeerServer, at url: String, _ options: ServeOptions) throws {
    guard
      let made = try peer.inviteOwner(at: url, at: HTTPServer.clock)
    else { return nil }
    link = made.link
    self.options = options
  }

  /// Prints the link, or opens it.
  func show() {
    // The secret has no character that JSON escapes.
    let text = options.printsJSON ? #"{"link":"\#(link)"}"# : link
    if options.printsJSON || !options.opensLink || !WebBrowser.open(link) {
      print(text)
      fflush(nil)
      HTTPServer.tell("the link works once, within five minutes")
    }
    HTTPServer.tell("press Ctrl-C to end")
  }
}
