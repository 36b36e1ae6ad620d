internal import Glibc
internal import JournalPhotos

extension ModelCard.Input {
  /// Returns the size within which a photo is drawn so that its shorter side
  /// is ``shorterSide``, at most the largest that can be drawn.
  func room(forPhotoOf width: Int, _ height: Int) -> Int {
    let (short, long) = (max(1, min(width, height)), max(width, height))
    return min(Self.mostDrawn, (shorterSide * long + short - 1) / short)
  }

  private static let mostDrawn = 2_048

  /// Returns the middle of pixels, as large as the network takes. The edges of
  /// a photo that is too narrow are repeated.
  ///
  /// - Throws: ``PhotoFault`` if the decoder gave another number of pixels than
  ///   it says.
  func middle(of pixels: PhotoStudio.Pixels) throws(PhotoFault) -> [UInt8] {
    guard pixels.bytes.count == 3 * pixels.width * pixels.height else {
      throw .strange
    }
    let left = (pixels.width - width) / 2
    let top = (pixels.height - height) / 2
    return [UInt8](unsafeUninitializedCapacity: 3 * width * height) {
      room, filled in
      for row in 0..<height {
        let line = min(max(row + top, 0), pixels.height - 1) * pixels.width
        for column in 0..<width {
          let place =
            3 * (line + min(max(column + left, 0), pixels.width - 1))
          for colour in 0..<3 {
            room.initializeElement(
              at: filled, to: pixels.bytes[place + colour])
            filled += 1
          }
        }
      }
    }
  }
}

extension ModelCard {
  /// Returns probabilities for scores, one for each label.
  func probabilities(of scores: [Double]) throws(ModelFault) -> [Double] {
    switch output {
    case .probabilities:
      guard scores.allSatisfy({ (-0.001...1.001).contains($0) }) else {
        throw ModelFault(
          "its scores are no probabilities; its card should say logits")
      }
      return scores.map { min(max($0, 0), 1) }
    case .logits:
      let most = scores.max() ?? 0
      let powers = scores.map { exp($0 - most) }
      let sum = powers.reduce(0, +)
      return powers.map { $0 / sum }
    }
  }
}
