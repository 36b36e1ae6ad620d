internal import Encodings

/// A request of the parent.
enum IdentificationRequest {
  /// Report the guards, once the network is loaded.
  case start
  /// Run the network on a picture.
  case run(NetworkPicture)

  /// Reads a frame's one item.
  ///
  /// - Throws: `CBORError` or ``NetworkFault`` for anything but a request.
  init(_ frame: [UInt8]) throws {
    var reader = CBORReader(frame.span.bytes)
    let count = try reader.array()
    switch (try reader.text(), count) {
    case ("start", 1): self = .start
    case ("run", 8):
      let width = try Self.edge(&reader)
      let height = try Self.edge(&reader)
      self = .run(
        try NetworkPicture(
          width: width, height: height,
          hasColoursLast: try reader.bool(), isBlueFirst: try reader.bool(),
          mean: try Self.colours(&reader), deviation: try Self.colours(&reader),
          pixels: try reader.byteString().copied))
    default: throw NetworkFault("there is no such request")
    }
    try reader.finish()
  }

  private static func edge(_ reader: inout CBORReader) throws -> Int {
    let edge = Int(clamping: try reader.unsigned())
    guard NetworkPicture.edges.contains(edge) else {
      throw NetworkFault("an edge of \(edge) pixels is out of bounds")
    }
    return edge
  }

  private static func colours(_ reader: inout CBORReader) throws -> [Float] {
    guard try reader.array() == 3 else {
      throw NetworkFault("a colour has three parts")
    }
    var colours: [Float] = []
    for _ in 0..<3 { colours.append(Float(try reader.float())) }
    return colours
  }
}
