internal import Encodings
internal import Glibc
internal import POSIXKit
internal import ProgramPipes

/// The program that transports objects for its parent: it reads requests from
/// standard input and answers each on standard output.
public final class TransportProgram {
  private let pipe = ParentPipe()
  private var remote: Remote?

  /// The open remote.
  private enum Remote {
    case store(any ObjectStore)
    case peer(Peer)
    case mail(MailClient)

    var cost: TransferCost {
      switch self {
      case .store(let store): store.client.cost
      case .peer(let peer): peer.client.cost
      case .mail(let client): client.cost
      }
    }
  }

  private init() {}

  /// Serves until the parent ends its requests.
  ///
  /// - Returns: The exit status: 0, or 2 if requests could not be read to their
  ///   end, or 4 if nobody reads the answers.
  public static func run() -> Int32 {
    StandardDescriptors.hold()
    // The error of a write shows that nobody reads.
    signal(SIGPIPE, SIG_IGN)
    // A memory dump would contain the passwords.
    var limit = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    return TransportProgram().serve()
  }

  private func serve() -> Int32 {
    do {
      // In one place, so that wiping it leaves no copy.
      var frame: [UInt8] = []
      while true {
        do throws(ParentPipe.Fault) {
          guard try pipe.next(into: &frame) else { return 0 }
        } catch {
          try refuse(error)
          return 2
        }
        try answer(&frame)
      }
    } catch {
      // Nobody reads a report.
      return 4
    }
  }

  private func refuse(
    _ fault: ParentPipe.Fault
  ) throws(FileSystemError) {
    try send(TransportError(.invalid, fault.reason))
  }

  private func answer(_ frame: inout [UInt8]) throws(FileSystemError) {
    do {
      let request = try parse(&frame)
      frame = []
      try carryOut(request)
    } catch let error as TransportError {
      try send(error)
    } catch let error as FileSystemError {
      throw error
    } catch {
      try send(TransportError(.invalid, "a request failed: \(error)"))
    }
  }

  /// Parses a request, and wipes it if it contains secrets.
  private func parse(
    _ frame: inout [UInt8]
  ) throws(TransportError) -> TransportRequest {
    let request: TransportRequest
    do throws(TransportError) {
      request = try TransportRequest(frame)
    } catch {
      Secret.wipe(&frame)
      throw error
    }
    if case .open = request { Secret.wipe(&frame) }
    return request
  }

  private func carryOut(_ request: TransportRequest) throws {
    switch request {
    case .open(let options):
      remote = try open(options)
      try pipe.send {
        $0.array(1)
        $0.text("opened")
      }
    case .list(let prefix, let after):
      let clock = try store.list(prefix, after: after, tell)
      try pipe.send {
        $0.array(2)
        $0.text("listed")
        $0.text(StoreHour.text(clock))
      }
    case .get(let name, let limit):
      let bytes = try store.get(name, atMost: limit)
      try pipe.send {
        $0.array(bytes == nil ? 1 : 2)
        guard let bytes else { return $0.text("absent") }
        $0.text("object")
        $0.byteString(bytes)
      }
    case .put(let name, let bytes):
      try say(try store.put(name, bytes).rawValue)
    case .remove(let name):
      try say(try store.remove(name) ? "removed" : "absent")
    case .request(let question):
      try sendResponse(try peer.send(question))
    case .mail(let mail):
      let refused = try mailServer.send(mail)
      try pipe.send {
        $0.array(refused.isEmpty ? 1 : 2)
        $0.text("sent")
        guard !refused.isEmpty else { return }
        $0.array(refused.count)
        for words in refused { $0.text(words) }
      }
    case .cost: try sendCost()
    case .room:
      let room = try store.room()
      try pipe.send {
        $0.array(2)
        $0.text("room")
        if let room { $0.integer(Int64(room)) } else { $0.null() }
      }
    }
  }

  private func open(
    _ options: TransportOptions
  ) throws(TransportError) -> Remote {
    let url = options.url
    if url.hasPrefix("s3://") { return .store(try S3Store(options, pipe)) }
    if url.hasPrefix("webdav://") || url.hasPrefix("webdavs://") {
      return .store(try WebDAVStore(options, pipe))
    }
    if url.hasPrefix("http://") || url.hasPrefix("https://") {
      return .peer(try Peer(options, pipe))
    }
    if url.hasPrefix("smtp://") || url.hasPrefix("smtps://") {
      return .mail(try MailClient(options, pipe))
    }
    throw TransportError(
      .invalid,
      "the remote's URL begins with none of s3://, webdav://, webdavs://, "
        + "http://, https://, smtp:// and smtps://")
  }

  private var store: any ObjectStore {
    get throws(TransportError) {
      guard case .store(let store) = remote else {
        throw TransportError(.invalid, "no store is open")
      }
      return store
    }
  }

  private var peer: Peer {
    get throws(TransportError) {
      guard case .peer(let peer) = remote else {
        throw TransportError(.invalid, "no peer is open")
      }
      return peer
    }
  }

  private var mailServer: MailClient {
    get throws(TransportError) {
      guard case .mail(let client) = remote else {
        throw TransportError(.invalid, "no mail server is open")
      }
      return client
    }
  }

  // MARK: Answers

  private func say(_ word: String) throws(FileSystemError) {
    try pipe.send {
      $0.array(1)
      $0.text(word)
    }
  }

  /// Reports names, in short frames.
  private func tell(_ names: [String]) throws {
    var rest = names[...]
    while !rest.isEmpty {
      let portion = rest.prefix(1_000)
      rest = rest.dropFirst(portion.count)
      try pipe.send {
        $0.array(2)
        $0.text("names")
        $0.array(portion.count)
        for name in portion { $0.text(name) }
      }
    }
  }

  private func sendResponse(_ response: HTTPResponse) throws(FileSystemError) {
    let headers = response.headers.sorted { $0.key.precedesInCBOR($1.key) }
    try pipe.send {
      $0.array(4)
      $0.text("response")
      $0.integer(Int64(response.status))
      $0.map(headers.count)
      for (name, value) in headers {
        $0.text(name)
        $0.text(value)
      }
      $0.byteString(response.body)
    }
  }

  private func sendCost() throws(FileSystemError) {
    let cost = remote?.cost ?? TransferCost()
    try pipe.send {
      $0.array(4)
      $0.text("cost")
      $0.integer(Int64(cost.requests))
      $0.integer(Int64(cost.bytesSent))
      $0.integer(Int64(cost.bytesReceived))
    }
  }

  private func send(_ error: TransportError) throws(FileSystemError) {
    try pipe.send {
      $0.array(2)
      $0.text("error")
      // In the order of deterministic CBOR: the shorter key first.
      $0.map(error.status == nil ? 3 : 4)
      $0.text("kind")
      $0.text(error.kind.rawValue)
      if let status = error.status {
        $0.text("status")
        $0.integer(Int64(status))
      }
      $0.text("message")
      $0.text(error.message)
      $0.text("canRetry")
      $0.bool(error.canRetry)
    }
  }
}
