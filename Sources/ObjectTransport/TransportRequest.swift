internal import Encodings
internal import ProgramPipes

/// The parent's request in a frame.
enum TransportRequest {
  case open(TransportOptions)
  case list(prefix: String, after: String)
  case get(name: String, limit: Int)
  case put(name: String, bytes: ArraySlice<UInt8>)
  case remove(name: String)
  case request(Peer.Question)
  case mail(Mail)
  case cost
  case room

  /// Reads a frame's one item.
  ///
  /// - Throws: ``TransportError/Kind/invalid`` for anything but a request.
  init(_ frame: [UInt8]) throws(TransportError) {
    do {
      var form = CBORReader(frame.span.bytes)
      // Checks form, keys and texts of the whole.
      try form.skip()
      try form.finish()
      self = try Self.read(frame)
    } catch let error as TransportError {
      throw error
    } catch {
      throw TransportError(.invalid, "a request is not understood: \(error)")
    }
  }

  private static func read(_ frame: [UInt8]) throws -> TransportRequest {
    var reader = CBORReader(frame.span.bytes)
    let count = try reader.array()
    let verb = try reader.text()
    let counts = [
      "open": 2, "list": 3, "get": 3, "put": 3, "remove": 2, "request": 6,
      "mail": 4, "cost": 1, "room": 1,
    ]
    guard counts[verb] == count else {
      throw TransportError(
        .invalid,
        "there is no request \(CurlHandle.safe(verb)) of \(count) items")
    }
    switch verb {
    case "open": return .open(try TransportOptions(from: &reader))
    case "list":
      let prefix = try reader.text()
      try ObjectName.check(prefix: prefix)
      return .list(prefix: prefix, after: try reader.text())
    case "get":
      let name = try name(&reader)
      return .get(name: name, limit: try limit(&reader))
    case "put":
      let name = try name(&reader)
      return .put(name: name, bytes: try bytes(&reader, of: frame))
    case "remove": return .remove(name: try name(&reader))
    case "request": return .request(try question(&reader, of: frame))
    case "mail": return .mail(try mail(&reader, of: frame))
    case "room": return .room
    default: return .cost
    }
  }

  private static func question(
    _ reader: inout CBORReader, of frame: [UInt8]
  ) throws -> Peer.Question {
    let method = try reader.text()
    let path = try reader.text()
    var headers: [(name: String, value: String)] = []
    for _ in 0..<(try reader.map()) {
      let name = try reader.text()
      headers.append((name, try reader.text()))
    }
    let body = try bytes(&reader, of: frame)
    return Peer.Question(
      method: method, path: path, headers: headers, body: body,
      limit: try limit(&reader))
  }

  private static func mail(
    _ reader: inout CBORReader, of frame: [UInt8]
  ) throws -> Mail {
    let sender = try reader.text()
    var recipients: [String] = []
    for _ in 0..<(try reader.array()) { recipients.append(try reader.text()) }
    return try Mail(
      sender: sender, recipients: recipients,
      message: bytes(&reader, of: frame))
  }

  private static func name(_ reader: inout CBORReader) throws -> String {
    let name = try reader.text()
    try ObjectName.check(name)
    return name
  }

  /// A limit that fits in an answer's frame.
  private static func limit(_ reader: inout CBORReader) throws -> Int {
    min(Int(clamping: try reader.unsigned()), ParentPipe.mostContentBytes)
  }

  /// The range of a byte string in the frame, which avoids a copy.
  private static func bytes(
    _ reader: inout CBORReader, of frame: [UInt8]
  ) throws -> ArraySlice<UInt8> {
    let count = try reader.byteString().byteCount
    return frame[(reader.offset - count)..<reader.offset]
  }
}
