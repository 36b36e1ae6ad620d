internal import COpenCVShims

/// The reason that a network or a picture is refused.
struct NetworkFault: Error {
  let message: String

  init(_ message: String) { self.message = message }

  /// The library's fault; it names the operator or the part of the file.
  static func ofLibrary(_ deed: String) -> NetworkFault {
    var text = [CChar](repeating: 0, count: 512)
    network_fault(&text, text.count)
    let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let words = String(decoding: bytes, as: UTF8.self)
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return NetworkFault(
      words == "memory"
        ? "\(deed) it takes too much memory" : "\(deed) it failed: \(words)")
  }
}

/// A picture as a network takes it.
struct NetworkPicture {
  /// The edges that a network may take, in pixels.
  static let edges = 8...1_024

  /// The four numbers of its shape.
  let shape: [Int32]
  let values: [Float]

  /// Takes pixels, row by row, red, green and blue of each.
  ///
  /// - Parameters:
  ///   - width: The number of columns.
  ///   - height: The number of rows.
  ///   - hasColoursLast: Whether the colours of a pixel lie side by side;
  ///     otherwise each colour has a plane of its own.
  ///   - isBlueFirst: Whether blue comes first, and red last.
  ///   - mean: The mean of each colour, from 0 to 1, in the network's order.
  ///   - deviation: The standard deviation of each colour.
  ///   - pixels: The pixels.
  /// - Throws: ``NetworkFault`` for another number of pixels.
  init(
    width: Int, height: Int, hasColoursLast: Bool, isBlueFirst: Bool,
    mean: [Float], deviation: [Float], pixels: [UInt8]
  ) throws(NetworkFault) {
    let count = width * height
    guard pixels.count == 3 * count, mean.count == 3, deviation.count == 3,
      deviation.allSatisfy({ $0 != 0 })
    else {
      throw NetworkFault("the picture has another size than is said")
    }
    shape =
      (hasColoursLast ? [1, height, width, 3] : [1, 3, height, width])
      .map(Int32.init)
    values = [Float](unsafeUninitializedCapacity: 3 * count) { values, filled in
      for colour in 0..<3 {
        let source = isBlueFirst ? 2 - colour : colour
        let factor = 1 / (255 * deviation[colour])
        let shift = mean[colour] / deviation[colour]
        var place = hasColoursLast ? colour : colour * count
        for index in 0..<count {
          values.initializeElement(
            at: place, to: Float(pixels[3 * index + source]) * factor - shift)
          place += hasColoursLast ? 3 : 1
        }
      }
      filled = 3 * count
    }
  }
}

/// A network that was loaded.
final class Network {
  /// The most scores that are taken.
  private static let mostScores = 100_000

  private let handle: OpaquePointer

  /// Loads an ONNX file.
  ///
  /// - Throws: ``NetworkFault`` if the library cannot use it.
  init(_ file: [UInt8]) throws(NetworkFault) {
    var loaded: OpaquePointer?
    guard network_load(file, file.count, &loaded) == 0, let loaded else {
      throw .ofLibrary("loading")
    }
    handle = loaded
  }

  deinit { network_free(handle) }

  /// Returns the scores of a picture, as the network gives them.
  func scores(of picture: NetworkPicture) throws(NetworkFault) -> [Float] {
    var scores = [Float](repeating: 0, count: Self.mostScores)
    var count = 0
    guard
      network_run(
        handle, picture.values, picture.shape, &scores, scores.count, &count)
        == 0
    else { throw .ofLibrary("running") }
    guard count <= Self.mostScores else {
      throw NetworkFault("it gives \(count) scores, which are too many")
    }
    guard scores[..<count].allSatisfy(\.isFinite) else {
      throw NetworkFault("its scores are not numbers")
    }
    return Array(scores[..<count])
  }
}
