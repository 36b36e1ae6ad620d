import ErrorKit
import Glibc
import JournalSync
import POSIXKit

/// Announces the server on this network by Avahi, if that is installed.
/// `avahi-publish` keeps running, as Avahi takes the announcement back when its
/// program ends.
struct Announcement {
  private let child: ChildProcess

  /// Starts the announcement; `nil`, after a message, if that is impossible.
  init?(of peer: PeerServer, port: Int, key: String) {
    for program in ["avahi-publish", "setpriv"]
    where !FileSystem.isInstalled(program) {
      HTTPServer.tell(
        "not announced on this network: \(program) is not installed")
      return nil
    }
    do {
      let (name, arguments) = try peer.announcement(port: port, key: key)
      // Nobody needs its output; it retries after failures.
      let nothing = try File("/dev/null", .reading)
      let silence = try File("/dev/null", .replacing)
      // It ends with this process, even if that is killed.
      child = try ChildProcess.start(
        "setpriv",
        arguments: ["--pdeathsig", "TERM", "avahi-publish"] + arguments,
        descriptors: [
          .init(own: nothing.descriptor, inChild: 0),
          .init(own: silence.descriptor, inChild: 1),
          .init(own: silence.descriptor, inChild: 2),
        ])
      HTTPServer.tell("announced on this network as \(name)")
    } catch {
      HTTPServer.tell(
        "not announced on this network: \(ErrorFacts(of: error).message)")
      return nil
    }
  }

  /// Ends the announcement.
  func end() { _ = child.wait(until: Deadline(seconds: 0)) }
}
