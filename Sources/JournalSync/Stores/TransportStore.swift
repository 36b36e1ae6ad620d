internal import Encodings

/// A store reached over the network.
final class TransportStore: ObjectStore {
  private let pipe: TransportPipe

  var keepsNoHours: Bool { false }
  var cost: TransferCost { get throws { try pipe.cost } }
  var room: Int? {
    get throws {
      var request = CBORWriter()
      request.array(1)
      request.text("room")
      let bytes = try pipe.ask(request.bytes, for: "room")
      var reader = CBORReader(bytes.span.bytes)
      _ = try pipe.verb(&reader)
      return reader.readNull() ? nil : Int(clamping: try reader.unsigned())
    }
  }

  init(over pipe: TransportPipe) { self.pipe = pipe }

  func forEachName(
    under prefix: String, after start: String, _ body: (String) throws -> Void
  ) throws -> StoreHour {
    var request = CBORWriter()
    request.array(3)
    request.text("list")
    request.text(prefix)
    request.text(start)
    try pipe.send(request.bytes)
    // It reads all answers, even if `body` throws, as others follow them.
    var failure: (any Error)?
    while true {
      let bytes = try pipe.answer()
      var reader = CBORReader(bytes.span.bytes)
      switch try pipe.verb(&reader) {
      case "names":
        for _ in 0..<(try reader.array()) where failure == nil {
          let name = try reader.text()
          do { try body(name) } catch { failure = error }
        }
      case "listed":
        if let failure { throw failure }
        guard let hour = UInt64(try reader.text()).flatMap(StoreHour.init)
        else { throw TransportPipe.broken }
        return hour
      default: throw TransportPipe.broken
      }
    }
  }

  func object(_ name: String, atMost limit: Int) throws -> [UInt8]? {
    var request = CBORWriter()
    request.array(3)
    request.text("get")
    request.text(name)
    request.unsigned(UInt64(limit))
    let bytes = try pipe.ask(request.bytes, for: "object", "absent")
    var reader = CBORReader(bytes.span.bytes)
    guard try pipe.verb(&reader) == "object" else { return nil }
    return try reader.byteString().copied
  }

  func put(_ bytes: [UInt8], as name: String) throws -> Bool {
    var request = CBORWriter(capacity: bytes.count + name.utf8.count + 32)
    request.array(3)
    request.text("put")
    request.text(name)
    request.byteString(bytes)
    return try pipe.isAnswered(request, "stored", else: "exists")
  }

  func remove(_ name: String) throws -> Bool {
    var request = CBORWriter()
    request.array(2)
    request.text("remove")
    request.text(name)
    return try pipe.isAnswered(request, "removed", else: "absent")
  }
}

/// A peer reached over the network.
final class TransportPeer: PeerTransport {
  private let pipe: TransportPipe
  private var isAwaiting = false

  var cost: TransferCost {
    get throws {
      try dropAnswer()
      return try pipe.cost
    }
  }

  init(over pipe: TransportPipe) { self.pipe = pipe }

  func send(_ request: PeerRequest) throws -> PeerResponse {
    try begin(request)()
  }

  func begin(
    _ request: PeerRequest
  ) throws -> () throws -> PeerResponse {
    try dropAnswer()
    try pipe.send(
      TransportPipe.request(
        request.method.rawValue, request.path, headers: request.headers,
        body: request.body, atMost: PeerResponse.maximumByteCount))
    isAwaiting = true
    return { [self] in
      isAwaiting = false
      return try pipe.response()
    }
  }

  /// Reads an answer that nobody waits for any more.
  private func dropAnswer() throws {
    guard isAwaiting else { return }
    isAwaiting = false
    _ = try pipe.answer()
  }
}
