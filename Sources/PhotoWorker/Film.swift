internal import CPhotoShims

/// A sequence of pictures of one size.
final class Film {
  /// The output of a film.
  enum Kind: String {
    /// A single file of all pictures.
    case webp, gif
    /// A file for each picture.
    case jpeg
    /// The pixels of each picture, three bytes each.
    case rgb

    /// The most pixels of one file: joining takes the library about 1.7 bytes
    /// of memory per pixel in WebP, and 4.6 in GIF.
    fileprivate var mostPixels: Int? {
      switch self {
      case .webp: 200_000_000
      case .gif: 70_000_000
      case .jpeg, .rgb: nil
      }
    }
  }

  /// The options of a film.
  struct Form {
    let kind: Kind
    let width: Int
    let height: Int
    /// The time for which each picture is shown.
    let milliseconds: Int
    /// 1 to 100.
    let quality: Int
    /// The largest number of pictures.
    let frames: Int
    /// A Boolean value that indicates whether each is aligned with the one
    /// before.
    let isAligned: Bool
    /// A Boolean value that indicates whether to add a picture halfway between
    /// each two.
    let fades: Bool
  }

  /// The result of adding a picture.
  struct Added {
    /// The shift in pixels; `nil` if it could not be aligned.
    let move: (right: Int, down: Int)?
    /// The pieces to send at once: the picture halfway to it, and the picture.
    var pieces: [[UInt8]] = []
  }

  /// The most pictures of one file.
  static let mostFrames = 4_000
  /// The most memory for pictures that wait for the film's end, in bytes.
  private static let mostBytes = 96 << 20
  /// Visually lossless, since it is decoded once more.
  private static let heldQuality = 90
  /// The most characters of a text.
  static let longestText = 64

  private let form: Form
  private var held: [(file: [UInt8], milliseconds: Int)] = []
  private var heldBytes = 0
  /// The last picture without its text, and with it.
  private var last: (plain: Image, shown: Image)?

  /// Begins a film.
  ///
  /// - Throws: ``PictureFault`` if it would be too large.
  init(_ form: Form) throws(PictureFault) {
    self.form = form
    let count = form.frames * (form.fades ? 2 : 1)
    guard let mostPixels = form.kind.mostPixels else { return }
    guard count <= Self.mostFrames,
      count * form.width * form.height <= mostPixels
    else {
      throw PictureFault(
        """
        a film of \(count) pictures of \(form.width) × \(form.height) is too \
        large: choose fewer photos or a smaller size
        """)
    }
  }

  /// Adds a picture.
  func add(
    _ picture: Picture, _ text: Image?
  ) throws(PictureFault) -> Added {
    var plain = try picture.decoded(atMost: edge(for: picture))
      .fitted(form.width, form.height)
    var added = Added(move: (0, 0))
    if form.isAligned, let last {
      let found = try plain.aligned(to: last.plain)
      if let found { plain = found.image }
      added = Added(move: found.map { ($0.right, $0.down) })
    }
    var shown = plain
    if let text { shown = try plain.labelled(text) }
    var milliseconds = form.milliseconds
    if form.fades, let last {
      // A third of the time of each.
      let between = milliseconds / 3
      milliseconds -= between
      let mixed = try last.shown.mixed(with: shown)
      try take(mixed, between, &added)
    }
    try take(shown, milliseconds, &added)
    last = (plain, shown)
    return added
  }

  /// Returns the size for decoding a picture so that it covers the film,
  /// upright or turned.
  private func edge(for picture: Picture) -> Int {
    let most = max(form.width, form.height)
    let least = max(1, min(picture.width, picture.height))
    return min(4_096, most * max(picture.width, picture.height) / least + 1)
  }

  private func take(
    _ image: Image, _ milliseconds: Int, _ added: inout Added
  ) throws(PictureFault) {
    switch form.kind {
    case .webp, .gif:
      let file = try image.file(as: .jpeg, quality: Self.heldQuality)
      heldBytes += file.count
      // Later pictures are ignored; the end reports it.
      if heldBytes > Self.mostBytes {
        held = []
      } else {
        held.append((file, milliseconds))
      }
    case .jpeg:
      added.pieces.append(try image.file(as: .jpeg, quality: form.quality))
    case .rgb:
      added.pieces.append(try image.pixels(form.width, form.height))
    }
  }

  /// The film as one file.
  func finished() throws(PictureFault) -> [UInt8] {
    guard form.kind.mostPixels != nil, heldBytes > 0 else {
      throw PictureFault("there is no film")
    }
    guard heldBytes <= Self.mostBytes else {
      throw PictureFault(
        "the film is too large: choose fewer photos or a smaller size")
    }
    // One place for all files: they must not move.
    let all = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: heldBytes)
    defer { all.deallocate() }
    var place = 0
    var files: [photo_bytes] = []
    let times = held.map { Int32($0.milliseconds) }
    for index in held.indices {
      let file = held[index].file
      held[index].file = []
      let part = UnsafeMutableBufferPointer(
        rebasing: all[place..<(place + file.count)])
      _ = part.initialize(from: file)
      files.append(photo_bytes(bytes: part.baseAddress, count: file.count))
      place += file.count
    }
    held = []
    var joined = photo_bytes()
    let kind = form.kind == .gif ? photo_gif_film : photo_webp_film
    guard
      photo_join(
        files, times, Int32(files.count), kind, Int32(form.quality), &joined)
        == 0
    else { throw .ofLibrary }
    return Image.taking(joined)
  }
}
