internal import Encodings
internal import POSIXKit
internal import ProgramPipes

/// The pipes to the network program, `plantguide-sync`, which knows nothing of
/// journals.
///
/// Requests and answers are frames on two pipes: four bytes of length, the most
/// significant first, and one CBOR item.
final class TransportPipe {
  private let program: SiblingProgram
  private let longestSilence: Int64

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
    program = try SiblingProgram(
      startedFrom: path, ending: request.ending, said: request.said)
    longestSilence = request.longestSilence
    _ = try ask(Self.opening(remote, credentials), for: "opened")
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
    // Deterministic CBOR sorts keys by length first.
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

  /// Sends a request, and returns an answer with one of these first words.
  func ask(
    _ request: [UInt8], for words: String...
  ) throws -> [UInt8] {
    try send(request)
    return try answer(for: words)
  }

  /// Returns the next answer, which must begin with one of these words.
  func answer(for words: [String]) throws -> [UInt8] {
    let bytes = try answer()
    var reader = CBORReader(bytes.span.bytes)
    guard words.contains(try verb(&reader)) else { throw Self.broken }
    return bytes
  }

  func send(_ request: [UInt8]) throws {
    try told { () throws(SiblingProgram.Fault) in
      try program.send(request) { Deadline(seconds: longestSilence) }
    }
  }

  func answer() throws -> [UInt8] {
    try told { () throws(SiblingProgram.Fault) in
      try program.answer { Deadline(seconds: longestSilence) }
    }
  }

  private func told<R>(
    _ body: () throws(SiblingProgram.Fault) -> R
  ) throws -> R {
    do throws(SiblingProgram.Fault) {
      return try body()
    } catch {
      switch error {
      case .brokeOff: throw Self.broken
      case .interrupted: throw RemoteError.ended
      case .timedOut:
        throw StoreError(
          .network,
          "the program that reaches the network stopped answering",
          canRetry: true)
      }
    }
  }

  /// Reads the first word of an answer; throws a failure.
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
    .network, "the program that reaches the network ended unexpectedly",
    canRetry: true)
}
