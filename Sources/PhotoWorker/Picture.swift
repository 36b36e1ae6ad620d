internal import CPhotoShims
internal import Glibc

/// The reason that a picture is refused.
struct PictureFault: Error {
  let message: String
  /// A Boolean value that indicates whether the same picture may be decoded
  /// later, as this machine has no room now.
  let isPassing: Bool

  init(_ message: String, isPassing: Bool = false) {
    self.message = message
    self.isPassing = isPassing
  }

  /// The library's fault in plain words: its own are about its parts.
  static var ofLibrary: PictureFault {
    var text = [CChar](repeating: 0, count: 512)
    photo_fault(&text, text.count)
    let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let words = String(decoding: bytes, as: UTF8.self).lowercased()
    func says(_ signs: String...) -> Bool {
      signs.contains(where: words.contains)
    }
    // "unable to create thread", or GLib's words with the system's after them.
    if says("create thread", "creating thread") {
      return PictureFault(
        "the system has no thread left to decode with", isPassing: true)
    }
    if says("memory", "allocat") {
      return PictureFault("decoding it takes too much memory")
    }
    if says("premature end", "truncat", "end of", "not enough") {
      return PictureFault("it is cut off")
    }
    if lacksMemory {
      return PictureFault(
        "it needs more memory to decode than a process may use here"
      )
    }
    return PictureFault("it is damaged, or has an unsupported format")
  }

  /// A Boolean value that indicates whether the memory limit is below the most
  /// that a picture can need. Then the picture may be sound: the library does
  /// not say why it could not load it.
  private static var lacksMemory: Bool {
    var limits = rlimit()
    return getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limits) == 0
      && limits.rlim_cur < PhotoProgram.mostMemory
  }
}

/// A file of a picture whose header was read.
final class Picture {
  /// The most pixels, and the longest edge, that are decoded.
  static let mostPixels = 110_000_000
  static let longestEdge = 30_000

  let kind: PictureKind
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private let source: OpaquePointer

  /// Reads the header of a file.
  ///
  /// - Throws: ``PictureFault`` if it is no picture, is broken, or would take
  ///   more memory than there is for it.
  init(_ file: [UInt8]) throws(PictureFault) {
    guard let kind = PictureKind(file) else {
      throw PictureFault("it is not a JPEG, PNG, WebP, HEIC or AVIF picture")
    }
    self.kind = kind
    let file = kind == .png ? PNGOrder.withWordsFirst(file) : file
    // It must not move while the library reads from it.
    let held = UnsafeMutableBufferPointer<UInt8>.allocate(
      capacity: file.count)
    _ = held.initialize(from: file)
    var opened: OpaquePointer?
    guard photo_open(held.baseAddress, held.count, &opened) == 0,
      let opened
    else {
      held.deallocate()
      throw .ofLibrary
    }
    bytes = held
    source = opened
    guard width * height <= Self.mostPixels,
      max(width, height) <= Self.longestEdge
    else {
      throw PictureFault(
        "it has \(width) × \(height) pixels, which is too many")
    }
  }

  deinit {
    photo_close(source)
    bytes.deallocate()
  }

  /// The size of the stored pixels, before it is turned.
  var width: Int { Int(photo_width(source)) }
  var height: Int { Int(photo_height(source)) }

  /// A field of the header; `nil` if missing or no text. The library adds the
  /// type of the value, after a blank and a parenthesis.
  func field(_ name: String) -> String? {
    let text = photo_field(source, name)
    let bytes = withUnsafeBytes(of: text) { Array($0.prefix { $0 != 0 }) }
    guard let whole = String(validating: bytes, as: UTF8.self),
      let end = whole.range(of: " (")
    else { return nil }
    return String(whole[..<end])
  }

  /// The XML packet of the picture.
  var xmp: [UInt8] {
    let found = photo_xmp(source)
    return Array(UnsafeBufferPointer(start: found.bytes, count: found.count))
  }

  /// The pixels, upright, in sRGB, on white, with no edge longer than `edge`.
  func decoded(atMost edge: Int) throws(PictureFault) -> Image {
    try Image { photo_decode(source, Int32(edge), &$0) }
  }
}

