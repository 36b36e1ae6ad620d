/// The properties of a picture's thumbnail.
struct PictureLooks {
  /// A bit for each of 64 places, set if it is brighter than the place to its
  /// right: similar pictures differ in few bits (difference hash).
  let hash: UInt64
  /// The average brightness, 0 to 255.
  let brightness: Int
  /// The sharpness of edges, in thousandths of its contrast: the variance of
  /// the Laplacian over that of the pixels.
  let sharpness: Int

  /// The size in pixels of the square form that is analysed.
  private static let edge = 200

  init(_ thumbnail: Image) throws(PictureFault) {
    let edge = Self.edge
    let small = try thumbnail.pixels(9, 8, isGrey: true)
    var hash: UInt64 = 0
    for place in 0..<64 {
      let left = place / 8 * 9 + place % 8
      hash = hash << 1 | (small[left] > small[left + 1] ? 1 : 0)
    }
    self.hash = hash
    let grey = try thumbnail.pixels(edge, edge, isGrey: true).map { Int($0) }
    brightness = grey.reduce(0, +) / grey.count
    var edges: [Int] = []
    edges.reserveCapacity(grey.count)
    for row in 1..<(edge - 1) {
      for place in (row * edge + 1)..<(row * edge + edge - 1) {
        edges.append(
          grey[place - 1] + grey[place + 1] + grey[place - edge]
            + grey[place + edge] - 4 * grey[place])
      }
    }
    sharpness = Self.variance(edges) * 1_000 / max(1, Self.variance(grey))
  }

  private static func variance(_ values: [Int]) -> Int {
    let mean = values.reduce(0, +) / values.count
    return values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / values.count
  }
}
