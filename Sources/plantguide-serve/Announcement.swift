import ErrorKit
import Glibc
import JournalSync
import POSIXKit

/// Says on this network that the server is there, by Avahi where that is
/// installed: `avahi-publish` is started, as Avahi takes back what was said when
/// the program that said it has ended.
struct Announcement {
  private let child: ChildProcess

  /// Begins; `nil` where nothing can be said, which is told.
  init?(of peer: PeerServer, port: Int, key: String) {
    for program in ["avahi-publish", "setpriv"]
    where !FileSystem.isInstalled(program) {
      HTTPServer.tell(
        "not announced on this network: \(program) is not installed")
      return nil
    }
    do {
      let (name, arguments) = try peer.announcement(port: port, key: key)
      // What it has to say is for nobody; what failed it tries again.
      let nothing = try File("/dev/null", .reading)
      let silence = try File("/dev/null", .replacing)
      // It ends with this process, however that ends.
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

  /// Takes it back.
  func end() { _ = child.wait(until: Deadline(seconds: 0)) }
}
