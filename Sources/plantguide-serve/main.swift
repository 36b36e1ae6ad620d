// Lets other machines sync with the journal of a home.
//
// By default it listens on this machine alone. It always demands a token, and
// TLS if others can reach it.

import CMicrohttpd
import ErrorKit
import Glibc
import JournalExchange
import JournalQueries
import JournalSync
import JournalWeb
import POSIXKit

StandardDescriptors.hold()
signal(SIGPIPE, SIG_IGN)
// Threads of this program wait for the programs that decode photos.
ChildProcess.blockEndSignal()
Memory.returnLargePieces()
CareJournal.end(
  onDamage: ("plantguide-serve: the journal's file is damaged\n", 1),
  onShortage: ("plantguide-serve: there is no memory left\n", 1))

do {
  let options = try ServeOptions(Array(CommandLine.arguments.dropFirst()))
  if options.showsCode {
    let text = try InputFile.read("/dev/stdin", atMost: .form)
    print(try code(of: String(decoding: text, as: UTF8.self)), terminator: "")
  } else {
    try serve(options)
  }
} catch {
  HTTPServer.tell("error: \(ErrorFacts(of: error).message)")
  if (error as? ServeError)?.needsUsage == true {
    let usage = Array((ServeOptions.usage + "\n").utf8)
    _ = write(STDERR_FILENO, usage, usage.count)
  }
  exit(2)
}

/// Serves until a signal ends the program.
func serve(_ options: ServeOptions) throws {
  guard options.showsKey || FileSystem.isDirectory(options.home) else {
    throw ServeError(
      "\(options.home) does not exist; 'plantguide web' makes a journal there "
        + "and opens it")
  }
  let peer = try PeerServer(
    ofHomeAt: options.home, clock: time(nil), requestsPerSecond: options.rate)
  let program = "plantguide-serve \(ProgramVersion.text)"
  let journal = SharedJournal(at: options.home, program: program)
  let address = try ListenAddress(options.address)
  var certificate: Certificate?
  if let path = options.certificate, let key = options.key {
    certificate = try Certificate(certificate: path, key: key)
  } else if options.usesTLS || !address.isLoopback || options.showsKey {
    certificate = try Certificate(ofHomeAt: options.home)
  }
  if options.showsKey {
    print(try certificate?.pinnedKey() ?? "")
    return
  }
  if try !options.makesLink && !peer.hasTokens() {
    HTTPServer.tell("there is no token yet, so the server lets nobody in")
  }
  if let certificate {
    HTTPServer.tell("the key is \(try certificate.pinnedKey())")
  }
  let followUps = FollowUps(
    of: journal, by: ChildProcess.sibling("plantguide"),
    clock: { HTTPServer.clock }, tell: HTTPServer.tell)
  followUps.removeStrayPictures()
  let api = WebAPI(
    of: journal, photosBy: ChildProcess.sibling("plantguide-photo"),
    identifiedBy: ChildProcess.sibling("plantguide-identify"),
    followedBy: followUps)
  let site = WebSite(
    WebPages(api), api, sessions: peer.sessions, names: options.hosts)
  guard let site else {
    throw ServeError("--host needs a name such as plants.example")
  }
  try HTTPServer(
    peer, api, site, idleSeconds: options.idleSeconds,
    trustsProxy: options.trustsProxy
  ) {
    peer.rest()
    journal.forget()
    // This removes the bytes of events that peers have erased.
    _ = try CareJournal(
      at: options.home, program: program, clock: HTTPServer.clock
    ).removeErasedBytes()
  }.run(
    at: address, with: certificate, isHidden: options.isHidden,
    mayMove: options.makesLink
  ) { served in
    guard options.makesLink else { return }
    try OwnersLink(of: peer, at: served.ownURL, options)?.show()
  }
  followUps.finish()
}
