internal import Encodings
internal import Glibc
internal import POSIXKit

/// The pipes to the program that reaches the network, `plantguide-sync`: it
/// knows nothing of journals.
///
/// Requests and answers are frames on two pipes: four bytes with a length, the
/// most significant first, and one item of CBOR.
final class TransportPipe {
  private var requests: File?
  private let answers: File
  private var errors: SideStream
  private let child: ChildProcess
  private let request: SyncRequest
  private var isSilent = false

  private static let longestFrame = 64 << 20

  /// Starts the program and opens the store that `remote` names.
  ///
  /// - Throws: ``StoreError``, ``RemoteError`` or `FileSystemError`.
  init(
    for remote: Remote, _ credentials: Credentials, _ request: SyncRequest
  ) throws {
    let path = request.transport
    guard FileSystem.isExecutable(path) else {
      throw RemoteError.noTransport(path)
    }
    let input = try Pipe()
    let output = try Pipe()
    let errors = try Pipe()
    child = try ChildProcess.start(
      path, arguments: [],
      descriptors: [
        .init(own: input.readingEnd.descriptor, inChild: STDIN_FILENO),
        .init(own: output.writingEnd.descriptor, inChild: STDOUT_FILENO),
        .init(own: errors.writingEnd.descriptor, inChild: STDERR_FILENO),
      ])
    input.writingEnd.setNonBlocking()
    requests = input.keepingWritingEnd()
    answers = output.keepingReadingEnd()
    self.errors = SideStream(errors.keepingReadingEnd(), request.said)
    self.request = request
    _ = try ask(Self.opening(remote, credentials), for: "opened")
  }

  deinit {
    // It ends with its requests; what hangs, or was given up, is ended.
    requests = nil
    _ = child.wait(until: Deadline(seconds: isSilent ? 0 : 5))
    errors.handOn()
  }

  private static func opening(
    _ remote: Remote, _ credentials: Credentials
  ) -> [UInt8] {
    var texts = ["url": "\(remote.address)"]
    texts["user"] = credentials.user
    texts["password"] = credentials.password
    texts["token"] = credentials.token
    for option: Remote.Option in [
      .endpoint, .region, .caFile, .proxy, .pinnedKey,
    ] { texts[option.rawValue] = remote.options[option] }
    let usesNetrc = remote.options[.netrc] == "true"
    var writer = CBORWriter()
    writer.array(2)
    writer.text("open")
    writer.map(texts.count + (usesNetrc ? 1 : 0))
    let keys = texts.keys + (usesNetrc ? ["netrc"] : [])
    // Deterministic CBOR sorts keys by their length first.
    for key in keys.sorted(by: {
      ($0.utf8.count, $0) < ($1.utf8.count, $1)
    }) {
      writer.text(key)
      if let text = texts[key] { writer.text(text) } else { writer.bool(true) }
    }
    return writer.bytes
  }

  var cost: TransferCost {
    get throws {
      var request = CBORWriter()
      request.array(1)
      request.text("cost")
      let bytes = try ask(request.bytes, for: "cost")
      var reader = CBORReader(bytes.span.bytes)
      _ = try verb(&reader)
      return TransferCost(
        requests: Int(clamping: try reader.unsigned()),
        bytesSent: Int(clamping: try reader.unsigned()),
        bytesReceived: Int(clamping: try reader.unsigned()))
    }
  }

  // MARK: Frames

  func isAnswered(
    _ request: CBORWriter, _ yes: String, else no: String
  ) throws -> Bool {
    let bytes = try ask(request.bytes, for: yes, no)
    var reader = CBORReader(bytes.span.bytes)
    return try verb(&reader) == yes
  }

  /// Asks, and gives an answer that begins with one of these words.
  func ask(
    _ request: [UInt8], for words: String...
  ) throws -> [UInt8] {
    try send(request)
    let bytes = try answer()
    var reader = CBORReader(bytes.span.bytes)
    guard words.contains(try verb(&reader)) else { throw Self.broken }
    return bytes
  }

  func send(_ request: [UInt8]) throws {
    var frame: [UInt8] = []
    frame.append(bigEndian: UInt64(request.count), count: 4)
    try write(frame[...])
    try write(request[...])
  }

  private func write(_ bytes: ArraySlice<UInt8>) throws {
    var rest = bytes
    while !rest.isEmpty, let descriptor = requests?.descriptor {
      let count = rest.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        try wait(for: descriptor, POLLOUT)
      } else if errno != EINTR {
        errors.handOn()
        throw Self.broken
      }
    }
  }

  func answer() throws -> [UInt8] {
    let head = try bytes(4)
    let count = Int(head.span.bytes.bigEndian(at: 0, count: 4))
    guard count <= Self.longestFrame else { throw Self.broken }
    return try bytes(count)
  }

  private func bytes(_ count: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      try wait(for: answers.descriptor, POLLIN)
      let piece = try answers.read(count - bytes.count)
      guard !piece.isEmpty else {
        errors.handOn()
        throw Self.broken
      }
      if bytes.isEmpty { bytes = piece } else { bytes += piece }
    }
    return bytes
  }

  /// Waits until the program answers, or takes what it is asked.
  private func wait(for descriptor: Int32, _ events: Int32) throws {
    let deadline = Deadline(seconds: request.longestSilence)
    while true {
      var places = [
        pollfd(fd: descriptor, events: Int16(events), revents: 0),
        pollfd(fd: errors.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: request.ending ?? -1, events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(
        &places, nfds_t(places.count), deadline.millisecondsLeft)
      guard count > 0 || deadline.millisecondsLeft > 0 else {
        isSilent = true
        throw StoreError(
          .network,
          "the program that reaches the network says nothing any more",
          canRetry: true)
      }
      if places[2].revents != 0 {
        isSilent = true
        throw RemoteError.ended
      }
      if places[1].revents != 0 { errors.handOn() }
      if places[0].revents != 0 { return }
    }
  }

  /// The word that an answer begins with; a failure is thrown.
  func verb(_ reader: inout CBORReader) throws -> String {
    do {
      guard try reader.array() > 0 else { throw Self.broken }
      let verb = try reader.text()
      guard verb == "error" else { return verb }
      throw try Self.failure(&reader)
    } catch is CBORError {
      throw Self.broken
    }
  }

  private static func failure(_ reader: inout CBORReader) throws -> StoreError {
    var code = StoreError.Code.network
    var message = ""
    var canRetry = false
    for _ in 0..<(try reader.map()) {
      switch try reader.text() {
      case "kind": code = .init(rawValue: try reader.text()) ?? .network
      case "message": message = try reader.text()
      case "canRetry": canRetry = try reader.bool()
      default: try reader.skip()
      }
    }
    return StoreError(code, message, canRetry: canRetry)
  }

  static let broken = StoreError(
    .network, "the program that reaches the network broke off", canRetry: true)
}