extension String {
  fileprivate func range(of text: String) -> Index? {
    indices.first { self[$0...].hasPrefix(text) }
  }
}

/// Decoded pixels.
final class Image {
  private let handle: OpaquePointer

  /// The image that `make` makes.
  init(
    _ make: (inout OpaquePointer?) -> Int32
  ) throws(PictureFault) {
    var made: OpaquePointer?
    guard make(&made) == 0, let made else { throw .ofLibrary }
    handle = made
  }

  deinit { photo_release(handle) }

  var width: Int { Int(photo_image_width(handle)) }
  var height: Int { Int(photo_image_height(handle)) }

  /// The square in its middle.
  func square(_ edge: Int) throws(PictureFault) -> Image {
    try Image { photo_square(handle, Int32(edge), &$0) }
  }

  /// A file that holds only the pixels and, unless it is empty, the time at
  /// which it was taken.
  func file(
    as format: StoredFormat, quality: Int, taken: String = "",
    offset: String = ""
  ) throws(PictureFault) -> [UInt8] {
    var bytes = photo_bytes()
    let kind = format == .webp ? photo_webp : photo_jpeg
    guard
      photo_save(handle, kind, Int32(quality), taken, offset, &bytes) == 0
    else { throw .ofLibrary }
    return Self.taking(bytes)
  }

  /// The pixels at a size, row by row: three bytes each, or one if grey.
  func pixels(
    _ width: Int, _ height: Int, isGrey: Bool = false
  ) throws(PictureFault) -> [UInt8] {
    var bytes = photo_bytes()
    guard
      photo_pixels(handle, Int32(width), Int32(height), isGrey ? 1 : 0, &bytes)
        == 0
    else { throw .ofLibrary }
    let pixels = Self.taking(bytes)
    guard pixels.count == width * height * (isGrey ? 1 : 3) else {
      throw PictureFault("its pixels have an unknown format")
    }
    return pixels
  }

  // MARK: For films

  /// The image at exactly this size, cut or on black.
  func fitted(_ width: Int, _ height: Int) throws(PictureFault) -> Image {
    try Image { photo_fit(handle, Int32(width), Int32(height), &$0) }
  }

  /// The image moved to lie upon another of the same size, and how far, in
  /// pixels; `nil` if they show different things or lie too far apart.
  func aligned(
    to other: Image
  ) throws(PictureFault) -> (image: Image, right: Int, down: Int)? {
    var right: Int32 = 0
    var down: Int32 = 0
    var sureness = 0.0
    guard photo_compare(handle, other.handle, &right, &down, &sureness) == 0
    else { throw .ofLibrary }
    guard sureness >= 1_700, abs(Int(right)) * 10 <= width,
      abs(Int(down)) * 10 <= height
    else { return nil }
    let moved = try Image { photo_move(handle, right, down, &$0) }
    return (moved, Int(right), Int(down))
  }

  /// Texts for ``labelled(_:)``, of one size; it reads fonts. A text with
  /// nothing to be seen has none.
  static func written(_ texts: [String]) throws(PictureFault) -> [Image?] {
    let images = texts.map { text in
      try? Image { photo_write(text, &$0) }
    }
    let width = Int32(images.lazy.compactMap { $0?.width }.max() ?? 0)
    let height = Int32(images.lazy.compactMap { $0?.height }.max() ?? 0)
    var padded: [Image?] = []
    for image in images {
      padded.append(
        try image.map { image throws(PictureFault) in
          try Image { photo_pad(image.handle, width, height, &$0) }
        })
    }
    return padded
  }

  /// The image with a text at the bottom left.
  func labelled(_ text: Image) throws(PictureFault) -> Image {
    try Image { photo_label(handle, text.handle, &$0) }
  }

  /// The mean of the image and another.
  func mixed(with other: Image) throws(PictureFault) -> Image {
    try Image { photo_mix(handle, other.handle, &$0) }
  }

  static func taking(_ bytes: photo_bytes) -> [UInt8] {
    defer { photo_free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes.bytes, count: bytes.count))
  }
}

/// The formats in which pictures are stored.
enum StoredFormat: String {
  case jpeg, webp
}
